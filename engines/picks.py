"""Walking through a decision: the picks that leave no choice are made for the player."""

from collections.abc import Sequence
from typing import Any, TypeVar

from engines.contract import IllegalAction, View
from engines.scenes import Decision, Question
from engines.texts import say

A = TypeVar("A")


def advance(view: View[A], path: Sequence[str]) -> tuple[tuple[str, ...], Question | Decision[A]]:
    """Follow ``path`` and go on while only one option is left; where that leads and what is asked there.

    The first question is always put, even with a single option: nothing is played without a tap.
    """
    walked = tuple(path)
    asked = view.ask(walked)
    while walked and isinstance(asked, Question) and len(asked.choices) == 1 and asked.least == 1:
        walked = (*walked, asked.choices[0].key)
        asked = view.ask(walked)
    return walked, asked


def step_back(view: View[Any], path: Sequence[str]) -> tuple[str, ...]:
    """The path to the last question before ``path`` at which there was something to choose."""
    shorter = tuple(path)[:-1]
    while shorter:
        asked = view.ask(shorter)
        if isinstance(asked, Question) and len(asked.choices) > 1:
            return shorter
        shorter = shorter[:-1]
    return ()


def no_such_pick() -> IllegalAction:
    """The refusal of a path that leads nowhere: a button from a position that is gone."""
    return IllegalAction(say("That choice is no longer there. Look at your hand again."))
