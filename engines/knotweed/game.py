"""Knotweed: shed your cards, let the piles multiply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from engines.contract import Game
from engines.knotweed import actions, position, rulebook
from engines.knotweed.actions import Action
from engines.knotweed.options import SEATS, KnotweedOptions
from engines.knotweed.state import KnotweedState
from engines.shuffling import pick
from engines.texts import say


class Knotweed(Game[Action]):
    """The rules of Knotweed."""

    key: ClassVar[str] = "knotweed"
    name: ClassVar[str] = "Knotweed"
    seats: ClassVar[range] = SEATS
    summary = rulebook.SUMMARY
    credit = rulebook.CREDIT
    rules = rulebook.RULES
    Options = KnotweedOptions

    def deal(self, *, seats: int, seed: str, options: KnotweedOptions) -> KnotweedState:
        """A new game (2). Raises ``ValueError`` for a number of players or a starter that cannot be."""
        if seats not in SEATS:
            raise ValueError(say("Knotweed is for {least} to {most} players.", least=SEATS[0], most=SEATS[-1]))
        if options.first is not None and options.first >= seats:
            raise ValueError(
                say("Seat {first} cannot begin: the seats are 0 to {last}.", first=options.first, last=seats - 1)
            )
        starter = pick(seats, seed, 0) if options.first is None else options.first
        state = KnotweedState(self, options, seats, seed, starter)
        state.deal_round()
        return state

    def position(self, document: Mapping[str, Any]) -> KnotweedState:
        """A position as in Annex B. Raises ``ValueError`` for one that cannot be understood."""
        return position.read(self, document)

    def parse(self, text: str) -> Action:
        """The action that a text stands for. Raises ``IllegalAction`` if it stands for none."""
        return actions.parse(text)
