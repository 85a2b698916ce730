"""What a player of Knotweed can tell of a position, as the inputs of a small neural network that are on.

Sets of cards are the bits of integers. Training runs this as machine code (``tools/selfplay/knotweed``), so it is
written with numbers and loops alone.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from engines.knotweed.positions import FITTING
from engines.knotweed.rules import FULL_PENALTY
from opponents.judges.base import numbered

_RANKS = 0x1111111111111
"""The first suit's card of each rank."""
_COSTS = FULL_PENALTY + 1

Kept: TypeAlias = tuple[Sequence[int], Sequence[float]]
"""Sets of cards, and how likely it is that a card of each set was kept in a hand."""
Theirs: TypeAlias = tuple[int, int, Kept]
"""How many cards the other player has, how many of them were taken at the end of the latest turn, and how likely the
hidden cards are among the others."""

_SIZES = {
    "moment": 12, "race": 200, "danger": 91, "narrow": 637, "free": 91, "fitting": 39, "shed": 252, "places": 168,
    "stuck": 36, "groups": 100, "tops": 65, "draw": 11, "suits": 20, "still": 28, "now": 54, "later": 180,
    "threat": 56, "top": 32, "group": 80,
}  # fmt: skip
"""How many classes each feature has."""
_FIRST, COUNT = numbered(_SIZES)
"""The number of the first class of each feature, and of classes of all features."""
MOST_RANKS, MOST_TOPS = 6, 20
MOST = 120
"""More inputs than are ever on at once."""

(
    MOMENT, RACE, DANGER, NARROW, FREE, FITS, SHED, PLACES, STUCK, GROUPS, TOPS, DRAW, SUITS, STILL, NOW, LATER, THREAT,
    TOP, GROUP,
) = _FIRST.values()  # fmt: skip


def whole_ranks(cards: int) -> int:
    """All cards of the ranks of these."""
    return ((cards | cards >> 1 | cards >> 2 | cards >> 3) & _RANKS) * 15


def goes_out(hand: int, tops: Sequence[int], count: int) -> bool:
    """Whether the first ``count`` of these piles can take the whole hand, each rank of which fits somewhere (4.6).

    By Hall's theorem: any ranks together must have as many piles to go to. With more than ``MOST_RANKS`` of them, this
    is taken for granted.
    """
    ranks, known = whole_ranks(hand) & _RANKS, 1
    piles = [0] * (1 << MOST_RANKS)
    for _ in range(min(ranks.bit_count(), MOST_RANKS)):
        group = (ranks & -ranks) * 15 & hand
        ranks &= ranks - 1
        fitting = 0
        for number in range(count):
            if FITTING[_COSTS * tops[number] + 3] & group:
                fitting |= 1 << number
        for chosen in range(known):
            piles[known + chosen] = piles[chosen] | fitting
            if piles[known + chosen].bit_count() <= chosen.bit_count():
                return False
        known *= 2
    return True


def survey(hand: int, tops: Sequence[int], count: int, ceiling: int) -> tuple[int, int]:
    """The cards that fit on the first ``count`` piles at this cost, and how many of these take a card of the hand."""
    fitting, places = 0, 0
    for number in range(count):
        fit = FITTING[_COSTS * tops[number] + ceiling]
        fitting |= fit
        places += hand & fit != 0
    return fitting, places


def expected(cards: int, kept: Kept) -> float:
    """How many of these cards are expected in a hand that has kept each with this chance."""
    total = 0.0
    for number in range(len(kept[0])):
        total += (cards & kept[0][number]).bit_count() * kept[1][number]
    return total


def add_fits(hand: int, unseen: int, theirs: Theirs, tops: Sequence[int], count: int, on: Any, at: int) -> int:
    """Add what either player can put on the first ``count`` piles; gives the number of inputs that are on then."""
    held, fresh, kept = theirs
    few = min(held, 6)
    old, hidden, possible = held - fresh, max(unseen.bit_count(), 1), expected(unseen, kept) + 1e-9
    for ceiling in range(_COSTS):
        fitting, places = survey(hand, tops, count, ceiling)
        ranks = whole_ranks(hand & fitting)
        shed, ways = (hand & ranks).bit_count(), (ranks & _RANKS).bit_count()
        of_old, of_fresh = expected(unseen & fitting, kept) / possible, (unseen & fitting).bit_count() / hidden
        chance = int(12 * (old * of_old + fresh * of_fresh) / held + 0.001)
        on[at] = SHED + 63 * ceiling + min(shed, 8) * 7 + min(ways, 6)
        on[at + 1] = PLACES + 42 * ceiling + min(ways, 5) * 7 + min(places, 6)
        at += 2
        if ceiling < FULL_PENALTY:
            on[at] = FITS + 13 * ceiling + chance
            at += 1
        if ceiling == 0:
            on[at] = FREE + few * 13 + chance
            at += 1
        if ceiling == FULL_PENALTY:
            out = int(12 * of_old**old * of_fresh**fresh + 0.501)
            on[at] = DANGER + few * 13 + chance
            on[at + 1] = NARROW + (few * 7 + min(count, 6)) * 13 + out
            at += 2
    for number in range(min(count, MOST_TOPS)):
        fit = FITTING[_COSTS * tops[number] + FULL_PENALTY]
        share = int(20 * expected(unseen & fit, kept) / possible + 0.001)
        on[at] = TOP + min((hand & fit).bit_count(), 3) * 8 + min(share, 7)
        at += 1
    return at


def add_groups(hand: int, tops: Sequence[int], count: int, on: Any, at: int) -> int:
    """Add for each rank of the hand how many cards of it there are, on how many piles they fit, and at what cost."""
    ranks = whole_ranks(hand) & _RANKS
    while ranks:
        group = (ranks & -ranks) * 15 & hand
        ranks &= ranks - 1
        places, least = 0, _COSTS
        for number in range(count):
            place = _COSTS * tops[number]
            if FITTING[place + FULL_PENALTY] & group == 0:
                continue
            places += 1
            least = min(least, FULL_PENALTY)
            for ceiling in range(least):
                if FITTING[place + ceiling] & group:
                    least = ceiling
                    break
        on[at] = GROUP + (group.bit_count() - 1) * 20 + min(places, 3) * 5 + least
        at += 1
    return at


def add_suits(hand: int, tops: Sequence[int], count: int, on: Any, at: int) -> int:
    """Add for each suit how many cards of the hand and how many tops have it, and how many suits there are on top."""
    suits = 0
    for suit in range(4):
        tops_of_suit = 0
        for number in range(count):
            tops_of_suit += tops[number] & 3 == suit
        suits += tops_of_suit > 0
        on[at] = SUITS + min((hand & _RANKS << suit).bit_count(), 4) * 4 + min(tops_of_suit, 3)
        at += 1
    on[at] = TOPS + min(count, 12) * 5 + suits
    return at + 1


def add_plays(hand: int, tops: Sequence[int], opened: int, due: int, on: Any, at: int) -> int:
    """Add what can still be played in this turn."""
    held = hand.bit_count()
    for ceiling in range(due, _COSTS):
        fitting, places = survey(hand, tops, opened, ceiling)
        ranks = whole_ranks(hand & fitting)
        shed, ways = (hand & ranks).bit_count(), (ranks & _RANKS).bit_count()
        on[at] = STILL + 7 * ceiling + min(shed, 6)
        at += 1
        if ceiling == FULL_PENALTY:
            wins = shed == held and ways <= places and goes_out(hand, tops, opened)
            on[at] = NOW + (27 if wins else 0) + min(held, 8) * 3 + min(opened, 2)
            at += 1
    return at


def active(
    hand: int, unseen: int, theirs: Theirs, tops: Sequence[int], opened: int, due: int, ends: bool, draw: int, on: Any
) -> int:
    """Fill in the inputs that are on after a play, or (``ends``) once the turn is over; gives their number.

    ``tops`` begin with those ``opened`` to further plays. ``due`` is the penalty, which has not been taken; the draw
    pile has ``draw`` cards.
    """
    held, coming = hand.bit_count(), min(due, draw) if ends else 0
    resets = ends and draw <= due
    count, later, left, few = 0 if resets else len(tops), held + coming, draw - coming, min(theirs[0], 6)
    on[0] = MOMENT + (8 + due if resets else 4 + due if ends else due)
    on[1] = RACE + min(later, 9) * 10 + min(theirs[0], 9) + (100 if ends else 0)
    on[2] = DRAW + (left if left < 4 else 4 + min((left - 4) // 4, 6))
    on[3] = GROUPS + min((whole_ranks(hand) & _RANKS).bit_count(), 9) * 10 + min(held, 9)
    at = add_fits(hand, unseen, theirs, tops, count, on, 4)
    at = add_groups(hand, tops, count, on, at)
    at = add_suits(hand, tops, count, on, at)
    fitting, _ = survey(hand, tops, count, FULL_PENALTY)
    shed = (hand & whole_ranks(hand & fitting)).bit_count()
    on[at] = STUCK + min(held - shed, 8) * 4 + coming
    on[at + 1] = LATER + (90 if ends else 0) + min(later, 9) * 9 + min(shed, 8)
    if not ends:
        return add_plays(hand, tops, opened, due, on, at + 2)
    is_threat = shed == held and count > 0 and goes_out(hand, tops, count)
    on[at + 2] = THREAT + (28 if is_threat else 0) + coming * 7 + few
    return at + 3
