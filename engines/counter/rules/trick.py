"""How a trick is decided: trump suit, suits, values, winner (6, 7), the lone lowest six (8.1), points (9).

``settle`` does all of this for a finished trick. Simulations call it for every trick, so it is written for speed: suits
come from tables, and a step is skipped if the trick has no card of its rank.
"""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from engines.cards import CARD_TEXTS, SUITS, Card
from engines.counter.actions import HAND_SIZE
from engines.counter.rules.values import (
    EIGHT,
    FIVE,
    FOUR,
    HAS_FOUR,
    HAS_QUEEN,
    HAS_SEVEN,
    HAS_SIX,
    KING,
    QUEEN,
    RANK_BITS,
    SEVEN,
    SIX,
    STARTING,
    TEN,
    TWO,
    Change,
    Changes,
    Value,
    change_values,
    record_tens,
)

NO_SUIT = len(SUITS)
"""The trump suit of a trick that has none; twos are trumps anyway, "without suit" (6.2a)."""
SUIT_TEXTS = SUITS + "*"

_VOID = -1


class Trick(NamedTuple):
    """A trick: finished, or decided as if it ended now. Tuples are in playing order.

    A *place* is a position in playing order; the leader's is 0. ``seats`` is the number of players, who may not all
    have played yet. ``showing`` holds the other fours shown with each card, ``trump`` is the indicator's suit, ``mult``
    is 2 for a doubled lead, ``keep`` is the house rule for led kings, ``last`` marks the last trick of a hand. The
    remaining fields follow from these: the ``led`` suit, the ``trump_suit`` of this trick (or ``NO_SUIT``), effective
    ``suits``, final ``values``, the ``winning`` place (``None``: nobody wins) and the place of the ``lone_six``.
    """

    seats: int
    leader: int
    cards: tuple[Card, ...]
    showing: tuple[Card | None, ...]
    trump: int
    mult: int
    keep: bool
    last: bool
    led: int
    trump_suit: int
    suits: tuple[int, ...]
    values: tuple[Value, ...]
    winning: int | None
    lone_six: int | None

    def seat(self, place: int) -> int:
        """The seat that played the card at this place."""
        return (self.leader + place) % self.seats

    @property
    def trumps(self) -> tuple[bool, ...]:
        """Which cards are trumps."""
        return tuple(suit == self.trump_suit for suit in self.suits)

    @property
    def winner(self) -> int | None:
        """The seat that wins the trick."""
        return None if self.winning is None else self.seat(self.winning)

    @property
    def next_leader(self) -> int:
        """Who leads next: the player of the lone six, else the winner, else the leader again (8.3)."""
        place = self.lone_six if self.lone_six is not None else self.winning
        return self.seat(place or 0)

    @property
    def next_mult(self) -> int:
        """The multiplier of the next lead: a lone six doubles it (8.1)."""
        return 1 if self.lone_six is None else 2

    @property
    def passing(self) -> bool:
        """Whether cards are passed after this trick (8.4)."""
        return not self.last and FIVE in [card >> 2 for card in self.cards]


def led_suit(card: Card, trump: int) -> int:
    """The suit that a led card calls for: a two calls for trumps (5.2)."""
    return trump if card >> 2 == TWO else card & 3


def _effective(card: Card, led: int, trump_suit: int) -> int:
    """The suit of a card in a trick (6.2)."""
    rank, printed = card >> 2, card & 3
    if rank == TWO:
        return trump_suit
    if rank == TEN or (rank == EIGHT and printed != trump_suit):
        return led
    return printed


_DECK = range(len(CARD_TEXTS))
_EFFECTIVE = {
    (led, trump_suit): tuple(_effective(card, led, trump_suit) for card in _DECK)
    for led, trump_suit in product(range(NO_SUIT), range(NO_SUIT + 1))
}


def settle(
    seats: int,
    leader: int,
    cards: tuple[Card, ...],
    showing: tuple[Card | None, ...],
    trump: int,
    mult: int,
    keep: bool,
    last: bool,
    changes: Changes = None,
) -> Trick:
    """The trick with these cards, decided as if nobody played another; see ``Trick`` for the arguments."""
    first = cards[0]
    king_led = first >> 2 == KING
    led = led_suit(first, trump)
    trump_suit = _trump_suit(cards, trump, keep) if king_led else trump
    effective = _EFFECTIVE[led, trump_suit]
    suits = tuple([effective[card] for card in cards])
    starting = STARTING[led]
    values: list[Value] = [starting[card] for card in cards]
    ranks = 0
    for card in cards:
        ranks |= RANK_BITS[card]
    if changes is not None:
        record_tens(cards, led, changes)
    change_values(cards, values, ranks, mult, changes)
    winning = _winning(cards, showing, suits, values, ranks, led, trump_suit)
    lone_six = _lone_six(cards, values) if ranks & HAS_SIX and not last else None
    return Trick(
        seats, leader, cards, showing, trump, mult, keep, last, led, trump_suit, suits, tuple(values), winning, lone_six
    )


def retrace(trick: Trick) -> list[Change]:
    """How the values of the cards changed, in the order in which the rules apply."""
    changes: list[Change] = []
    settle(*trick[:8], changes)
    return changes


def _trump_suit(cards: Sequence[Card], trump: int, keep: bool) -> int:
    """The trump suit of a trick in which a king was led (6.1, A5 to A8)."""
    king_suit = cards[0] & 3
    for card in cards:
        if card & 3 not in (trump, king_suit) and card >> 2 not in (TWO, TEN):
            return card & 3
    return trump if keep else NO_SUIT


def has_queen(cards: Sequence[Card]) -> bool:
    """Whether the powers of fours are cancelled (7.1)."""
    return any(card >> 2 == QUEEN for card in cards)


def victor(cards: Sequence[Card], showing: Sequence[Card | None]) -> int | None:
    """The place of the four that wins the trick (7.2): the first to show another, unless there is a queen (7.1)."""
    if has_queen(cards):
        return None
    return next((place for place, shown in enumerate(showing) if shown is not None), None)


def lowest_wins(cards: Sequence[Card]) -> bool:
    """Whether the lowest value wins: an odd number of sevens, and no king led (7.4b)."""
    return cards[0] >> 2 != KING and sum(card >> 2 == SEVEN for card in cards) % 2 == 1


def _winning(
    cards: Sequence[Card],
    showing: Sequence[Card | None],
    suits: Sequence[int],
    values: Sequence[Value],
    ranks: int,
    led: int,
    trump_suit: int,
) -> int | None:
    """The place of the card that wins (7)."""
    if ranks & HAS_FOUR and not ranks & HAS_QUEEN:
        place = victor(cards, showing)
        if place is not None:
            return place
        suits = [_VOID if card >> 2 == FOUR else suit for card, suit in zip(cards, suits, strict=True)]
    wanted = trump_suit if trump_suit in suits else led
    competing = [place for place, suit in enumerate(suits) if suit == wanted]
    if not competing:
        return None
    # Of equal values, the one played first wins (7.5).
    if ranks & HAS_SEVEN and lowest_wins(cards):
        return min(competing, key=values.__getitem__)
    return max(competing, key=values.__getitem__)


def _lone_six(cards: Sequence[Card], values: Sequence[Value]) -> int | None:
    """The place of a six that alone has the lowest value of the whole trick (8.1, A14)."""
    low = min(values)
    place = values.index(low)
    return place if cards[place] >> 2 == SIX and values.count(low) == 1 else None


def points(bid: int, won: int, seats: int) -> int:
    """The points of one player for a hand (9.2).

    >>> points(3, 3, 4), points(1, 1, 4), points(3, 0, 4), points(3, 5, 4), points(3, 6, 4)
    (3, 2, 1, 0, 5)
    """
    if won == bid:
        return max(bid, 2)
    if won == 0:
        return 1
    return won - 1 if won + seats >= HAND_SIZE else 0
