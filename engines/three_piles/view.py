"""What one seat may know of a position of 3 Piles (9)."""

from dataclasses import dataclass

from typing_extensions import override

from engines.cards import Card
from engines.contract import View
from engines.three_piles.actions import PLAY, Action, Phase, Take, ToPile
from engines.three_piles.options import Options
from engines.three_piles.rules import fitting, legal_actions


@dataclass(frozen=True, slots=True)
class ThreePilesView(View[Action]):
    """The public part of the position (9.1) and the hand of ``seat`` (9.2), which is empty for spectators.

    ``hand`` is in order of arrival. ``deck`` is a number: nobody knows its cards (9.3).
    """

    seat: int | None
    to_act: tuple[int, ...]
    phase: Phase
    turn: int
    hand: tuple[Card, ...]
    hand_counts: tuple[int, int]
    deck: int
    stacks: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[tuple[Card, ...], ...], ...]
    totals: tuple[int, ...]
    game_no: int
    starter: int
    options: Options

    @property
    def own_piles(self) -> tuple[tuple[Card, ...], ...]:
        """The piles of this seat."""
        return () if self.seat is None else self.piles[self.seat]

    @property
    def drawn(self) -> Card | None:
        """The card that this seat has just drawn and may keep or play (9.2)."""
        return self.hand[-1] if self.phase == PLAY and self.may_act else None

    def moved(self, action: Take | ToPile) -> Card:
        """The card that this action puts on an own pile."""
        return self.stacks[action.stack][-1] if isinstance(action, Take) else action.card

    @override
    def actions(self) -> list[Action]:
        if not self.may_act:
            return []
        return legal_actions(self.phase, self.hand, self.stacks, fitting(self.own_piles), self.deck)
