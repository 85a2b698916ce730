"""The events in a game of Counterweight, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines.cards import Card
from engines.contract import Event, MoveEvent, OthersEvent, PrivateEvent
from engines.counterweight.actions import Pile, Placement


@dataclass(frozen=True, slots=True)
class Placed(MoveEvent):
    """A player placed a couple or a sole card (4).

    ``tops`` are the cards that it covers, ``costs`` the penalty points that it adds to each seat's piles (7.3).
    """

    seat: int
    placed: tuple[Placement, ...]
    tops: tuple[Card, ...]
    costs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BeganPile(MoveEvent):
    """A player began a new pile (5); ``forced`` if this shows that they had no couple (9.5)."""

    seat: int
    card: Card
    pile: Pile
    forced: bool


@dataclass(frozen=True, slots=True)
class Drew(PrivateEvent):
    """The player at ``seat`` drew this card (5.2, 4.6)."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrewUnseen(OthersEvent):
    """The player at ``seat`` drew a card that the others do not see (A26)."""


@dataclass(frozen=True, slots=True)
class Relocated(MoveEvent):
    """The opponent moved some or none of the couple to permanent piles (8)."""

    seat: int
    moved: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """A player collected these piles with ``count`` cards in all, or none (6.1).

    ``forced`` if these are all of the player's piles, collected because the hand is empty (6.2).
    """

    seat: int
    piles: tuple[Pile, ...]
    count: int
    forced: bool

    @property
    def repeats_move(self) -> bool:
        """True unless the player had no choice."""
        return not self.forced


@dataclass(frozen=True, slots=True)
class PickedUp(Event):
    """A player's set-aside cards joined the hand (3.1)."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """A game ended during the turn of ``seat`` (7.1), after ``idle`` turns without progress."""

    reason: str
    seat: int
    idle: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player's penalty points for a finished game (7.3)."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class GameDecided(Event):
    """A game was won with fewer penalty points, or drawn (7.4)."""

    winner: int | None


@dataclass(frozen=True, slots=True)
class MatchStands(Event):
    """Each seat's games won or penalty points in the match so far (10.1)."""

    points: tuple[float, ...]
    in_wins: bool


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The next game of a match was dealt (10.2); ``number`` counts from 1."""

    number: int
    starter: int


def scored(event: Event) -> Mapping[int, float]:
    """The penalty points of a player for a game."""
    return {event.seat: event.points} if isinstance(event, Scored) else {}
