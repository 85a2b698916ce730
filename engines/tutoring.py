"""Runs a game's lessons: sets up the position of each step and judges the learner's moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from engines.contract import Event, Game, State, View
from engines.lessons import Lesson, Step
from engines.scenes import Decision
from engines.texts import Text

BETWEEN = ", "
"""Separates the actions of a decision in a step's patterns."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a decision leads to the next step, and what to tell the learner."""

    is_right: bool
    remark: Text


@dataclass(frozen=True, slots=True)
class Reached:
    """A position in a lesson.

    If it follows from another one, ``before`` is what the learner saw there and ``events`` what has happened since.
    """

    state: State[Any]
    before: View[Any] | None
    events: tuple[Event, ...]


def position(game: Game[Any], lesson: Lesson, number: int) -> State[Any]:
    """The starting position of a step; steps are counted from 0."""
    return reached(game, lesson, number).state


def reached(game: Game[Any], lesson: Lesson, number: int) -> Reached:
    """The starting position of a step, and how it came about."""
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


def made(position: State[Any], seat: int, actions: Iterable[Any]) -> Reached:
    """The position after the learner's decision in this one, and how it came about."""
    state = position.clone()
    return Reached(state, state.view(seat), tuple(_play(state, seat, list(map(str, actions)))))


def shown_moves(game: Game[Any], step: Step) -> tuple[Any, ...]:
    """The actions that *Show me* plays; none if the step is only for reading."""
    return tuple(game.parse(text) for text in step.accepted[0].split(BETWEEN)) if step.accepted else ()


def judge(step: Step, decision: Decision[Any]) -> Verdict:
    """What to say about the learner's legal decision. Raises ``LookupError`` if the step does not cover it."""
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
    """Play moves, plus any forced actions after them, as at a table, and return what happened."""
    events: list[Event] = []
    for move in moves:
        events += state.act(seat, move)
    while (forced := state.forced()) is not None:
        events += state.act(*forced)
    return events
