"""The events in a game of Counter, as plain data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engines.cards import Card
from engines.contract import Event, MoveEvent, PrivateEvent
from engines.counter.document import FinishedTrick
from engines.counter.rules.trick import Trick
from engines.counter.rules.values import FIVE, FOUR, JACK, KING, SEVEN, basic_value


@dataclass(frozen=True, slots=True)
class MadeBid(MoveEvent):
    """A player bid a number of tricks (3.1)."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Played(MoveEvent):
    """A player played a card, and perhaps showed another four with it (5.7)."""

    seat: int
    card: Card
    shown: Card | None


@dataclass(frozen=True, slots=True)
class ChoseCard(MoveEvent):
    """A player chose a card to pass (8.4); nobody is told which one (11.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardValued(Event):
    """What a card of a finished trick was worth and counted as, if that differs from what is printed on it (6)."""

    trick: FinishedTrick
    place: int


@dataclass(frozen=True, slots=True)
class TrumpsChanged(Event):
    """A led king changed the trump suit of a trick, or left it without one (6.1)."""

    king: Card
    suit: int


@dataclass(frozen=True, slots=True)
class SevensPowerless(Event):
    """These sevens would have made the lowest value win, had no king been led (7.4b)."""

    king: Card
    sevens: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickDecided(Event):
    """A player, or nobody, won a trick (7)."""

    trick: FinishedTrick

    @property
    def winner(self) -> int | None:
        """The seat of this player."""
        return self.trick.winner


@dataclass(frozen=True, slots=True)
class LeadsNext(Event):
    """Who leads next: the player of a lone lowest six, doubled (8.1), or the leader again if nobody won (8.3)."""

    seat: int
    six: Card | None


@dataclass(frozen=True, slots=True)
class JackTurned(Event):
    """A jack became the indicator and changed the trump suit (8.2)."""

    jack: Card


@dataclass(frozen=True, slots=True)
class PassDue(Event):
    """The trick contained a five, so every player passes a card (8.4)."""

    five: Card


@dataclass(frozen=True, slots=True)
class CardsPassed(Event):
    """All players have passed a card (8.4)."""


@dataclass(frozen=True, slots=True)
class Gave(PrivateEvent):
    """This seat passed a card to the player at its left (11.2)."""

    card: Card
    player: int


@dataclass(frozen=True, slots=True)
class Received(PrivateEvent):
    """This seat received a card from the player at its right (11.2)."""

    card: Card
    player: int


@dataclass(frozen=True, slots=True)
class TricksUnclaimed(Event):
    """This many tricks of a hand were won by nobody (7.6)."""

    count: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """What a player scored for a hand, and the total (9.2)."""

    seat: int
    bid: int
    won: int
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class NextHand(Event):
    """The next hand was dealt (2)."""

    number: int
    dealer: int
    indicator: Card


def scored(event: Event) -> Mapping[int, float]:
    """The points of a player for a hand."""
    return {event.seat: event.points} if isinstance(event, Scored) else {}


def is_changed(trick: Trick, place: int) -> bool:
    """Whether a card differed in its trick from what is printed on it: by value, suit or power (6)."""
    card = trick.cards[place]
    return card >> 2 == FOUR or trick.values[place] != basic_value(card) or trick.suits[place] != card & 3


def of_trick(trick: Trick) -> Iterator[Event]:
    """How a trick was decided: the cards that changed, a led king, the winner, and the consequences (6 to 8)."""
    yield from (CardValued(trick, place) for place in range(len(trick.cards)) if is_changed(trick, place))
    lead, sevens = trick.cards[0], tuple(card for card in trick.cards if card >> 2 == SEVEN)
    if trick.trump_suit != trick.trump:
        yield TrumpsChanged(lead, trick.trump_suit)
    if lead >> 2 == KING and len(sevens) % 2:
        yield SevensPowerless(lead, sevens)
    yield TrickDecided(trick)
    if trick.last:
        return
    if trick.lone_six is not None:
        yield LeadsNext(trick.seat(trick.lone_six), trick.cards[trick.lone_six])
    elif trick.winning is None:
        yield LeadsNext(trick.leader, None)
    jacks = [card for card in trick.cards if card >> 2 == JACK]
    if jacks and jacks[-1] & 3 != trick.trump:
        yield JackTurned(jacks[-1])
    if trick.passing:
        yield PassDue(next(card for card in trick.cards if card >> 2 == FIVE))
