"""Judges positions of 3 Piles by the ends of the piles, where the cards that fit them are, and the time left."""

from array import array
from collections.abc import Sequence
from math import ceil, sqrt

from typing_extensions import override

from engines.three_piles.actions import OVER, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.game import ThreePiles
from engines.three_piles.rules import DIAMONDS, add_to_pile, unlike
from engines.three_piles.state import ThreePilesState
from opponents.judges.base import Judge
from opponents.judges.three_piles_sight import AROUND, BELOW, SIZE, describe, survey
from opponents.policies.base import duel

POINTS = 20
"""About as many points as the winner of a game has."""
MARGIN = 3.5
"""About as many points more than the loser."""
SPREAD = 2.3
"""With one game left, a lead of this many points makes a win e times as likely as a loss."""
SURE = 1.0
"""The same when no game is left: margins differ."""


class _Sight:
    """What one seat sees of a position, and of those that its actions lead to."""

    __slots__ = ("_around", "_coming", "_diamonds", "_free", "_piles", "_seat", "_seen", "_state", "_theirs")

    def __init__(self, state: ThreePilesState, seat: int) -> None:
        self._state, self._seat = state, seat
        piles = [*state.piles[seat], *state.piles[1 - seat]]
        self._free, diamonds = [4] * 13, [0, 0]
        for number, pile in enumerate(piles):
            for card in pile:
                self._free[card >> 2] -= 1
                diamonds[number // 3] += card & 3 == DIAMONDS
        self._diamonds = diamonds[0]
        ends = [[pile[end] >> 2 if pile else 0 for pile in piles] for end in (0, -1)]
        self._piles = ends[0], ends[1], [*map(len, piles)]
        self._seen, self._around, self._coming = array("f", [0.0] * SIZE), array("f", [0.0] * AROUND), [0.0] * BELOW
        room, heights = (self._around, self._coming, self._coming), [*map(len, state.stacks)]
        hand, lying, deck = state.hands[seat], (diamonds[0], diamonds[1]), len(state.deck)
        held = hand, len(hand), len(state.hands[1 - seat])
        self._theirs = survey(held, state.stacks, heights, self._piles, self._free, lying, deck, room, self._seen)

    def after(self, action: Action) -> "array[float]":
        """The features of the position in which the seat has just acted. What it draws or turns up is still unknown."""
        state, seat = self._state, self._seat
        hand, stacks, fits = state.hands[seat], [*state.stacks], state.fits[seat]
        piles, free, diamonds = self._piles, self._free, self._diamonds
        if isinstance(action, ToPile | ToStack):
            hand = [card for card in hand if card != action.card]
        if isinstance(action, ToStack):
            stacks[action.stack] = [*stacks[action.stack], action.card]
        elif isinstance(action, ToPile | Take):
            if isinstance(action, Take):
                *stacks[action.stack], card = stacks[action.stack]
            else:
                card = action.card
            number, own = action.pile, [*state.piles[seat]]
            own[number], fits, free = [*own[number]], [*fits], [*free]
            add_to_pile(own, fits, number, card)
            low, high, count = ([*ends] for ends in piles)
            low[number], high[number], count[number] = own[number][0] >> 2, own[number][-1] >> 2, len(own[number])
            piles = low, high, count
            free[card >> 2] -= 1
            diamonds += card & 3 == DIAMONDS
        seen = self._seen[:]
        held, heights, draws, theirs = (hand, len(hand)), [*map(len, stacks)], isinstance(action, Draw), self._theirs
        fitting, room = (fits, state.fits[1 - seat]), (self._around[:], [0.0] * BELOW, self._coming)
        describe(held, stacks, heights, fitting, piles, free, diamonds, theirs, len(state.deck), draws, room, seen)
        return seen


class ThreePilesJudge(Judge[Action]):
    """Sees both seats' piles, its own hand, the stacks and what is left."""

    key = ThreePiles.key

    def options(self, state: ThreePilesState, seat: int) -> list[Action]:
        """Empty piles are interchangeable."""
        return unlike(state.actions(seat), state.piles[seat])

    @override
    def after(self, state: ThreePilesState, seat: int, action: Action) -> Sequence[float] | float:
        ended = self._ended(state, seat, action)
        return _Sight(state, seat).after(action) if ended is None else ended

    @override
    def values(self, state: ThreePilesState, seat: int, options: list[Action]) -> list[float]:
        sight, (lost, won) = _Sight(state, seat), self.stakes(state, seat)
        chances = self.net.values([sight.after(action) for action in options])
        ended = [self._ended(state, seat, action) for action in options]
        return [
            lost + chance * (won - lost) if end is None else end for chance, end in zip(chances, ended, strict=True)
        ]

    def _ended(self, state: ThreePilesState, seat: int, action: Action) -> float | None:
        """The seat's share of the win if the action ends the game: there is nothing to draw or to play any more."""
        if state.deck or len(state.hands[0]) + len(state.hands[1]) > 1:
            return None
        after = state.clone()
        after.apply(seat, action)
        return self.settled(after, seat) if after.phase == OVER or after.game_no != state.game_no else None

    @override
    def before_deal(self, state: ThreePilesState, seat: int) -> float:
        return _share(state.totals[seat] - state.totals[1 - seat], _games_left(state))

    @override
    def stakes(self, state: ThreePilesState, seat: int) -> tuple[float, float]:
        if state.options.target is None:
            return 0.0, 1.0
        lead, left = state.totals[seat] - state.totals[1 - seat], _games_left(state) - 1
        return _share(lead - MARGIN, left), _share(lead + MARGIN, left)


def _games_left(state: ThreePilesState) -> int:
    """About how many games of the match are left, this one included (8.2)."""
    target, most = state.options.target, state.options.max_games - state.game_no
    return most if target is None else min(max(ceil((target - max(state.totals)) / POINTS), 1), most)


def _share(lead: float, left: int) -> float:
    return duel(lead, max(SPREAD * sqrt(left), SURE))[0]
