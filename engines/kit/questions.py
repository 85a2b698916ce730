"""Asks for a move: from the choices so far to the next question or the final decision."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engines.contract import Game, IllegalAction, View
from engines.scenes import Decision, Question
from engines.texts import say

A = TypeVar("A")

OUT_OF_DATE = say("That choice is no longer there. Look at your hand again.")


def follow(
    actions: Iterable[A], path_of: Callable[[A], tuple[str, ...]], path: Sequence[str]
) -> Decision[A] | dict[str, A]:
    """Follow ``path`` among the paths of ``actions``: to the action that it completes, or the next choices.

    The next choices are keys, each with the first action behind it. Raises ``IllegalAction`` for a path that leads
    nowhere.
    """
    walked = tuple(path)
    ahead: dict[str, A] = {}
    for action in actions:
        keys = path_of(action)
        if keys == walked:
            return Decision((action,))
        if keys[: len(walked)] == walked:
            ahead.setdefault(keys[len(walked)], action)
    if not ahead:
        raise IllegalAction(OUT_OF_DATE)
    return ahead


def ask(game: Game[A], view: View[A], path: Sequence[str]) -> Question | Decision[A]:
    """What the game asks at the end of ``path``. It is asked once: a hand looks at a question in several places."""
    walked = tuple(path)
    return view.remembered(("asked", *walked), lambda: game.ask(view, walked))


def advance(game: Game[A], view: View[A], path: Sequence[str]) -> tuple[tuple[str, ...], Question | Decision[A]]:
    """Follow ``path``, and continue while there is only one choice. Returns the final path and what it leads to.

    The first question is always asked, even with a single choice: nothing is played without a tap.
    """
    walked = tuple(path)
    asked = ask(game, view, walked)
    while walked and isinstance(asked, Question) and len(asked.choices) == 1 and asked.least == 1:
        walked = (*walked, asked.choices[0].key)
        asked = ask(game, view, walked)
    if isinstance(asked, Question) and asked.at is not None:
        walked = asked.at
    return walked, asked
