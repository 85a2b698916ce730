"""The values of the cards in a trick (6.3): basic values, and the steps V1 to V7 that change them.

A step is skipped if its ranks are missing. Given a list of ``changes``, the steps record what they do, so that it can
be explained; simulations pass ``None``.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from engines.cards import CARD_TEXTS, RANKS, SUITS, Card

ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(len(RANKS))

RANK_BITS = tuple(1 << (card >> 2) for card in range(len(CARD_TEXTS)))
"""Each card's rank as a bit."""
HAS_ACE, HAS_THREE, HAS_FOUR, HAS_FIVE, HAS_SIX, HAS_SEVEN, HAS_NINE, HAS_QUEEN = (
    1 << rank for rank in (ACE, THREE, FOUR, FIVE, SIX, SEVEN, NINE, QUEEN)
)
HAS_COURT = 1 << JACK | 1 << QUEEN | 1 << KING
HAS_FOUR_OR_QUEEN = HAS_FOUR | HAS_QUEEN


MIDDLE = 9
"""The value against which a nine weighs the other cards."""
HALF = 0.5
"""The value of a nine among low cards (V7)."""
LIFTED = 15
"""The value of an off-suit ten, a queen next to an 11, or a nine among high cards."""
HIGH_ACE = 14
ELEVEN = 11

Value: TypeAlias = int | float


class Reason(Enum):
    """Why the value of a card changed (6.3)."""

    OFF_SUIT_TEN = "V1"
    COURT_CARD = "V2"
    ROBS = "V3, V5"
    IS_ROBBED = "V3, V5 victim"
    ELEVEN = "V4"
    DOUBLED = "V6"
    MORE_ABOVE = "V7 above"
    MORE_BELOW = "V7 below"


class Change(NamedTuple):
    """A change in a card's value: its place in the trick, the new value, the reason and the cards that caused it."""

    place: int
    value: Value
    reason: Reason
    by: tuple[Card, ...] = ()


Changes: TypeAlias = list[Change] | None


def basic_value(card: Card) -> int:
    """The value of a card before any power changes it (1.2)."""
    return (card >> 2) + 1


STARTING = tuple(
    tuple(LIFTED if card >> 2 == TEN and card & 3 != led else basic_value(card) for card in range(len(CARD_TEXTS)))
    for led in range(len(SUITS))
)
"""Each card's value after V1, which only affects off-suit tens, by led suit and card."""


def change_values(cards: Sequence[Card], values: list[Value], ranks: int, mult: int, changes: Changes) -> None:
    """V2 to V7, strictly in this order (6.3)."""
    if ranks & HAS_ACE and ranks & HAS_COURT:
        _lift_aces(cards, values, changes)
    if ranks & HAS_FIVE and ranks & HAS_SIX:
        _rob(cards, values, FIVE, (SIX,), changes)
    if ranks & HAS_QUEEN:
        _lift_queens(cards, values, mult, changes)
    if ranks & HAS_THREE and ranks & HAS_FOUR_OR_QUEEN:
        _rob(cards, values, THREE, (FOUR, QUEEN), changes)
    nine_led = cards[0] >> 2 == NINE
    if mult > 1 and not nine_led:
        _double(values, mult, changes)
    if ranks & HAS_NINE:
        _weigh_nines(cards, values, changes)
        if mult > 1 and nine_led:
            _double(values, mult, changes)


def record_tens(cards: Sequence[Card], led: int, changes: list[Change]) -> None:
    """Record V1, which is already part of the starting values."""
    for place, card in enumerate(cards):
        if card >> 2 == TEN and card & 3 != led:
            changes.append(Change(place, LIFTED, Reason.OFF_SUIT_TEN))


def _set(
    values: list[Value], changes: Changes, place: int, value: Value, reason: Reason, by: tuple[Card, ...] = ()
) -> None:
    values[place] = value
    if changes is not None:
        changes.append(Change(place, value, reason, by))


def _lift_aces(cards: Sequence[Card], values: list[Value], changes: Changes) -> None:
    """V2: an ace is worth 14 next to a court card of its suit."""
    for place, card in enumerate(cards):
        if card >> 2 == ACE:
            court = tuple(other for other in cards if other >> 2 >= JACK and other & 3 == card & 3)
            if court:
                _set(values, changes, place, HIGH_ACE, Reason.COURT_CARD, court[:1])


def _rob(cards: Sequence[Card], values: list[Value], thief: int, victims: tuple[int, ...], changes: Changes) -> None:
    """V3 and V5: the first five (three) gains the values of all sixes (fours and queens), which become 0."""
    thief_place = next(place for place, card in enumerate(cards) if card >> 2 == thief)
    robbed = [place for place, card in enumerate(cards) if card >> 2 in victims]
    total = values[thief_place] + sum([values[place] for place in robbed])
    _set(values, changes, thief_place, total, Reason.ROBS, tuple([cards[place] for place in robbed]))
    for place in robbed:
        _set(values, changes, place, 0, Reason.IS_ROBBED, (cards[thief_place],))


def _lift_queens(cards: Sequence[Card], values: list[Value], mult: int, changes: Changes) -> None:
    """V4: queens are worth 15 next to an 11; a led card counts as doubled (A12)."""
    compared = [values[0] * mult, *values[1:]]
    if ELEVEN not in compared:
        return
    eleven = cards[compared.index(ELEVEN)]
    for place, card in enumerate(cards):
        if card >> 2 == QUEEN:
            _set(values, changes, place, LIFTED, Reason.ELEVEN, (eleven,))


def _double(values: list[Value], mult: int, changes: Changes) -> None:
    """V6, and the end of V7 for a led nine."""
    _set(values, changes, 0, int(values[0] * mult), Reason.DOUBLED)


def _weigh_nines(cards: Sequence[Card], values: list[Value], changes: Changes) -> None:
    """V7: nines become 15 among more cards above 9 than below, 1/2 among more below (A13)."""
    balance = 0
    for card, value in zip(cards, values, strict=True):
        if card >> 2 != NINE:
            balance += (value > MIDDLE) - (value < MIDDLE)
    if balance == 0:
        return
    value, reason = (LIFTED, Reason.MORE_ABOVE) if balance > 0 else (HALF, Reason.MORE_BELOW)
    for place, card in enumerate(cards):
        if card >> 2 == NINE:
            _set(values, changes, place, value, reason)
