"""Counterweight as a game that can be dealt, read and replayed."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Credit, Game
from engines.counterweight.actions import Action, parse_action
from engines.counterweight.options import Options
from engines.counterweight.position import read_position
from engines.counterweight.rulebook import RULES
from engines.counterweight.state import CounterweightState
from engines.shuffling import pick
from engines.texts import say


class Counterweight(Game[Action]):
    """Counterweight for two players (1.1), as a single game or as a match (10)."""

    key = "counterweight"
    name = "Counterweight"
    seats = range(2, 3)
    summary = say("Place two cards at once, one up and one down or both by rank, and mind the piles you begin.")
    credit = Credit(
        line=(
            "Counterweight, a two-player card game by Adrian Morgan (first tested 31 January 2006). Published at "
            "pagat.com/invented/counterweight.html (page last updated 29 January 2010)."
        ),
        url="https://www.pagat.com/invented/counterweight.html",
    )
    rules = RULES
    Options = Options

    def deal(self, *, seats: int, seed: str, options: Any) -> CounterweightState:
        """The first game of a match, or the only one; raises ``ValueError`` unless it is for two (1.1)."""
        if seats not in self.seats:
            raise ValueError("Counterweight is a game for two players")
        starter = pick(2, seed, 0) if options.first is None else options.first
        state = CounterweightState(self, options, seed, starter)
        state.deal()
        return state

    def position(self, document: Mapping[str, Any]) -> CounterweightState:
        """A position as in Annex B; see ``document.Document`` for its keys."""
        return read_position(self, document)

    def parse(self, text: str) -> Action:
        """The action that a canonical text stands for, such as "couple 4S P2 QH P1" or "collect A1"."""
        return parse_action(text)
