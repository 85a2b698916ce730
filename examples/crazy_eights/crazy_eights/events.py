"""What can happen, as plain data."""

from dataclasses import dataclass

from crazy_eights.actions import Action
from engines.cards import Card
from engines.contract import Event, OthersEvent, PrivateEvent


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """A player played a card or passed (3)."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Drew(PrivateEvent):
    """The player at ``seat`` drew this card (3.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrewUnseen(OthersEvent):
    """The player at ``seat`` drew a card that the others do not see (A.2)."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A deal of a match is over and the next one begins (5.2)."""

    starter: int
