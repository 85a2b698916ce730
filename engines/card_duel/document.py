"""The document format for positions of Card Duel (Annex B)."""

from itertools import chain
from typing import Annotated, Self, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, Field, model_validator

from engines.card_duel.actions import ATTACK, BUILD, DEFEND, Phase
from engines.card_duel.options import Options
from engines.card_duel.rules import Table, by_value, total
from engines.cards import Card
from engines.documents import Count, DrawPile

T = TypeVar("T")

Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
PerSeat: TypeAlias = Annotated[list[T], Field(min_length=2, max_length=2)]
Group: TypeAlias = list[Card]
Sorted: TypeAlias = Annotated[list[Card], AfterValidator(by_value)]
"""Cards kept sorted by value."""


class Document(BaseModel, extra="forbid"):
    """A position as in Annex B. Omitted fields are empty, zero or the default; cards of the pack may be missing.

    During the phase "build", ``hands`` holds the cards chosen so far and ``pools`` the rest. Keys added to those of the
    annex: ``done`` (who has finished building), ``reshuffles`` by seat (10.1), ``dealer`` of this game (default: the
    attacker while building, later whoever the options and ``game_no`` determine), ``spent`` (the value of the cards
    played from each hand, which everybody has seen), ``game_no`` and ``points`` of the match (11), and ``seed`` with
    ``chance``, the number of the next shuffle.
    """

    pools: PerSeat[Sorted] = [[], []]
    hands: PerSeat[Sorted] = [[], []]
    decks: PerSeat[DrawPile] = [[], []]
    discards: PerSeat[Group] = [[], []]
    damage: PerSeat[Group] = [[], []]
    table: Table = Table()
    attacker: Seat = 0
    phase: Phase = ATTACK
    done: PerSeat[Annotated[bool, Field(strict=True)]] = [False, False]
    idle: Count = 0
    reshuffles: PerSeat[Count] = [0, 0]
    spent: PerSeat[Count] = [0, 0]
    dealer: Seat | None = None
    game_no: Count = 0
    points: PerSeat[Annotated[float, Field(ge=0)]] = [0.0, 0.0]
    options: Options = Options()
    seed: str = ""
    chance: Annotated[int, Field(strict=True, ge=1)] = 1

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        """Reject anything that contradicts the phase."""
        if self.phase == BUILD:
            self._check_building()
        elif any(self.pools):
            raise ValueError("there are pools only while hands are chosen, in the phase “build”")
        attack, defence = self.table.attack, self.table.defence
        if self.phase in (BUILD, ATTACK) and (attack is not None or defence is not None):
            raise ValueError(f"no card can be on the table in the phase “{self.phase}”")
        if self.phase == DEFEND and (attack is None or defence is not None):
            raise ValueError("the defender must face an attack card and no defence card")
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
                raise ValueError(f"a starting hand is worth {total(hand)}, the limit is {self.options.hand_limit}")
