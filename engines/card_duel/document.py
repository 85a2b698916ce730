"""The written form of a position (Annex B)."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engines.card_duel.actions import ATTACK, BUILD, DEFEND, Phase
from engines.card_duel.options import Options
from engines.card_duel.values import total
from engines.cards import CARD_TEXTS, Card, CardField, write_cards

if TYPE_CHECKING:
    from engines.card_duel.state import CardDuelState

Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Number = Annotated[int, Field(strict=True, ge=0)]
Group = list[CardField]
Groups = Annotated[list[Group], Field(min_length=2, max_length=2)]
"""Cards by seat."""


class Table(BaseModel):
    """The cards of the running exchange."""

    model_config = ConfigDict(extra="forbid")

    attack: CardField | None = None
    defence: CardField | None = None


class Document(BaseModel):
    """A position as in Annex B. What is left out is empty, zero or the default; cards of the pack may be missing.

    During the phase "build" ``hands`` are the cards picked so far and ``pools`` the others. Added to the
    keys of the annex: ``done`` (who has finished building), ``reshuffles`` by seat (10.1), ``dealer`` of
    this game (default: who attacks first while building, later as the options and ``game_no`` have it),
    ``spent`` (the value of the cards played from each hand, which all have seen), ``game_no`` and ``points``
    of the match (11), and ``seed`` with ``chance``, the number of the next shuffle.
    """

    model_config = ConfigDict(extra="forbid")

    pools: Groups = [[], []]
    hands: Groups = [[], []]
    decks: Groups = [[], []]
    discards: Groups = [[], []]
    damage: Groups = [[], []]
    table: Table = Table()
    attacker: Seat = 0
    phase: Phase = ATTACK
    done: Annotated[list[Annotated[bool, Field(strict=True)]], Field(min_length=2, max_length=2)] = [False, False]
    idle: Number = 0
    reshuffles: Annotated[list[Number], Field(min_length=2, max_length=2)] = [0, 0]
    spent: Annotated[list[Number], Field(min_length=2, max_length=2)] = [0, 0]
    dealer: Seat | None = None
    game_no: Number = 0
    points: Annotated[list[Annotated[float, Field(ge=0)]], Field(min_length=2, max_length=2)] = [0.0, 0.0]
    options: Options = Options()
    seed: str = ""
    chance: Annotated[int, Field(strict=True, ge=1)] = 1

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Refuse what contradicts the phase."""
        if self.phase == BUILD:
            self._check_building()
        elif any(self.pools):
            raise ValueError("there are pools only while hands are chosen, in the phase “build”")
        if self.phase in (BUILD, ATTACK) and (self.table.attack is not None or self.table.defence is not None):
            raise ValueError(f"no card can be on the table in the phase “{self.phase}”")
        if self.phase == DEFEND and (self.table.attack is None or self.table.defence is not None):
            raise ValueError("who defends must face an attack card and no defence card")
        return self

    def _check_building(self) -> None:
        """3.2 to 3.4."""
        if any(chain(self.decks, self.discards, self.damage)):
            raise ValueError("there are no decks, discard piles and damage rows while hands are chosen")
        if all(self.done):
            raise ValueError("when both hands are finished, the phase “build” is over")
        if self.dealer not in (None, self.attacker):
            raise ValueError("the dealer attacks first")
        for hand in self.hands:
            if total(hand) > self.options.hand_limit:
                raise ValueError(f"a starting hand makes {total(hand)}, the limit is {self.options.hand_limit}")


def write(state: CardDuelState) -> dict[str, Any]:
    """The position as a document."""
    return {
        "pools": [write_cards(pool) for pool in state.pools],
        "hands": [write_cards(hand) for hand in state.hands],
        "decks": [write_cards(reversed(deck)) for deck in state.decks],
        "discards": [write_cards(pile) for pile in state.discards],
        "damage": [write_cards(row) for row in state.damage],
        "table": write_table(state.attack, state.defence),
        "attacker": state.attacker,
        "phase": state.phase,
        "done": list(state.done),
        "idle": state.idle,
        "reshuffles": list(state.reshuffles),
        "spent": list(state.spent),
        "dealer": state.dealer,
        "game_no": state.game_no,
        "points": list(state.points),
        "options": state.options.model_dump(),
        "seed": state.seed,
        "chance": state.chance,
    }


def write_table(attack: Card | None, defence: Card | None) -> dict[str, str | None]:
    """The cards of the running exchange as a document."""
    return {
        "attack": None if attack is None else CARD_TEXTS[attack],
        "defence": None if defence is None else CARD_TEXTS[defence],
    }
