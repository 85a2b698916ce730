"""Teaches a game by its lessons: deals the position of a step and judges what the learner plays in it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from engines.contract import Game, State
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


def position(game: Game[Any], lesson: Lesson, number: int) -> State[Any]:
    """The position in which a step begins; steps are counted from 0."""
    first = next(place for place in range(number, -1, -1) if lesson.steps[place].position is not None)
    document = lesson.steps[first].position
    assert document is not None
    state = game.position(document)
    for before, step in zip(lesson.steps[first:number], lesson.steps[first + 1 : number + 1], strict=True):
        if before.accepted:
            _play(state, lesson.seat, before.accepted[0].split(BETWEEN))
        for seat, move in step.replies:
            _play(state, seat, [move])
    return state


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


def _play(state: State[Any], seat: int, moves: Sequence[str]) -> None:
    """Play moves and whatever the rules make automatic after them, as at a table."""
    for move in moves:
        state.act(seat, move)
    while (forced := state.forced()) is not None:
        state.act(*forced)
