"""The events in a game of 3 Piles, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines.cards import Card
from engines.contract import Event, MoveEvent, OthersEvent, PrivateEvent
from engines.three_piles.rules import Score


@dataclass(frozen=True, slots=True)
class Drew(PrivateEvent):
    """The player at ``seat`` drew this card (3.3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrewUnseen(OthersEvent):
    """The player at ``seat`` drew a card that the others do not see (9.2)."""


@dataclass(frozen=True, slots=True)
class Took(MoveEvent):
    """A player took the top card of a stack onto one of their own piles (3.2)."""

    seat: int
    card: Card
    stack: int
    pile: int


@dataclass(frozen=True, slots=True)
class PlayedToPile(MoveEvent):
    """A player put a card from the hand on one of their own piles (3.3)."""

    seat: int
    card: Card
    pile: int


@dataclass(frozen=True, slots=True)
class PlayedToStack(MoveEvent):
    """A player put a card from the hand on a stack (3.3)."""

    seat: int
    card: Card
    stack: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player could do nothing (5.5)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """A card from the deck refilled an emptied stack (3.2)."""

    card: Card
    stack: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A player's points for a finished game (7)."""

    seat: int
    score: Score


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """A game ended with these points by seat; equal points are a draw (7.5)."""

    points: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchStands(Event):
    """The match score so far, by seat (8)."""

    totals: tuple[int, int]


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The next game of a match was dealt (8.4); ``number`` counts from 1."""

    number: int
    starter: int


def scored(event: Event) -> Mapping[int, float]:
    """The points of both players for a game."""
    return dict(enumerate(event.points)) if isinstance(event, GameEnded) else {}
