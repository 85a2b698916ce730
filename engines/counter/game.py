"""Counter as a game that can be dealt, read and replayed."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Credit, Game
from engines.counter import position
from engines.counter.actions import Action, parse_action
from engines.counter.options import SEATS, Options
from engines.counter.rulebook import RULES
from engines.counter.state import CounterState
from engines.shuffling import pick
from engines.texts import say


class Counter(Game[Action]):
    """Counter for three to five players (1.1), as many hands as the target takes."""

    key = "counter"
    name = "Counter"
    seats = SEATS
    summary = say("Bid your exact number of tricks, then see what thirteen ranks with powers of their own make of it.")
    credit = Credit(
        line=(
            "Counter, a trick-taking game by Ben Meulink, contributed to pagat.com "
            "(www.pagat.com/invented/counter.html, page last updated 20 September 2023)."
        ),
        url="https://www.pagat.com/invented/counter.html",
    )
    rules = RULES
    Options = Options

    def deal(self, *, seats: int, seed: str, options: Any) -> CounterState:
        """The first hand of a game (2). Raises ``ValueError`` for a number of players or a dealer that cannot be."""
        if seats not in SEATS:
            raise ValueError(say("Counter is for {least} to {most} players.", least=SEATS[0], most=SEATS[-1]))
        if options.dealer is not None and options.dealer >= seats:
            raise ValueError(
                say("Seat {seat} cannot deal: the seats are 0 to {last}.", seat=options.dealer, last=seats - 1)
            )
        dealer = pick(seats, seed, 0) if options.dealer is None else options.dealer
        state = CounterState(self, options, seats, seed, dealer)
        state.deal()
        return state

    def position(self, document: Mapping[str, Any]) -> CounterState:
        """A position as in Annex B. Raises ``ValueError`` for one that cannot be understood."""
        return position.read(self, document)

    def parse(self, text: str) -> Action:
        """The action that a canonical text stands for, such as "bid 3", "play 4S 4D" or "pass 7C"."""
        return parse_action(text)
