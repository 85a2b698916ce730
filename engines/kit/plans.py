"""Writes plans as the keys that are stored: the actions in writing, and the condition under which they are played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engines.contract import IllegalAction

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

ALWAYS = 0
"""The ``part`` of a plan for a whole match."""


@dataclass(frozen=True, slots=True)
class Plan(Generic[A_co]):
    """What a player wants to do.

    ``part`` is the number of the game, hand or round for which it was made; with the next deal it is obsolete.
    ``condition`` is a word that the game understands.

    >>> from engines.three_piles.actions import parse_action
    >>> plan = Plan(3, "KD", (parse_action("take 0 1"),))
    >>> plan.key
    '3/KD/take 0 1'
    >>> read_plan(plan.key, parse_action) == plan
    True
    """

    part: int
    condition: str
    actions: tuple[A_co, ...]

    @property
    def key(self) -> str:
        """The plan in writing."""
        return f"{self.part}/{self.condition}/{'+'.join(map(str, self.actions))}"


def read_plan(key: str, parse: Callable[[str], A]) -> Plan[A] | None:
    """The plan with this key; ``None`` if the game has never written it, or no longer does."""
    match key.split("/"):
        case [part, condition, texts] if part.isdecimal():
            try:
                return Plan(int(part), condition, tuple(parse(text) for text in texts.split("+") if text))
            except IllegalAction:
                return None
        case _:
            return None


def if_legal(actions: Sequence[A], legal: Sequence[A]) -> Sequence[A]:
    """These actions if the first of them is legal, otherwise none."""
    return actions if actions and actions[0] in legal else ()
