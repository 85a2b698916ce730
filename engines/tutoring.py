"""Teaches a game by its lessons: deals the position of a step and judges what the learner plays in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from engines.contract import Event, Game, State, View
from engines.lessons import Lesson, Step
from engines.scenes import Decision
from engines.texts import Text

BETWEEN = ", "
"""Joins the actions of a decision in the patterns of a step."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a decision leads on, and what the learner is told."""

    is_right: bool
    remark: Text


@dataclass(frozen=True, slots=True)
class Reached:
    """The position in which a step begins.

    If it goes on from the step before, ``before`` is what the learner saw there, and ``events`` have happened since.
    """

    state: State[Any]
    before: View[Any] | None
    events: tuple[Event, ...]


def position(game: Game[Any], lesson: Lesson, number: int) -> State[Any]:
    """The position in which a step begins; steps are counted from 0."""
    return reached(game, lesson, number).state


def reached(game: Game[Any], lesson: Lesson, number: int) -> Reached:
    """The same, and how it came about."""
    first = next(place for place in range(number, -1, -1) if lesson.steps[place].position is not None)
    document = lesson.steps[first].position
    assert document is not None
    state = game.position(document)
    before: View[Any] | None = None
    events: list[Event] = []
    for earlier, step in zip(lesson.steps[first:number], lesson.steps[first + 1 : number + 1], strict=True):
        before = state.view(lesson.seat)
        events = _play(state, lesson.seat, earlier.accepted[0].split(BETWEEN)) if earlier.accepted else []
        for seat, move in step.replies:
            events += _play(state, seat, [move])
    return Reached(state, before, tuple(events))


def shown_moves(game: Game[Any], step: Step) -> tuple[Any, ...]:
    """The actions that *Show me* plays; none if the step is only read."""
    return tuple(game.parse(text) for text in step.accepted[0].split(BETWEEN)) if step.accepted else ()


def judge(step: Step, decision: Decision[Any]) -> Verdict:
    """What to say about a legal decision of the learner. Raises ``LookupError`` if the step says nothing about it."""
    text = written(decision.actions)
    if text in step.accepted:
        assert step.praise is not None
        return Verdict(True, step.praise)
    for pattern, remark in step.remarks.items():
        if fnmatchcase(text, pattern):
            return Verdict(False, remark)
    raise LookupError(text)


def written(actions: Iterable[Any]) -> str:
    """A decision as a step writes it."""
    return BETWEEN.join(str(action) for action in actions)


def _play(state: State[Any], seat: int, moves: Sequence[str]) -> list[Event]:
    """Play moves and whatever the rules make automatic after them, as at a table, and return what happened."""
    events: list[Event] = []
    for move in moves:
        events += state.act(seat, move)
    while (forced := state.forced()) is not None:
        events += state.act(*forced)
    return events
