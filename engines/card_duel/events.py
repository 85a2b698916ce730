"""The events in a game of Card Duel, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engines.card_duel.actions import Phase
from engines.cards import Card
from engines.contract import Event, MoveEvent, PrivateEvent


@dataclass(frozen=True, slots=True)
class Picked(PrivateEvent):
    """The player at ``seat`` put this card in the starting hand, in secret (10.4)."""

    card: Card
    total: int
    limit: int


@dataclass(frozen=True, slots=True)
class HandChosen(MoveEvent):
    """A player completed a starting hand; nothing more about it is public yet (10.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class HandCounted(Event):
    """Both hands are chosen, so the size of this one becomes public (10.4) and the deck is shuffled (3.4)."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class DuelBegan(Event):
    """The duel began; the dealer attacks first (3.4)."""

    attacker: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """A player's discard pile of ``count`` cards became the deck (7.2)."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Supplied(Event):
    """A player supplied a card from the hand or the deck in this step of the exchange (10.1)."""

    seat: int
    step: Phase
    source: Literal["hand", "deck"]
    card: Card

    @property
    def repeats_move(self) -> bool:
        """Whether the player chose this card."""
        return self.source == "hand"


@dataclass(frozen=True, slots=True)
class HadNoCard(Event):
    """A player had to supply a card and had none (9)."""

    seat: int


@dataclass(frozen=True, slots=True)
class AttackStopped(Event):
    """The defence held, and the defender attacks next (6.3)."""

    defender: int


@dataclass(frozen=True, slots=True)
class AttackSucceeded(Event):
    """The attack succeeded; the attacker must now supply a damage card (6.4)."""

    attacker: int


@dataclass(frozen=True, slots=True)
class Damaged(Event):
    """A player took damage (6.5); ``total`` is their damage in this game so far."""

    seat: int
    damage: int
    total: int
    life: int


@dataclass(frozen=True, slots=True)
class IdleLimitReached(Event):
    """This many exchanges in a row did no damage, so the game ends (8.2)."""

    count: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """A game ended with this damage by seat; equal damage is a draw (8)."""

    hurt: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchStands(Event):
    """The match score so far, by seat (11)."""

    points: tuple[float, float]


@dataclass(frozen=True, slots=True)
class NextGame(Event):
    """The next game of a match was dealt (11); ``number`` counts from 1."""

    number: int
    dealer: int


def scored(event: Event) -> Mapping[int, float]:
    """The damage that both players had taken in a game."""
    return dict(enumerate(event.hurt)) if isinstance(event, GameEnded) else {}
