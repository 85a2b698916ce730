"""What one seat may know of a position of Counterweight (9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engines.cards import Card, write_cards
from engines.contract import View
from engines.counterweight import fallback, legal, menu, refusals, table, wording
from engines.counterweight.actions import Action, Phase
from engines.counterweight.knowledge import NewPile
from engines.counterweight.options import Options
from engines.counterweight.piles import Pile, Placement, penalty, write_piles, write_placements
from engines.scenes import Decision, Question, Scene
from engines.texts import Text

if TYPE_CHECKING:
    from engines.counterweight.state import CounterweightState


@dataclass(frozen=True, slots=True)
class CounterweightView(View[Action]):
    """The public part of a position (9.1) and the hand of ``seat`` (9.2), which is empty for spectators.

    ``hand`` is sorted. ``counts`` are the cards in each hand, ``limbo`` the cards that each seat has set
    aside, which are public until they are picked up (9.3). ``placed`` is the couple of this turn as it
    lies, while there is something to decide about it. ``stock`` is a number: nobody knows what lies there.
    ``collected`` and ``barren`` are what the play has shown of the hands (see ``knowledge``); the screen does
    not show them (9.3). ``reason`` is the rules' word for why the game ended.
    """

    seat: int | None
    to_act: tuple[int, ...]
    options: Options
    phase: Phase
    turn: int
    hand: tuple[Card, ...]
    counts: tuple[int, int]
    limbo: tuple[tuple[Card, ...], tuple[Card, ...]]
    piles: Mapping[Pile, tuple[Card, ...]]
    stock: int
    placed: tuple[Placement, ...]
    collected: tuple[tuple[Card, ...], tuple[Card, ...]]
    barren: tuple[NewPile | None, NewPile | None]
    reason: str | None
    idle: int
    game_no: int
    starter: int
    totals: tuple[int, int]
    wins: tuple[float, float]

    def penalty(self, seat: int) -> int:
        """The penalty points of a seat if the game ended now (7.3)."""
        return penalty(self.piles, seat, self.counts[seat] + len(self.limbo[seat]))

    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data."""
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "options": self.options.model_dump(),
            "phase": self.phase.value,
            "turn": self.turn,
            "hand": write_cards(self.hand),
            "counts": list(self.counts),
            "limbo": [write_cards(cards) for cards in self.limbo],
            "piles": write_piles(self.piles),
            "stock": self.stock,
            "placed": write_placements(self.placed),
            "idle": self.idle,
            "penalties": [self.penalty(0), self.penalty(1)],
            "game_no": self.game_no,
            "starter": self.starter,
            "totals": list(self.totals),
            "wins": list(self.wins),
        }

    def scene(self) -> Scene:
        """The table as this viewer sees it."""
        return table.scene(self)

    def ending(self) -> Text | None:
        """Why the game is over, in a sentence; ``None`` while it goes on."""
        return wording.ending(self)

    def score(self, points: float) -> Text:
        """Penalty points of a single or of all games, or the games won of a match (10.1)."""
        return wording.score(self, points)

    def actions(self) -> list[Action]:
        """All legal actions of this seat."""
        if self.seat is None:
            return []
        if self.phase is Phase.MOVE:
            if self.seat != self.turn:
                return []
            return legal.moves(self.hand, self.piles, bool(self.stock), self.options.free_new_pile)
        return legal.answers(self.phase, self.turn, self.seat, self.placed, self.piles)

    def ask(self, path: Sequence[str]) -> Question | Decision[Action]:
        """The question after these picks (Annex C)."""
        return menu.ask(self, path)

    def label(self, action: Action) -> Text:
        """An action of this seat in words."""
        return wording.label(self, action)

    def refusals(self) -> tuple[tuple[Card, Text], ...]:
        """Each card in hand that is in no legal action now, with the reason."""
        return refusals.unplayable(self)

    def fallback(self) -> Action | None:
        """What the house plays for somebody who has gone."""
        return fallback.most_harmless(self)

    def sample_world(self, rng: Random) -> CounterweightState:
        """A position that agrees with all that this seat knows."""
        from engines.counterweight.worlds import sample  # not above: positions import their views

        return sample(self, rng)
