"""The written form of a position (Annex B)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator

from engines.cards import CARD_TEXTS, CardField, write_cards
from engines.knotweed.options import SEATS, KnotweedOptions

if TYPE_CHECKING:
    from engines.knotweed.tabletop import Tabletop

Count = Annotated[int, Field(ge=0)]
PileNumber = Annotated[int, Field(ge=1, le=52 * 6)]
"""There are never more piles than cards."""
Hand = list[CardField]


def _numbered(piles: Any) -> Any:
    """Piles in a list are numbered 1, 2, ...; in an object the keys are the numbers."""
    if isinstance(piles, list):
        return dict(enumerate(piles, 1))
    if isinstance(piles, dict):
        return {int(key) if isinstance(key, str) and key.isdecimal() else key: pile for key, pile in piles.items()}
    return piles


def _seat_keys(answers: Any) -> Any:
    if isinstance(answers, dict):
        return {int(key) if isinstance(key, str) and key.isdecimal() else key: word for key, word in answers.items()}
    return answers


class LaidDocument(BaseModel):
    """A play of the present turn."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pile: PileNumber
    on: CardField
    cards: Annotated[Hand, Field(min_length=1)]
    opened: list[PileNumber] = []

    @model_validator(mode="after")
    def _is_a_play(self) -> LaidDocument:
        if len({card >> 2 for card in self.cards}) != 1:
            raise ValueError("the cards of a play must be of one rank")
        if len(self.opened) != len(self.cards) - 1:
            raise ValueError("a play of k cards opens k - 1 new piles")
        return self


class PositionDocument(BaseModel):
    """What a position may say; the defaults are those of a round that has just begun."""

    model_config = ConfigDict(strict=True, extra="forbid")

    options: Annotated[KnotweedOptions, Strict(False)] = KnotweedOptions()
    hands: Annotated[list[Hand], Field(min_length=SEATS[0], max_length=SEATS[-1])]
    piles: Annotated[dict[PileNumber, Annotated[Hand, Field(min_length=1)]], BeforeValidator(_numbered)] = {}
    draw: Hand = []
    discard: Hand = []
    phase: Literal["play", "challenge", "prune", "over"] = "play"
    turn: Count = 0
    turns: Count = 0
    starter: Count = 0
    out: list[Count] | None = None
    plays: list[LaidDocument] = []
    closed: list[PileNumber] | None = None
    due: Count | None = None
    taken: list[Count] | None = None
    passes: Count = 0
    to_prune: Count = 0
    answers: Annotated[dict[Count, Literal["accept", "challenge"]], BeforeValidator(_seat_keys)] = {}
    round: Annotated[int, Field(ge=1)] = 1
    points: list[Annotated[float, Field(ge=0)]] | None = None
    wins: list[Count] | None = None
    ending: str | None = None
    seed: str = ""
    chance: Annotated[int, Field(ge=1)] = 1


def write(state: Tabletop) -> dict[str, Any]:
    """The position as a document; ``due`` and ``closed`` follow from ``plays`` and are there to be read."""
    return {
        "options": state.options.model_dump(),
        "hands": [write_cards(hand) for hand in state.hands],
        "piles": {str(number): write_cards(pile) for number, pile in enumerate(state.piles, 1) if pile},
        "draw": write_cards(reversed(state.draw)),
        "discard": write_cards(state.discard),
        "phase": state.phase.value,
        "turn": state.turn,
        "turns": state.turns,
        "starter": state.starter,
        "out": list(state.out),
        "plays": [
            {
                "pile": laid.pile,
                "on": CARD_TEXTS[laid.on],
                "cards": write_cards(laid.cards),
                "opened": [*laid.opened],
            }
            for laid in state.laid
        ],
        "closed": sorted(state.closed),
        "due": state.due,
        "taken": list(state.taken),
        "passes": state.passes,
        "to_prune": state.to_prune,
        "answers": {str(seat): "challenge" if state.answers[seat] else "accept" for seat in sorted(state.answers)},
        "round": state.round,
        "points": list(state.points),
        "wins": list(state.wins),
        "ending": state.ending,
        "seed": state.seed,
        "chance": state.chance,
    }
