"""The actions (3), and reading one that a player typed."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from engines.cards import CARD_TEXTS, SUITS, Card
from engines.contract import IllegalAction
from engines.kit.parsing import card_in_move
from engines.texts import say

DRAW: Final = "draw"
PASS: Final = "pass"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card; with an eight comes the suit that it names (3.3)."""

    card: Card
    suit: int | None = None

    def __str__(self) -> str:
        return f"play {CARD_TEXTS[self.card]}" + ("" if self.suit is None else f" {SUITS[self.suit]}")


Action: TypeAlias = Play | Literal["draw", "pass"]


def parse_action(text: str) -> Action:
    """The action that a text stands for; raises ``IllegalAction`` if it stands for none."""
    match text.upper().split():
        case [("DRAW" | "PASS") as word]:
            return DRAW if word == "DRAW" else PASS
        case ["PLAY", card]:
            return Play(card_in_move(card))
        case ["PLAY", card, ("C" | "D" | "H" | "S") as suit]:
            return Play(card_in_move(card), SUITS.index(suit))
    raise IllegalAction(
        say("“{text}” is not a move. Write “play 5C”, “play 8C H” to name hearts, “draw” or “pass”.", text=text[:40])
    )
