"""What a computer player can know about a game: quick judgement, and when to stop looking ahead."""

from __future__ import annotations

from collections.abc import Hashable
from math import exp
from random import Random
from typing import Any, Generic, TypeVar

from engines.contract import Outcome, State

A = TypeVar("A")

MARGIN_SHARE = 0.1
"""How much of a result's worth is by how much it was won: enough to tell two wins apart, and two losses."""


class Policy(Generic[A]):
    """Quick judgement for one game; this one has none and serves games that nobody has taught yet.

    A policy is asked about a position for one seat and may use only what that seat can know of it: the
    own hand and what lies open. Higher levels call it many thousand times in positions that they imagine.
    """

    horizon = 200
    """After how many decisions beyond the one thought about a game in the head is stopped and judged as it stands."""

    glances = 0
    """How many imagined positions a player of the middle level looks at; 0: what seems best at a glance will do."""

    lapses = 0.15
    """How often a player of the middle level does what seems second best at a glance; 0: never."""

    def prefer(self, state: Any, seat: int, rng: Random) -> A:
        """The action that looks best at a glance."""
        actions = state.actions(seat)
        return actions[int(rng.random() * len(actions))]

    def candidates(self, state: Any, seat: int, rng: Random) -> list[A]:
        """The actions worth thinking about, the most promising first; at least one."""
        return state.actions(seat)

    def revealed(self, state: Any, seat: int) -> Hashable:
        """What an action brought to light for ``seat`` that the action itself does not tell, such as a card turned up.

        Searches tell positions after the same actions apart by it.
        """
        return None

    def chapter(self, state: Any) -> int:
        """The number of the deal in a match: nobody looks ahead beyond the present one."""
        return 0

    def standing(self, state: Any) -> tuple[float, ...]:
        """For each seat the expected share of the win, 0 to 1, if the game is stopped here."""
        return (1 / state.seats,) * state.seats


def reward(outcome: Outcome) -> tuple[float, ...]:
    """The worth of a result for each seat: a win is shared by the winners, and a better place is worth a little more.

    >>> reward(Outcome(((1,), (0, 2)), (1, 5, 1), "", (1,)))
    (0.025, 1.0, 0.025)
    """
    seats = len(outcome.points)
    worth = [0.0] * seats
    behind = seats
    for group in outcome.places:
        behind -= len(group)
        for seat in group:
            worth[seat] = MARGIN_SHARE * (behind + (len(group) - 1) / 2) / (seats - 1)
    for seat in outcome.winners:
        worth[seat] += (1 - MARGIN_SHARE) / len(outcome.winners)
    return tuple(worth)


def settled(state: State[Any], policy: Policy[Any]) -> tuple[float, ...]:
    """The worth of a position for each seat: of the result if there is one, else as the policy judges it."""
    outcome = state.outcome
    return policy.standing(state) if outcome is None else reward(outcome)


def duel(lead: float, scale: float) -> tuple[float, float]:
    """The shares of two players of whom the first leads by ``lead``; at ``scale`` the odds are e to 1."""
    first = 1 / (1 + exp(-max(min(lead / scale, 30.0), -30.0)))
    return first, 1 - first


def shares(leads: list[float]) -> tuple[float, ...]:
    """The shares of several players: one more in ``leads`` makes the chances e times as good."""
    top = max(leads)
    weights = [exp(max(lead - top, -30.0)) for lead in leads]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)
