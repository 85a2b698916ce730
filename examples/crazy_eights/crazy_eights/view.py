"""What one seat may know (Annex A)."""

from dataclasses import dataclass

from typing_extensions import override

from crazy_eights.actions import Action
from crazy_eights.options import Options
from crazy_eights.rules import legal_actions
from engines.cards import Card
from engines.contract import View


@dataclass(frozen=True, slots=True)
class CrazyEightsView(View[Action]):
    """The public part of the position (A.1) and the hand of ``seat`` (A.2), which is empty for spectators."""

    seat: int | None
    to_act: tuple[int, ...]
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    draw: int
    discard: tuple[Card, ...]
    suit: int | None
    turn: int
    drew: bool
    starter: int
    totals: tuple[int, ...]
    options: Options

    @override
    def actions(self) -> list[Action]:
        return legal_actions(self.hand, self.discard, self.suit, self.drew, self.draw) if self.may_act else []
