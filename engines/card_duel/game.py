"""Card Duel as a game that can be dealt, read and replayed."""

from collections.abc import Mapping
from typing import Any

from engines.card_duel.actions import Action, parse_action
from engines.card_duel.options import Options
from engines.card_duel.position import read_position
from engines.card_duel.rulebook import RULES
from engines.card_duel.state import CardDuelState
from engines.contract import Credit, Game
from engines.shuffling import pick
from engines.texts import say


class CardDuel(Game[Action]):
    """Card Duel for two players (1.1), as a single game or as a match (11)."""

    key = "card_duel"
    name = "Card Duel"
    seats = range(2, 3)
    summary = say("Choose a few cards for your secret hand, shuffle the others into your deck, and strike in time.")
    credit = Credit(
        line=(
            "Card Duel, designed by the author of the blog YHNL (nagnazul.blogspot.com), "
            "post “Was bored, designed card game.”, October 2009."
        ),
        url="https://nagnazul.blogspot.com/2009/10/was-bored-designed-card-game.html",
    )
    rules = RULES
    Options = Options

    def deal(self, *, seats: int, seed: str, options: Any) -> CardDuelState:
        """The first game of a match, or the only one; raises ``ValueError`` unless it is for two (1.1)."""
        if seats not in self.seats:
            raise ValueError("Card Duel is a game for two players")
        # Chance event 0 of a seed is the draw for the first dealer (A2); what is shuffled counts on from 1.
        dealer = pick(2, seed, 0) if options.dealer is None else options.dealer
        state = CardDuelState(self, options, seed, dealer)
        state.deal()
        return state

    def position(self, document: Mapping[str, Any]) -> CardDuelState:
        """A position as in Annex B; see ``document.Document`` for its keys."""
        return read_position(self, document)

    def parse(self, text: str) -> Action:
        """The action that a canonical text stands for, such as "pick 5H", "done", "hand 9H" or "deck"."""
        return parse_action(text)
