"""What a seat sees in Counter, as numbers for the network: more of them, the more players there are.

Written for speed: a search asks for the features of thousands of positions. Sets of cards are integers with a bit for
each card.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import exp

from engines.cards import RANKS, SUITS, WHOLE_PACK, Card
from engines.counter.actions import BID, HAND_SIZE, PASS
from engines.counter.rules.trick import led_suit, settle
from engines.counter.rules.values import FOUR, QUEEN
from engines.counter.state import CounterState
from opponents.policies.counter import HELD

_DECK = range(len(RANKS) * len(SUITS))
_OF_SUIT = tuple(sum(1 << card for card in _DECK if card & 3 == suit) for suit in range(len(SUITS)))
_QUEENS = sum(1 << card for card in _DECK if card >> 2 == QUEEN)
_NO_RANK = [0.0] * len(RANKS)
_TRICKS = 4096
"""Beginnings of tricks that are kept in mind."""
_MOST_NEEDED = 7
"""Players who need this many tricks or more are alike."""
_PRESSURE = 4
"""From this many tricks too many or too few on, it is all the same how many."""
_REACH = 8
"""How far from the expected number of tricks, in half tricks, needs are told apart."""
_STRENGTHS = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Where one class of strong cards ends and the next begins."""


def features(state: CounterState, seat: int, hand: Sequence[Card], given: Card | None = None) -> list[float]:
    """The features for ``seat`` with this hand, after it has played, bid or chosen ``given`` to pass."""
    trump = state.face_up[-1] & 3
    known = 0 if given is None else 1 << given
    for cards in (state.played, state.face_up, state.trick, hand):
        for card in cards:
            known |= 1 << card
    unseen = WHOLE_PACK & ~known
    seats = len(state.hands)
    others = [(seat + place) % seats for place in range(1, seats)]
    voids = [state.known.most[other] for other in others]
    found = _by_rank(hand, unseen, trump)
    found += _by_suit(hand, unseen, trump, voids)
    found += _strengths(hand, unseen, trump)
    found += _in_trick(state, hand, unseen, trump, voids) if state.trick else _no_trick(seats)
    found += _needs(state, (seat, *others))
    found += _course(state, seat, hand, others)
    found += _NOT_GIVEN if given is None else (*_rank(given), given & 3 == trump, 1.0)
    found += _steering(state, seat, hand, trump)
    return found


@cache
def _rank(card: Card) -> tuple[float, ...]:
    """A one in the place of the card's rank."""
    return tuple(float(rank == card >> 2) for rank in range(len(RANKS)))


_NOT_GIVEN = (0.0,) * (len(RANKS) + 2)


def _by_rank(hand: Sequence[Card], unseen: int, trump: int) -> list[float]:
    """How many cards of each rank are in hand and unseen, trumps apart."""
    trumps, side = _NO_RANK[:], _NO_RANK[:]
    for card in hand:
        (trumps if card & 3 == trump else side)[card >> 2] += 1
    hidden_trumps, hidden = unseen & _OF_SUIT[trump], unseen & ~_OF_SUIT[trump]
    return [
        *trumps,
        *side,
        *[float(hidden_trumps >> shift & 15 > 0) for shift in range(0, 52, 4)],
        *[(hidden >> shift & 15).bit_count() / 2 for shift in range(0, 52, 4)],
    ]


def _by_suit(hand: Sequence[Card], unseen: int, trump: int, voids: list[tuple[int, ...]]) -> list[float]:
    """The lengths of the suits and who has none: trumps first, then the longest."""
    lengths = [0] * len(SUITS)
    for card in hand:
        lengths[card & 3] += 1
    hidden = [(unseen & cards).bit_count() for cards in _OF_SUIT]
    order = sorted(range(len(SUITS)), key=lambda suit: (suit != trump, -lengths[suit], hidden[suit]))
    found: list[float] = []
    for suit in order:
        length = lengths[suit]
        found += (length / 3, length == 0, hidden[suit] / 8, *[most[suit] == 0 for most in voids], length == 1)
    return found


@cache
def _duels(trump: int) -> tuple[list[int], list[int]]:
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


def _strengths(hand: Sequence[Card], unseen: int, trump: int) -> list[float]:
    """How many cards in hand beat few, many or nearly all of the unseen cards, when led and when second."""
    found = [0.0] * (2 * len(_STRENGTHS) + 4)
    total = max(unseen.bit_count(), 1)
    for place, beats in enumerate(_duels(trump)):
        start = place * (len(_STRENGTHS) + 2)
        for card in hand:
            strength = (beats[card] & unseen).bit_count() / total
            found[start + _class(strength)] += 1
            found[start + len(_STRENGTHS) + 1] += strength
    return found


def _class(strength: float) -> int:
    """The class of a strength."""
    for number, end in enumerate(_STRENGTHS):
        if strength < end:
            return number
    return len(_STRENGTHS)


@lru_cache(_TRICKS)
def _beaten(cards: tuple[Card, ...], trump: int, mult: int) -> tuple[int | None, int, int]:
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
    return settle(len(cards), 0, cards, none[1:], trump, mult, True, False).winning, last, before


def _in_trick(
    state: CounterState, hand: Sequence[Card], unseen: int, trump: int, voids: list[tuple[int, ...]]
) -> Iterator[float]:
    """The trick, in which the seat has played the last card and others are still to play."""
    trick, showing, doubled, seats = state.trick, state.showing, state.mult - 1, len(state.hands)
    card, lead, count = trick[-1], trick[0], len(trick)
    led = led_suit(lead, trump)
    yield from _rank(card)
    yield from (card & 3 == trump, doubled if count == 1 else 0, showing[-1] is not None)
    if count == 1:
        yield from (0.0,) * (len(RANKS) + 2 + seats)
    else:
        yield from _rank(lead)
        yield from (lead & 3 == trump, doubled, lead & 3 == card & 3, showing[0] is not None)
        yield from [float(count == each) for each in range(2, seats)]
    winning, last, before = _beaten(tuple(trick), trump, state.mult)
    if showing != [None] * count:
        winning = next(place for place, shown in enumerate(showing) if shown is not None)
        if all(played >> 2 != QUEEN for played in trick):  # only a queen stops a shown four (7.1)
            last = last & _QUEENS | (WHOLE_PACK & ~_QUEENS if winning == count - 1 else 0)
            before = before & _QUEENS | (WHOLE_PACK & ~_QUEENS if winning < count - 1 else 0)
    yield winning == count - 1
    yield from [winning == count - 1 - back for back in range(1, seats - 1)]
    yield winning is None
    suited, loose = unseen & _OF_SUIT[led], unseen & ~_OF_SUIT[led]
    for cards in (suited, loose):
        number = max(cards.bit_count(), 1)
        yield (last & cards).bit_count() / number
        yield (before & ~last & cards).bit_count() / number
    yield suited.bit_count() / 8
    yield from [most[led] == 0 for most in voids]
    held = sum(1 << held for held in hand if held & 3 == led)
    for cards in (held, suited):
        yield from [float(cards >> shift & 15 > 0) for shift in range(0, 52, 4)]


@cache
def _no_trick(seats: int) -> tuple[float, ...]:
    return (0.0,) * (4 * len(RANKS) + 9 + 3 * seats)


def _needs(state: CounterState, seats: tuple[int, ...]) -> Iterator[float]:
    """How many tricks each seat still needs and has won, and how many are wanted in all."""
    left = HAND_SIZE + 1 - state.trick_no
    wanted = 0
    for seat in seats:
        bid, won = state.bids[seat], state.won[seat]
        yield from _need(bid, won, left)
        if bid is not None and 0 <= bid - won <= left:
            wanted += bid - won
    pressure = wanted - left
    if None in state.bids:
        yield from (0.0,) * (2 * _PRESSURE + 2)
    else:
        near = min(max(pressure, -_PRESSURE), _PRESSURE)
        yield from [float(number == near) for number in range(-_PRESSURE, _PRESSURE + 1)]
        yield pressure / left


@cache
def _need(bid: int | None, won: int, left: int) -> tuple[float, ...]:
    """What a seat still needs: too many won, a number, too few left, no bid yet; then bid and tricks won."""
    kinds = [0.0] * (_MOST_NEEDED + 4)
    share = 0.0
    if bid is None:
        kinds[-1] = 1
    elif bid < won:
        kinds[0] = 1
    elif bid - won > left:
        kinds[-2] = 1
    else:
        kinds[1 + min(bid - won, _MOST_NEEDED)] = 1
        share = (bid - won) / left
    return (*kinds, share, won / 4, float(won == 0), (bid or 0) / 4)


def _course(state: CounterState, seat: int, hand: Sequence[Card], others: Sequence[int]) -> list[float]:
    """How far the hand is, who comes next, and the fours that are known."""
    number, bidding, seats = state.trick_no, state.phase == BID, len(state.hands)
    leader = (state.turn - seat) % seats if not bidding and not state.trick else None
    leads = [float(leader == place) for place in range(seats)]
    place = (seat - state.dealer) % seats if bidding else None
    fours = state.known.fours
    return [
        *[float(number == each) for each in range(1, HAND_SIZE + 1)],
        bidding,
        state.phase == PASS,
        *leads,
        *(leads if state.mult > 1 else (0.0,) * seats),
        *[float(place == each) for each in range(seats)],
        state.unclaimed,
        *[len(fours[other]) for other in others],
        sum([card >> 2 == FOUR for card in hand]) > 1,
        (HAND_SIZE + 1 - number) / HAND_SIZE,
    ]


def _steering(state: CounterState, seat: int, hand: Sequence[Card], trump: int) -> list[float]:
    """How many more tricks the seat needs than its hand should win, alone and with what the others want."""
    seats, left = len(state.hands), HAND_SIZE + 1 - state.trick_no
    need = (state.bids[seat] or 0) - state.won[seat]
    found = [0.0] * (4 * _REACH + 2)
    if state.bids[seat] is None or not 0 <= need <= left:
        return found
    held = HELD[seats]
    expected = sum([held[card & 3 == trump][card >> 2] for card in hand])
    _mark(found, 0, need - expected)
    if None not in state.bids:
        pressure = -left
        for other in range(seats):
            missing = (state.bids[other] or 0) - state.won[other]
            pressure += missing if 0 <= missing <= left else 0
        _mark(found, 2 * _REACH + 1, need - expected * exp(-pressure / left))
    return found


def _mark(found: list[float], start: int, difference: float) -> None:
    """Mark the two points next to a number on a scale of half tricks."""
    point = min(max(2 * difference + _REACH, 0.0), 2.0 * _REACH)
    below = min(int(point), 2 * _REACH - 1)
    found[start + below] = 1 - (point - below)
    found[start + below + 1] = point - below
