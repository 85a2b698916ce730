"""Lessons as data: what a learner sees, reads and may play, step by step.

A game names its lessons (``Game.lessons``). ``engines/tutoring.py`` deals the positions and judges what is played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.texts import Text

ANY = "*"
"""The pattern of a remark on every decision that no earlier one matches."""


@dataclass(frozen=True, slots=True)
class Step:
    """One position and what the learner is to do in it.

    The position is ``position``, a document as in Annex B of the rules text. Without one, the step goes on where the
    step before ended: its first accepted decision and then ``replies`` have been played.

    ``accepted`` are the decisions that lead on, each the canonical text of an action; one of several actions has them
    joined by ``", "``. The first is the one that *Show me* plays. A step that accepts nothing is only read.

    ``remarks`` say what is wrong with the other legal decisions. Their keys are such texts, in which ``*`` stands for
    anything, tried in order; together they match every legal decision that is not accepted.
    """

    words: Text
    position: Mapping[str, Any] | None = None
    replies: tuple[tuple[int, str], ...] = ()
    accepted: tuple[str, ...] = ()
    remarks: Mapping[str, Text] = field(default_factory=dict)
    praise: Text | None = None
    """Why an accepted decision was right; every step that accepts one has it."""


def moves_of(text: str) -> tuple[tuple[int, str], ...]:
    """Moves from a text that is short to write, each with its seat before it.

    >>> moves_of("0 draw, 0 pile 7D 1, 1 take 0 0")
    ((0, 'draw'), (0, 'pile 7D 1'), (1, 'take 0 0'))
    """
    pairs = (move.split(" ", 1) for move in text.split(", "))
    return tuple((int(seat), move) for seat, move in pairs)


@dataclass(frozen=True, slots=True)
class Ending:
    """The last step: the end of a game against computers, dealt from ``seed`` with ``moves`` played."""

    words: Text
    seats: int
    seed: str
    options: Mapping[str, Any]
    moves: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson of a game. The learner sits at ``seat`` in every step and in the ending."""

    key: str
    """Its name in custom ids: short, unique within the game, never changed."""
    title: Text
    steps: tuple[Step, ...]
    ending: Ending | None = None
    seat: int = 0
