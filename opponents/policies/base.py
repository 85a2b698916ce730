"""Quick judgement for a game, and how far to look ahead."""

from collections.abc import Callable, Hashable, Sequence
from math import exp
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from engines.contract import Outcome, State
from engines.sides import Sides

A = TypeVar("A")

LEAST_SHARE = 1e-9
"""No position is quite hopeless."""
MARGIN_SHARE = 0.1
"""The share of a result's value that depends on the margin: enough to distinguish between wins, or losses."""


class Policy(Generic[A]):
    """Quick judgement for one game. This base class plays at random, for games without their own policy.

    A policy judges a position for one seat and may use only what that seat can know: its own hand and whatever is face
    up. Higher levels call it thousands of times on sampled positions.
    """

    horizon = 200
    """How many decisions past the one being considered a simulation plays before the position is judged as it is."""

    glances = 0
    """How many simulations the normal level makes; 0: it plays what looks best at a glance."""

    trusts_trees = True
    """Whether figures are those of a tree, whose trials learn from each other; otherwise each is played at a glance."""

    lapses = 0.15
    """How often the normal level plays what looks second best at a glance; 0: never."""

    oversights = 0.6
    """How often the easy level overlooks the obvious, as a beginner does."""

    rewards_patience = True
    """Whether who thinks longer wins more: only then is there a master."""

    doubt = 0.7
    """An action replaces what looks best at a glance once a search finds it better by this many standard errors."""

    exploration = 0.7
    """The weight of exploring rarely tried actions (the UCB1 constant), as in the paper."""

    def prefer(self, state: Any, seat: int, rng: Random) -> A:
        """The action that looks best at a glance."""
        actions = state.actions(seat)
        return actions[int(rng.random() * len(actions))]

    def overlook(self, state: Any, seat: int, rng: Random) -> A:
        """What a beginner does who overlooks what is obvious: anything."""
        return rng.choice(state.actions(seat))

    def candidates(self, state: Any, seat: int, rng: Random) -> list[A]:
        """The actions worth considering, most promising first; at least one."""
        return state.actions(seat)

    def revealed(self, state: Any, seat: int) -> Hashable:
        """What ``seat`` learned from an action besides the action itself, such as a card turned up.

        The search uses this to distinguish between positions reached by the same actions.
        """
        return None

    def chapter(self, state: Any) -> int:
        """The number of the current deal in a match; the search does not look beyond it."""
        return 0

    def is_quiet(self, state: Any, seat: int) -> bool:
        """Whether this is a good moment for judging the position of a simulation that ``seat`` began.

        A simulation that has reached the horizon goes on until the next such moment.
        """
        return True

    def is_won(self, state: Any) -> bool:
        """Whether only players who can no longer win still play: then each of them wants not to be last."""
        return False

    def standing(self, state: Any) -> tuple[float, ...]:
        """Each seat's expected share of the win, 0 to 1, if the game stopped here; partners have that of their side."""
        return (1 / len(state.game.sides(state.seats)),) * state.seats


def reward(outcome: Outcome, sides: Sides | None = None) -> tuple[float, ...]:
    """The value of a result for each seat: the winners share the win, and a better ranking adds a little.

    Partners are one side, and a win of the side is worth the same to each of them.

    >>> reward(Outcome(((1,), (0, 2)), (1, 5, 1), "", (1,)))
    (0.025, 1.0, 0.025)
    >>> reward(Outcome(((1, 3), (0, 2)), (1, 5, 1, 5), "", (1, 3)), ((0, 2), (1, 3)))
    (0.0, 1.0, 0.0, 1.0)
    """
    seats = len(outcome.points)
    if sides is None or len(sides) == seats:
        return tuple(_worth(outcome.places, outcome.winners, seats, seats))
    leaders = {side[0] for side in sides}  # each stands for the side
    places = [[seat for seat in group if seat in leaders] for group in outcome.places]
    worth = _worth(places, [seat for seat in outcome.winners if seat in leaders], len(sides), seats)
    for side in sides:
        for seat in side:
            worth[seat] = worth[side[0]]
    return tuple(worth)


def _worth(places: Sequence[Sequence[int]], winners: Sequence[int], count: int, seats: int) -> list[float]:
    """The value of a result for each of the ``seats`` of which ``count`` have a place."""
    worth = [0.0] * seats
    behind = count
    for group in places:
        behind -= len(group)
        for seat in group:
            worth[seat] = MARGIN_SHARE * (behind + (len(group) - 1) / 2) / max(count - 1, 1)
    for seat in winners:
        worth[seat] += (1 - MARGIN_SHARE) / len(winners)
    return worth


Value: TypeAlias = "Callable[[State[Any], Policy[Any]], tuple[float, ...]]"
"""What a position is worth to each seat, 0 to 1."""


def settled(state: State[Any], policy: Policy[Any]) -> tuple[float, ...]:
    """The value of a position for each seat: that of the result or, before the end, the policy's judgement."""
    outcome = state.outcome
    return policy.standing(state) if outcome is None else reward(outcome, state.game.sides(state.seats))


def escape(state: State[Any], policy: Policy[Any]) -> tuple[float, ...]:
    """Each seat's chance of not being last: the odds of being last fall as those of a win would rise."""
    if state.outcome is not None:
        return tuple(float(seat not in state.outcome.places[-1]) for seat in range(state.seats))
    odds = [1 / max(share, LEAST_SHARE) for share in policy.standing(state)]
    return tuple(1 - odd / sum(odds) for odd in odds)


def duel(lead: float, scale: float) -> tuple[float, float]:
    """The shares of two players when the first leads by ``lead``; a lead of ``scale`` makes the odds e to 1."""
    first = 1 / (1 + exp(-max(min(lead / scale, 30.0), -30.0)))
    return first, 1 - first


def shares(leads: list[float]) -> tuple[float, ...]:
    """The shares of several players; a lead that is greater by 1 makes the odds e times as good."""
    top = max(leads)
    weights = [exp(max(lead - top, -30.0)) for lead in leads]
    whole = sum(weights)
    return tuple(weight / whole for weight in weights)
