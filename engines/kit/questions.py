"""Asks for a move: from the choices so far to the actions that they can still lead to."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engines.contract import IllegalAction
from engines.scenes import Decision
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
