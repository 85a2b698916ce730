"""Lessons as data: what the learner sees, reads and may play, step by step.

A game lists its lessons in ``Game.lessons``. ``engines/tutoring.py`` sets up the positions and judges the moves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.texts import Text

ANY = "*"
"""The pattern for a remark on every decision that no earlier pattern matches."""


@dataclass(frozen=True, slots=True)
class Step:
    """One position and what the learner should do in it.

    ``position`` is a document as in Annex B of the rules text. Without one, the step continues where the previous step
    ended, with its first accepted decision and then ``replies`` played.

    ``accepted`` are the decisions that lead to the next step, each the canonical text of an action, or of several
    actions joined by ``", "``. *Show me* plays the first one. A step that accepts nothing is only for reading.

    ``remarks`` say what is wrong with the other legal decisions. Their keys are similar texts in which ``*`` stands for
    anything, tried in order; together they match every legal decision that is not accepted.
    """

    words: Text
    position: Mapping[str, Any] | None = None
    replies: tuple[tuple[int, str], ...] = ()
    accepted: tuple[str, ...] = ()
    remarks: Mapping[str, Text] = field(default_factory=dict)
    praise: Text | None = None
    """Why an accepted decision was right; required for every step that accepts one."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game. The learner sits at ``seat`` in every step. A real game follows, with tips."""

    key: str
    """Its name in custom ids: short, unique within the game, and never changed."""
    title: Text
    steps: tuple[Step, ...]
    seat: int = 0


@dataclass(frozen=True, slots=True)
class Theme:
    """Decisions that members practise together: those whose best actions are of these ``kinds``."""

    key: str
    """Its name in custom ids: short, unique within the game, and never changed."""
    title: Text
    kinds: tuple[type, ...]
