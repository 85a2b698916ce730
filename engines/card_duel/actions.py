"""The actions of Card Duel (3.2, 4.1, 9), and how to parse a typed one.

There are few distinct actions, so each is created once and looked up in a table.
"""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.kit.parsing import card_in_move
from engines.texts import say

Phase: TypeAlias = Literal["build", "attack", "defend", "damage", "over"]
BUILD: Final = "build"
"""The players choose their hands (3)."""
ATTACK: Final = "attack"
"""An exchange begins (5)."""
DEFEND: Final = "defend"
"""An attack card lies on the table (6.1)."""
DAMAGE: Final = "damage"
"""The attack has succeeded (6.4)."""
OVER: Final = "over"


@dataclass(frozen=True, slots=True)
class Pick:
    """Move a card from the pool to the starting hand (3.2)."""

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
    """Supply the top card of the deck, after a reshuffle if the deck is empty (4.1, 7.2)."""

    def __str__(self) -> str:
        return "deck"


@dataclass(frozen=True, slots=True)
class Nothing:
    """Supply no card, because the player has none (9)."""

    def __str__(self) -> str:
        return "none"


Action: TypeAlias = Pick | Done | FromHand | FromDeck | Nothing

PICKS: tuple[Pick, ...] = tuple(Pick(card) for card in range(len(CARD_TEXTS)))
PLAYS: tuple[FromHand, ...] = tuple(FromHand(card) for card in range(len(CARD_TEXTS)))
DONE = Done()
DECK = FromDeck()
NONE = Nothing()


def parse_action(text: str) -> Action:
    """Parse the canonical text of an action; raises ``IllegalAction`` if there is no such action."""
    match text.lower().split():
        case ["done"]:
            return DONE
        case ["deck"]:
            return DECK
        case ["none"]:
            return NONE
        case ["pick", card]:
            return PICKS[card_in_move(card)]
        case ["hand", card]:
            return PLAYS[card_in_move(card)]
    raise IllegalAction(
        say(
            "“{text}” is not a move in Card Duel. Write “pick 5H” or “done” while you choose your hand, later “hand "
            "9H” or “deck”.",
            text=text.strip()[:40],
        )
    )
