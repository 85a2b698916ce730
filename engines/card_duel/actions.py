"""The actions of Card Duel and which of them are legal (3.2, 4.1, 9).

There are few different actions, so each exists once and a position only picks from tables of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.card_duel.values import VALUES
from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.reading import read_card
from engines.texts import say

Phase: TypeAlias = Literal["build", "attack", "defend", "damage", "over"]
BUILD: Final = "build"
"""Both players choose their hands (3)."""
ATTACK: Final = "attack"
"""An exchange begins (5)."""
DEFEND: Final = "defend"
"""An attack card lies on the table (6.1)."""
DAMAGE: Final = "damage"
"""The attack has succeeded (6.4)."""
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Pick:
    """Put a card of the pool into the own starting hand (3.2)."""

    card: Card

    def __str__(self) -> str:
        return f"pick {CARD_TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class Done:
    """The starting hand is complete, for good (3.4)."""

    def __str__(self) -> str:
        return "done"


@dataclass(frozen=True, slots=True)
class FromHand:
    """Supply a card from the hand (4.1)."""

    card: Card

    def __str__(self) -> str:
        return f"hand {CARD_TEXTS[self.card]}"


@dataclass(frozen=True, slots=True)
class FromDeck:
    """Supply the top card of the own deck, after a reshuffle if that is empty (4.1, 7.2)."""

    def __str__(self) -> str:
        return "deck"


@dataclass(frozen=True, slots=True)
class Nothing:
    """Supply no card, because there is none (9)."""

    def __str__(self) -> str:
        return "none"


Action: TypeAlias = Pick | Done | FromHand | FromDeck | Nothing

PICKS: tuple[Pick, ...] = tuple(Pick(card) for card in range(len(CARD_TEXTS)))
PLAYS: tuple[FromHand, ...] = tuple(FromHand(card) for card in range(len(CARD_TEXTS)))
DONE = Done()
DECK = FromDeck()
NONE = Nothing()


def building_actions(pool: Sequence[Card], room: int) -> list[Action]:
    """What a player can do who may still add cards worth ``room`` to the starting hand (3.2, 3.3)."""
    found: list[Action] = [PICKS[card] for card in pool if VALUES[card] <= room]
    found.append(DONE)
    return found


def supplying_actions(hand: Sequence[Card], has_deck: bool) -> list[Action]:
    """The ways to supply a card (4.1); ``has_deck``: a deck card can be turned, if need be after a reshuffle (7.2)."""
    found: list[Action] = [PLAYS[card] for card in hand]
    if has_deck:
        found.append(DECK)
    return found or [NONE]


def parse_action(text: str) -> Action:
    """The action that a canonical text stands for; raises ``IllegalAction`` if it stands for none."""
    match text.lower().split():
        case ["done"]:
            return DONE
        case ["deck"]:
            return DECK
        case ["none"]:
            return NONE
        case ["pick", card]:
            return PICKS[read_card(card)]
        case ["hand", card]:
            return PLAYS[read_card(card)]
    raise IllegalAction(
        say(
            "“{text}” is not a move of Card Duel. While you choose your hand, write “pick 5H” and at last “done”; "
            "then “hand 9H” or “deck”.",
            text=text.strip()[:40],
        )
    )
