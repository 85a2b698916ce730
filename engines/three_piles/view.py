"""What one seat may know of a position of 3 Piles (9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engines.cards import CARD_TEXTS, Card, write_cards
from engines.contract import View
from engines.scenes import Decision, Question, Scene
from engines.texts import Player, Text, say
from engines.three_piles import menu, table, wording
from engines.three_piles.actions import PLAY, Action, Phase, ToStack, legal_actions
from engines.three_piles.fallback import most_harmless
from engines.three_piles.options import Options
from engines.three_piles.piles import fitting
from engines.three_piles.refusals import why_not

if TYPE_CHECKING:
    from engines.three_piles.state import ThreePilesState


@dataclass(frozen=True, slots=True)
class ThreePilesView(View[Action]):
    """The public part of the position (9.1) and the hand of ``seat`` (9.2), which is empty for spectators.

    ``hand`` is in the order of arrival. ``deck`` is a number: nobody knows what lies there (9.3).
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
        return self.hand[-1] if self.phase == PLAY and self.seat in self.to_act else None

    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data."""
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "phase": self.phase,
            "turn": self.turn,
            "hand": write_cards(self.hand),
            "drawn": None if self.drawn is None else CARD_TEXTS[self.drawn],
            "hand_counts": list(self.hand_counts),
            "deck": self.deck,
            "stacks": [write_cards(stack) for stack in self.stacks],
            "piles": [[write_cards(pile) for pile in piles] for piles in self.piles],
            "totals": list(self.totals),
            "game_no": self.game_no,
            "starter": self.starter,
            "options": self.options.model_dump(),
        }

    def scene(self) -> Scene:
        """The table as this viewer sees it."""
        return table.scene(self)

    def ending(self) -> Text | None:
        """Why the game is over, in a sentence; ``None`` while it goes on."""
        return wording.ending(self)

    def actions(self) -> list[Action]:
        """All legal actions of this seat."""
        if self.seat is None or self.seat not in self.to_act:
            return []
        return legal_actions(self.phase, self.hand, self.stacks, fitting(self.own_piles), self.deck)

    def ask(self, path: Sequence[str]) -> Question | Decision[Action]:
        """The question after these picks; of several empty piles only the first is offered (Annex C)."""
        return menu.ask(self, path)

    def label(self, action: Action) -> Text:
        """An action of this seat in words; piles and stacks are counted from 1."""
        return menu.label(self, action)

    def refusals(self) -> tuple[tuple[Card, Text], ...]:
        """Each card in hand while none may be played: out of turn, and before drawing as long as there is a deck."""
        if self.seat in self.to_act:
            if self.phase == PLAY or not self.deck:
                return ()
            return tuple((card, why_not(self, ToStack(card, 0))) for card in sorted(self.hand))
        waiting = say("It is {player}'s turn.", player=Player(self.turn))
        return tuple((card, waiting) for card in sorted(self.hand))

    def fallback(self) -> Action | None:
        """What the house plays for somebody who has gone."""
        return most_harmless(self)

    def sample_world(self, rng: Random) -> ThreePilesState:
        """A position that agrees with all that this seat knows."""
        from engines.three_piles.worlds import sample  # not above: positions import their views

        return sample(self, rng)
