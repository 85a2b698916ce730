"""Judges positions of 3 Piles by the ends of the piles, where the cards that fit them are, and the time left.

Written for speed: a search asks for the features of thousands of positions.
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import ceil, sqrt

from typing_extensions import override

from engines.cards import Card
from engines.three_piles.actions import OVER, Action, Draw, Take
from engines.three_piles.game import ThreePiles
from engines.three_piles.rules import ACE, DIAMONDS, KING, score, unlike
from engines.three_piles.state import ThreePilesState
from opponents.judges.base import Judge
from opponents.policies.base import duel

POINTS = 20
"""About as many points as the winner of a game has."""
MARGIN = 3.5
"""About as many points more than the loser."""
SPREAD = 2.3
"""With one game left, a lead of this many points makes a win e times as likely as a loss."""
SURE = 1.0
"""The same when no game is left: margins differ."""
REACH = 4
"""How many ranks beyond each end of a pile are looked at one by one."""
_SOURCES = 4
"""Where a card of a rank can be: unseen, in hand, on top of a stack, just below a top."""
_DEPTHS = 2
"""How many cards of each stack count as in sight."""
_OUTSIDE = [0.0] * (REACH * _SOURCES)
_NO_PILE = [1.0] + [0.0] * (13 + 2 * REACH * _SOURCES)


@cache
def _shape(low: int, high: int, count: int) -> tuple[float, ...]:
    """What a pile is by itself: its length, the room beyond its ends, and whether these are closed."""
    ace, king = low == ACE, high == KING
    return 0.0, count / 6, low / 6, (KING - high) / 6, float(ace), float(king), float(ace and king)


class _Ranks:
    """Where the cards of each rank are, as far as a seat can know."""

    def __init__(self, state: ThreePilesState, seat: int) -> None:
        self.free = free = [4] * 13
        """How many lie on no pile."""
        for piles in state.piles:
            for pile in piles:
                for card in pile:
                    free[card >> 2] -= 1
        hand, tops, below, deep = [0.0] * 13, [0.0] * 13, [0.0] * 13, [0.0] * 13
        unseen: list[float] = [*free]
        for card in state.hands[seat]:
            hand[card >> 2] += 1
            unseen[card >> 2] -= 1
        for stack in state.stacks:
            if not stack:
                continue
            for card in stack:
                unseen[card >> 2] -= 1
                deep[card >> 2] += 1
            rank = stack[-1] >> 2
            tops[rank] += 1
            deep[rank] -= 1
            if len(stack) > 1:
                below[stack[-2] >> 2] += 1
        self.hand, self.tops, self.deep, self.unseen = hand, tops, deep, unseen
        self.halves = halves = [count / 2 for count in unseen]
        self.around = around = _OUTSIDE[:]
        """Four numbers for each rank, with room for ranks beyond ace and king."""
        for sources in zip(halves, hand, tops, below, strict=True):
            around += sources
        around += _OUTSIDE
        self.alive = list(accumulate([count > 0 for count in free], initial=0))
        self.coming = list(accumulate(unseen, initial=0.0))

    def around_pile(self, pile: Sequence[Card]) -> list[float]:
        """What a pile can still get: in all, for its bonus, and rank by rank beyond its ends."""
        low, high = pile[0] >> 2, pile[-1] >> 2
        alive, coming, unseen, tops = self.alive, self.coming, self.unseen, self.tops
        ace = (unseen[ACE] / 4, float(tops[ACE] > 0)) if low > ACE else (0.0, 0.0)
        king = (unseen[KING] / 4, float(tops[KING] > 0)) if high < KING else (0.0, 0.0)
        return [
            *_shape(low, high, len(pile)),
            alive[low] / 6,
            (alive[13] - alive[high + 1]) / 6,
            (coming[low] + coming[13] - coming[high + 1]) / 20,
            *ace,
            *king,
            *self.around[low * _SOURCES : (low + REACH) * _SOURCES],
            *self.around[(high + 1 + REACH) * _SOURCES : (high + 1 + 2 * REACH) * _SOURCES],
        ]


def _by_size(pile: Sequence[Card]) -> int:
    """A sort key: the longest pile first, then the one with the fewest gaps."""
    return (pile[-1] >> 2) - (pile[0] >> 2) - 20 * len(pile) if pile else 0


def features(state: ThreePilesState, seat: int, *, draws: bool = False) -> list[float]:
    """The features of a position in which ``seat`` has just acted; ``draws``: it has decided to draw a card."""
    ranks = _Ranks(state, seat)
    found: list[float] = []
    for owner in (seat, 1 - seat):
        for pile in sorted(state.piles[owner], key=_by_size):
            found += ranks.around_pile(pile) if pile else _NO_PILE
    found += ranks.hand
    found += ranks.tops
    found += ranks.halves
    found += ranks.deep
    mine, theirs = score(state.piles[seat]), score(state.piles[1 - seat])
    lead, deck = (mine.total - theirs.total) / 5, len(state.deck)
    found += (mine.total / 10, theirs.total / 10, lead, mine.longest / 6, theirs.longest / 6)
    found += _diamonds_and_fits(state, seat, mine.diamonds, theirs.diamonds)
    found += (deck / 20, deck <= 0, deck <= 2, deck <= 5, deck <= 10, deck <= 20)
    for owner in (seat, 1 - seat):
        count = len(state.hands[owner])
        found += (count == 0, count == 1, count == 2)
    found += (draws, lead * (deck <= 5), lead * (43 - deck) / 43)
    return found


def _diamonds_and_fits(state: ThreePilesState, seat: int, mine: int, theirs: int) -> tuple[float, ...]:
    """Where the diamonds are, and how many of the cards in sight each seat can use."""
    own, other = state.fits[seat], state.fits[1 - seat]
    held = [card for card in state.hands[seat] if card & 3 == DIAMONDS]
    unseen = 13 - mine - theirs - len(held)
    counts = [0] * 8
    for stack in state.stacks:
        for card in stack:
            if card & 3 == DIAMONDS:
                unseen -= 1
        for depth, card in enumerate(stack[: -_DEPTHS - 1 : -1]):
            is_diamond = card & 3 == DIAMONDS
            if own[card >> 2]:
                counts[depth] += 1
                counts[4 + depth] += is_diamond
            if other[card >> 2]:
                counts[2 + depth] += 1
                counts[6 + depth] += is_diamond
    usable = sum([own[card >> 2] > 0 for card in held])
    top, below, their_top, their_below, diamond, deep, their_diamond, their_deep = counts
    return (
        mine / 4, theirs / 4, unseen / 6, len(held), top / 2, their_top / 2, diamond, their_diamond, deep, their_deep,
        usable, below / 2, their_below / 2,
    )  # fmt: skip


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
