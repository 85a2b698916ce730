"""Judges positions of 3 Piles by the ends of the piles, where the cards that fit them are, and the time left."""

from math import ceil, sqrt

from typing_extensions import override

from engines.three_piles.actions import OVER, Action, Draw, Take
from engines.three_piles.game import ThreePiles
from engines.three_piles.rules import DIAMONDS, unlike
from engines.three_piles.state import ThreePilesState
from opponents.judges.base import Judge
from opponents.judges.three_piles_sight import AROUND, BELOW, SIZE, describe
from opponents.policies.base import duel

POINTS = 20
"""About as many points as the winner of a game has."""
MARGIN = 3.5
"""About as many points more than the loser."""
SPREAD = 2.3
"""With one game left, a lead of this many points makes a win e times as likely as a loss."""
SURE = 1.0
"""The same when no game is left: margins differ."""


def features(state: ThreePilesState, seat: int, *, draws: bool = False) -> list[float]:
    """The features of a position in which ``seat`` has just acted; ``draws``: it has decided to draw a card."""
    piles = [pile for owner in (seat, 1 - seat) for pile in state.piles[owner]]
    free, diamonds = [4] * 13, [0, 0]
    for number, pile in enumerate(piles):
        for card in pile:
            free[card >> 2] -= 1
            diamonds[number // 3] += card & 3 == DIAMONDS
    ends = [pile[0] >> 2 if pile else 0 for pile in piles], [pile[-1] >> 2 if pile else 0 for pile in piles]
    hand, room, seen = state.hands[seat], ([0.0] * AROUND, [0.0] * BELOW, [0.0] * BELOW), [0.0] * SIZE
    describe(
        (hand, len(hand), len(state.hands[1 - seat])),
        state.stacks,
        [*map(len, state.stacks)],
        (state.fits[seat], state.fits[1 - seat]),
        (*ends, [*map(len, piles)]),
        free,
        (diamonds[0], diamonds[1]),
        len(state.deck),
        draws,
        room,
        seen,
    )
    return seen


class ThreePilesJudge(Judge[Action]):
    """Sees both seats' piles, its own hand, the stacks and what is left."""

    key = ThreePiles.key

    def options(self, state: ThreePilesState, seat: int) -> list[Action]:
        """Empty piles are interchangeable."""
        return unlike(state.actions(seat), state.piles[seat])

    def after(self, state: ThreePilesState, seat: int, action: Action) -> list[float] | float:
        """A card that is drawn or turned up is still unknown."""
        if isinstance(action, Draw):
            return features(state, seat, draws=True)
        after = state.clone()
        after.apply(seat, action)
        if isinstance(action, Take) and state.deck and len(state.stacks[action.stack]) == 1:
            after.deck.append(after.stacks[action.stack].pop())
        is_over = after.phase == OVER or after.game_no != state.game_no
        return self.settled(after, seat) if is_over else features(after, seat)

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
    """The share of the win with a lead of so many match points and so many games left."""
    return duel(lead, max(SPREAD * sqrt(left), SURE))[0]
