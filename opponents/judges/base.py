"""Judges actions by a network that has learned from games against itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from math import comb
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from opponents.judges.net import Net


def numbered(sizes: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """The number of the first class of each feature, by how many classes these have, and how many there are in all.

    >>> numbered({"cards": 16, "piles": 42})
    ({'cards': 0, 'piles': 16}, 58)
    """
    *firsts, count = accumulate(sizes.values(), initial=0)
    return dict(zip(sizes, firsts, strict=True)), count


A = TypeVar("A")


class Judge(Generic[A]):
    """Knows what to look at after an action in one game.

    An action is judged by what its seat knows right after it, before any card that it draws or turns up: so the
    judgement rests on nothing hidden, and the chances of what may come are in what the network has learned.
    """

    key: str
    """The game."""
    quick_answers = False
    """Whether everybody answers in a look ahead by what looks best to the game's policy: sooner than by judging."""
    rounds = 1
    """How often the others have answered before a position is judged."""
    doubt = 0.3
    """An action replaces what is judged best at a glance once it looks better by this many standard errors."""

    @cached_property
    def net(self) -> Net:
        """The trained network, read when it is first needed: the bot's own process never loads numpy."""
        from opponents.judges.net import Net

        return Net.stored(self.key)

    def knows(self, state: Any) -> bool:
        """Whether it has learned to play with so many players and by these house rules."""
        return True

    def rests(self, state: Any) -> bool:
        """Whether ``settled`` can judge the position though the deal is not over: this ends a look ahead."""
        return False

    def options(self, state: Any, seat: int) -> list[A]:
        """The legal actions without those that come to the same as another."""
        return state.actions(seat)

    def after(self, state: Any, seat: int, action: A) -> Sequence[Any] | float:
        """What ``seat`` knows right after the action, as features; its share of the win if the deal is over."""
        raise NotImplementedError

    def match(self, state: Any, seat: int) -> tuple[float, int]:
        """By how many deals the seat leads in the match, and how many are left, this one included."""
        return 0.0, 1

    def before_deal(self, state: Any, seat: int) -> float:
        """The seat's share of the win at the beginning of a deal, 0 to 1."""
        return match_share(*self.match(state, seat))

    def stakes(self, state: Any, seat: int) -> tuple[float, float]:
        """The seat's share of the win once it has lost the deal, and once it has won it."""
        lead, left = self.match(state, seat)
        return match_share(lead - 1, left - 1), match_share(lead + 1, left - 1)

    def settled(self, state: Any, seat: int) -> float:
        """The seat's share of the win when a deal has just been finished or the position rests, 0 to 1."""
        outcome = state.outcome
        if outcome is None:
            return self.before_deal(state, seat)
        return (seat in outcome.winners) / len(outcome.winners)

    def values(self, state: Any, seat: int, options: list[A]) -> list[float]:
        """The seat's share of the win after each of these actions, 0 to 1."""
        raise NotImplementedError


@cache
def match_share(lead: float, left: int) -> float:
    """The share of the win for a player who leads by so many deals when so many are left, all of them even.

    >>> match_share(1, 0), match_share(0, 1), match_share(-1, 2)
    (1.0, 0.5, 0.25)
    """
    share = 0.0
    for wins in range(left + 1):
        ahead = lead + 2 * wins - left
        share += comb(left, wins) / 2**left * (0.5 if ahead == 0 else float(ahead > 0))
    return share
