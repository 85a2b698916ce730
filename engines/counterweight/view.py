"""What one seat may know of a position of Counterweight (9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from engines.cards import Card
from engines.contract import View
from engines.counterweight.actions import Action, Phase, Pile, Placement
from engines.counterweight.options import Options
from engines.counterweight.rules import NewPile, legal_actions


@dataclass(frozen=True, slots=True)
class CounterweightView(View[Action]):
    """The public part of a position (9.1) and the hand of ``seat`` (9.2), which is empty for spectators.

    ``hand`` is sorted. ``counts`` gives the size of each hand, ``limbo`` the cards that each seat has set aside, which
    are public until they are picked up (9.3). ``placed`` is where this turn's couple lies, while there is something to
    decide about it. ``stock`` is a number: nobody knows its cards. ``penalties`` are the penalty points of each seat if
    the game ended now. ``ending`` is the rules' word for why the game ended.

    ``collected`` and ``barren`` are what the play has revealed about the hands. Players may remember it, but it is not
    shown to anybody (9.3), so dumps omit it.
    """

    seat: int | None
    to_act: tuple[int, ...]
    options: Options
    phase: Phase
    turn: int
    hand: tuple[Card, ...]
    counts: tuple[int, int]
    limbo: tuple[tuple[Card, ...], ...]
    piles: Mapping[Pile, tuple[Card, ...]]
    stock: int
    placed: tuple[Placement, ...]
    collected: Annotated[tuple[tuple[Card, ...], ...], Field(exclude=True)]
    barren: Annotated[tuple[NewPile | None, ...], Field(exclude=True)]
    ending: str | None
    idle: int
    penalties: tuple[int, ...]
    game_no: int
    starter: int
    totals: tuple[int, ...]
    wins: tuple[float, ...]

    @override
    def actions(self) -> list[Action]:
        if self.seat is None or not self.may_act:
            return []
        return legal_actions(self.seat, self.phase, self.hand, self.piles, self.placed, self.stock, self.options)
