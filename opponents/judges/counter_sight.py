"""What a seat sees in Counter, as numbers for the network: more of them, the more players there are.

Training runs ``look`` as machine code (``tools/selfplay/counter``), so it is written with numbers and loops alone. Sets
of cards are integers with a bit for each card.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache, lru_cache
from math import exp
from typing import Any, TypeAlias

from engines.cards import RANKS, SUITS, WHOLE_PACK, Card
from engines.counter.actions import BID, HAND_SIZE, PASS
from engines.counter.rules.trick import settle
from engines.counter.rules.values import FOUR, QUEEN, TWO
from engines.counter.state import CounterState
from opponents.policies.counter import HELD

_DECK = range(len(RANKS) * len(SUITS))
_SUIT = 0x1111111111111
"""The cards of the first suit."""
_QUEENS = 15 << 4 * QUEEN
_TRICKS = 4096
"""Beginnings of tricks that are kept in mind."""
_SUITS = 52
"""Where what is told by suit begins, after what is told by rank."""
_MOST_NEEDED = 7
"""Players who need this many tricks or more are alike."""
_PRESSURE = 4
"""From this many tricks too many or too few on, it is all the same how many."""
_REACH = 8
"""How far from the expected number of tricks, in half tricks, needs are told apart."""
_STRENGTHS = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Where one class of strong cards ends and the next begins."""
_CLASSES = len(_STRENGTHS) + 2
"""How many numbers the strengths take: one for each class, and their sum."""

Hand: TypeAlias = Sequence[Card]
Rows: TypeAlias = Sequence[Sequence[int]]
Players: TypeAlias = tuple[Sequence[int], Sequence[int], Sequence[int], Rows]
"""Of each player, the one who is looking first, then clockwise: the bid (-1: none yet), the tricks won, how many fours
the others know of, and the most cards of each suit that there can be in hand."""
Trick: TypeAlias = tuple[Sequence[Card], Sequence[int], int, int, int]
"""The cards of a trick, in which the seat has played the last one; the fours shown with them (-1: none); without these,
who is winning (-1: nobody), and the next cards with which the last card, or one before it, would win."""
Moment: TypeAlias = tuple[int, int, int, bool, bool, int, int, int]
"""The trump suit, the number of the trick, 2 for a doubled lead, whether bids are made, whether cards are passed, the
tricks that nobody has won, the place of who leads (in the bidding: of the seat after the dealer), and the card chosen
to be passed (-1: none)."""


def features(state: CounterState, seat: int, hand: Hand, given: Card | None = None) -> list[float]:
    """The features for ``seat`` with this hand, after it has played, bid or chosen ``given`` to pass."""
    trump, seats, trick = state.face_up[-1] & 3, len(state.hands), state.trick
    known = 0 if given is None else 1 << given
    for cards in (state.played, state.face_up, trick, hand):
        for card in cards:
            known |= 1 << card
    order = [*range(seat, seats), *range(seat)]
    players = (
        [-1 if (bid := state.bids[player]) is None else bid for player in order],
        [state.won[player] for player in order],
        [len(state.known.fours[player]) for player in order],
        [state.known.most[player] for player in order],
    )
    lying: Trick = ([], [], -1, 0, 0)
    if trick:
        showing = [-1 if shown is None else shown for shown in state.showing]
        lying = (trick, showing, *_beaten(tuple(trick), trump, state.mult))
    bidding, passing, passed = state.phase == BID, state.phase == PASS, -1 if given is None else given
    place = (seat - state.dealer if bidding else state.turn - seat) % seats
    moment = (trump, state.trick_no, state.mult, bidding, passing, state.unclaimed, place, passed)
    seen = [0.0] * starts(seats)[-1]
    look(hand, WHOLE_PACK & ~known, moment, players, lying, duels(trump), HELD[seats], seen)
    return seen


@cache
def duels(trump: int) -> tuple[list[int], list[int]]:
    """For each card, the cards that it beats when it is led, and when the other is led."""
    led, second = [0] * len(_DECK), [0] * len(_DECK)
    for one in _DECK:
        for other in _DECK:
            if one != other:
                winning = settle(2, 0, (one, other), (None, None), trump, 1, True, False).winning
                if winning == 0:
                    led[one] |= 1 << other
                elif winning == 1:
                    second[other] |= 1 << one
    return led, second


@lru_cache(_TRICKS)
def _beaten(cards: tuple[Card, ...], trump: int, mult: int) -> tuple[int, int, int]:
    """Who is winning this trick, and the next cards with which the last card or one before it would win."""
    none = (None,) * (len(cards) + 1)
    last, before = 0, 0
    for card in _DECK:
        if card not in cards:
            winning = settle(len(none), 0, (*cards, card), none, trump, mult, True, False).winning
            if winning == len(cards) - 1:
                last |= 1 << card
            elif winning is not None and winning < len(cards):
                before |= 1 << card
    if len(cards) == 1:
        return 0, last, before
    winning = settle(len(cards), 0, cards, none[1:], trump, mult, True, False).winning
    return -1 if winning is None else winning, last, before


def starts(seats: int) -> tuple[int, int, int, int, int, int, int]:
    """Where the strengths, the trick, the needs, the course, the passed card and the steering start, and the end."""
    strengths = _SUITS + 12 + 4 * seats
    in_trick = strengths + 2 * _CLASSES
    needs = in_trick + 61 + 3 * seats
    course = needs + 10 + 15 * seats
    given = course + 14 + 4 * seats
    return strengths, in_trick, needs, course, given, given + 15, given + 15 + 4 * _REACH + 2


def look(
    hand: Hand,
    unseen: int,
    moment: Moment,
    players: Players,
    trick: Trick,
    beats: Rows,
    held: Sequence[Sequence[float]],
    seen: Any,
) -> None:
    """Fill in all that a seat with this hand sees right after its action; ``seen`` holds zeros.

    ``beats``: see ``duels``. ``held``: the chances that cards of a hand win, by rank; trumps come second.
    """
    trump, number, mult, bidding, passing, unclaimed, place, given = moment
    bids, won, fours, most = players
    strengths, in_trick, needs, course, passed, steering, _ = starts(len(bids))
    left, need = HAND_SIZE + 1 - number, bids[0] - won[0]
    _add_ranks(hand, unseen, trump, seen)
    _add_suits(hand, unseen, trump, most, seen)
    _add_strengths(hand, unseen, beats, strengths, seen)
    if len(trick[0]):
        _add_trick(hand, unseen, trump, mult, most, trick, in_trick, seen)
    pressure, known = _add_needs(bids, won, left, needs, seen)
    seen[course + number - 1], seen[course + 10], seen[course + 11] = 1, bidding, passing
    if bidding:
        seen[course + 12 + 2 * len(bids) + place] = 1
    elif len(trick[0]) == 0:
        seen[course + 12 + place] = 1
        seen[course + 12 + len(bids) + place] = mult - 1
    _add_fours(hand, fours, course + 13 + 3 * len(bids), seen)
    seen[course + 12 + 3 * len(bids)], seen[passed - 1] = unclaimed, left / HAND_SIZE
    if given >= 0:
        seen[passed + (given >> 2)] = seen[passed + 14] = 1
        seen[passed + 13] = given & 3 == trump
    if bids[0] >= 0 and 0 <= need <= left:
        expected = 0.0
        for card in hand:
            expected += held[1 if card & 3 == trump else 0][card >> 2]
        _mark(need - expected, steering, seen)
        if known:
            _mark(need - expected * exp(-pressure / left), steering + 2 * _REACH + 1, seen)


def _add_ranks(hand: Hand, unseen: int, trump: int, seen: Any) -> None:
    """How many cards of each rank are in hand and unseen, trumps apart."""
    for card in hand:
        seen[(0 if card & 3 == trump else 13) + (card >> 2)] += 1
    trumps = unseen & _SUIT << trump
    for rank in range(13):
        cards = unseen >> 4 * rank & 15
        if cards:
            is_trump = trumps >> 4 * rank & 15 > 0
            seen[26 + rank], seen[39 + rank] = is_trump, (cards.bit_count() - is_trump) / 2


def _add_suits(hand: Hand, unseen: int, trump: int, most: Rows, seen: Any) -> None:
    """The lengths of the suits and who has none: trumps first, then the longest, then what is least unseen."""
    lengths, ranked = [0, 0, 0, 0], [0, 0, 0, 0]
    for card in hand:
        lengths[card & 3] += 1
    for suit in range(4):
        hidden = (unseen & _SUIT << suit).bit_count()
        ranked[suit] = (((0 if suit == trump else 16) - lengths[suit]) * 16 + hidden) * 4 + suit
    at = _SUITS
    for rank in sorted(ranked):
        suit = rank & 3
        length = lengths[suit]
        seen[at], seen[at + 1], seen[at + 2] = length / 3, length == 0, (rank >> 2 & 15) / 8
        at += 3
        for other in range(1, len(most)):
            seen[at] = most[other][suit] == 0
            at += 1
        seen[at] = length == 1
        at += 1


def _add_strengths(hand: Hand, unseen: int, beats: Rows, at: int, seen: Any) -> None:
    """How many cards in hand beat few, many or nearly all of the unseen cards, when led and when second."""
    total = max(unseen.bit_count(), 1)
    for place in range(2):
        start = at + place * _CLASSES
        for card in hand:
            strength = (beats[place][card] & unseen).bit_count() / total
            seen[start + bisect_right(_STRENGTHS, strength)] += 1
            seen[start + _CLASSES - 1] += strength


def _add_trick(hand: Hand, unseen: int, trump: int, mult: int, most: Rows, trick: Trick, at: int, seen: Any) -> None:
    """The trick, in which others are still to play."""
    cards, showing, winning, last, before = trick
    seats, count, lead, card = len(most), len(cards), cards[0], cards[len(cards) - 1]
    led = trump if lead >> 2 == TWO else lead & 3
    seen[at + (card >> 2)] = 1
    seen[at + 13], seen[at + 15] = card & 3 == trump, showing[count - 1] >= 0
    if count == 1:
        seen[at + 14] = mult - 1
    else:
        seen[at + 16 + (lead >> 2)] = seen[at + 31 + count] = 1
        seen[at + 29], seen[at + 30], seen[at + 31] = lead & 3 == trump, mult - 1, lead & 3 == card & 3
        seen[at + 32] = showing[0] >= 0
    shown, queen = -1, False
    for place in range(count):
        queen = queen or cards[place] >> 2 == QUEEN
        if shown < 0 and showing[place] >= 0:
            shown = place
    if shown >= 0:
        winning = shown
        if not queen:  # only a queen stops a shown four (7.1)
            last = last & _QUEENS | (WHOLE_PACK & ~_QUEENS if shown == count - 1 else 0)
            before = before & _QUEENS | (WHOLE_PACK & ~_QUEENS if shown < count - 1 else 0)
    at += 31 + seats
    seen[at + (seats - 1 if winning < 0 else count - 1 - winning)] = 1
    at += seats
    suited = unseen & _SUIT << led
    loose = unseen & ~suited
    number, others = max(suited.bit_count(), 1), max(loose.bit_count(), 1)
    seen[at], seen[at + 1] = (last & suited).bit_count() / number, (before & ~last & suited).bit_count() / number
    seen[at + 2], seen[at + 3] = (last & loose).bit_count() / others, (before & ~last & loose).bit_count() / others
    seen[at + 4] = suited.bit_count() / 8
    for other in range(1, seats):
        seen[at + 4 + other] = most[other][led] == 0
    at += 4 + seats
    for held in hand:
        if held & 3 == led:
            seen[at + (held >> 2)] = 1
    for rank in range(13):
        seen[at + 13 + rank] = suited >> 4 * rank & 15 > 0


def _add_needs(bids: Sequence[int], won: Sequence[int], left: int, at: int, seen: Any) -> tuple[int, bool]:
    """How many tricks each player still needs and has won; gives how many too many are wanted, once all have bid."""
    pressure, known = -left, True
    for place in range(len(bids)):
        bid, tricks = bids[place], won[place]
        need = bid - tricks
        if bid < 0:
            seen[at + _MOST_NEEDED + 3], known = 1, False
        elif need < 0:
            seen[at] = 1
        elif need > left:
            seen[at + _MOST_NEEDED + 2] = 1
        else:
            seen[at + 1 + min(need, _MOST_NEEDED)] = 1
            seen[at + 11] = need / left
            pressure += need
        seen[at + 12], seen[at + 13], seen[at + 14] = tricks / 4, tricks == 0, max(bid, 0) / 4
        at += 15
    if known:
        seen[at + _PRESSURE + min(max(pressure, -_PRESSURE), _PRESSURE)] = 1
        seen[at + 2 * _PRESSURE + 1] = pressure / left
    return pressure, known


def _add_fours(hand: Hand, fours: Sequence[int], at: int, seen: Any) -> None:
    """How many fours of others are known, and whether the hand has several."""
    own = 0
    for other in range(1, len(fours)):
        seen[at + other - 1] = fours[other]
    for card in hand:
        own += card >> 2 == FOUR
    seen[at + len(fours) - 1] = own > 1


def _mark(difference: float, at: int, seen: Any) -> None:
    """Mark the two points next to a number on a scale of half tricks."""
    point = min(max(2 * difference + _REACH, 0.0), 2.0 * _REACH)
    below = min(int(point), 2 * _REACH - 1)
    seen[at + below] = 1 - (point - below)
    seen[at + below + 1] = point - below
