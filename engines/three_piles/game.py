"""3 Piles as a game that can be dealt, read and replayed."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Credit, Game
from engines.shuffling import pick
from engines.texts import say
from engines.three_piles.actions import Action, parse_action
from engines.three_piles.document import read_position
from engines.three_piles.options import Options
from engines.three_piles.rulebook import RULES
from engines.three_piles.state import ThreePilesState


class ThreePiles(Game[Action]):
    """3 Piles for two players (1.1), as a single game or as a match to a points total."""

    key = "three_piles"
    name = "3 Piles"
    seats = range(2, 3)
    summary = say("Take or draw: build three runs of cards that grow only at their ends, and mind the diamonds.")
    credit = Credit(
        line="3 Piles, an original card game by Lykrast - lykrast.com/cards/3piles.html.",
        url="https://lykrast.com/cards/3piles.html",
    )
    rules = RULES
    Options = Options

    def deal(self, *, seats: int, seed: str, options: Any) -> ThreePilesState:
        """The first game of a match, or the only one; raises ``ValueError`` unless it is for two (1.1)."""
        if seats not in self.seats:
            raise ValueError("3 Piles is a game for two players")
        starter = pick(2, seed, 0) if options.first is None else options.first
        state = ThreePilesState(self, options, seed, starter)
        state.deal()
        return state

    def position(self, document: Mapping[str, Any]) -> ThreePilesState:
        """A position as in Annex B; see ``document.Document`` for its keys."""
        return read_position(self, document)

    def parse(self, text: str) -> Action:
        """The action that a canonical text stands for, such as "take 0 1" or "pile 9H 2"."""
        return parse_action(text)
