"""What lies on the table and who is in: the data of a position, and what follows from them alone."""

from __future__ import annotations

from typing import Self

from engines.cards import Card
from engines.contract import Game, State
from engines.knotweed import plays
from engines.knotweed.actions import Action
from engines.knotweed.options import KnotweedOptions
from engines.knotweed.plays import FULL_PENALTY
from engines.knotweed.turns import Laid, Phase


class Tabletop(State[Action]):
    """The data of a position.

    Lists are indexed by seat; ``piles`` by the number of the pile less one, an empty list being a free number.
    """

    __slots__ = (
        "_game",
        "answers",
        "chance",
        "closed",
        "discard",
        "draw",
        "ending",
        "hands",
        "laid",
        "options",
        "out",
        "passes",
        "phase",
        "piles",
        "points",
        "round",
        "seed",
        "starter",
        "taken",
        "to_prune",
        "turn",
        "turns",
        "wins",
    )

    def __init__(self, game: Game[Action], options: KnotweedOptions, seats: int, seed: str, starter: int) -> None:
        """A table at which nothing is dealt yet; ``deal_round`` does that."""
        self.news = None
        self._game = game
        self.options = options
        self.seed = seed
        self.chance = 1
        """The number of the next chance event; 0 is the lot for the first starter (2.4)."""
        self.round = 1
        self.points = [0.0] * seats
        self.wins = [0] * seats
        self.starter = starter
        self.ending: str | None = None
        """Why the game ended, ``None`` while it goes on."""
        self.clear(seats)

    def clear(self, seats: int) -> None:
        """Everything as before the deal of a round."""
        self.phase = Phase.PLAY
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        """Sorted, so that they say nothing about the order in which cards came."""
        self.piles: list[list[Card]] = []
        self.draw: list[Card] = []
        """The next card is the last."""
        self.discard: list[Card] = []
        self.turn = self.starter
        self.turns = 0
        self.passes = 0
        """How many passes in a row met an empty draw pile (8.1)."""
        self.out: list[int] = []
        self.laid: list[Laid] = []
        self.closed: set[int] = set()
        self.taken = [0] * seats
        """The cards that each player took at the end of the latest own turn."""
        self.to_prune = 0
        self.answers: dict[int, bool] = {}
        """In the challenge window: who has answered, ``True`` for a (wrong) challenge."""

    @property
    def game(self) -> Game[Action]:
        """Knotweed."""
        return self._game

    @property
    def to_act(self) -> tuple[int, ...]:
        """Whose turn it is; in the challenge window all who have not answered, clockwise (11.2)."""
        if self.phase is Phase.CHALLENGE:
            return tuple(seat for seat in self.judges() if seat not in self.answers)
        return () if self.phase is Phase.OVER else (self.turn,)

    def judges(self) -> list[int]:
        """The active players but the one whose turn it is, clockwise from there."""
        seats = len(self.hands)
        return [seat for seat in (*range(self.turn + 1, seats), *range(self.turn)) if self.hands[seat]]

    @property
    def due(self) -> int:
        """The penalty if the turn ended now (5): the largest cost so far; a pass counts only when it is made."""
        if self.phase is Phase.CHALLENGE:
            return 0 if not self.hands[self.turn] else max([laid.cost for laid in self.laid], default=FULL_PENALTY)
        return max([laid.cost for laid in self.laid], default=0)

    @property
    def tops(self) -> list[plays.Top]:
        """The piles that can still be played on this turn, by number, with their top cards (4.6, 4.7)."""
        closed = self.closed
        return [(number, pile[-1]) for number, pile in enumerate(self.piles, 1) if pile and number not in closed]

    @property
    def pile_numbers(self) -> list[int]:
        """The numbers of all play piles."""
        return [number for number, pile in enumerate(self.piles, 1) if pile]

    def clone(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        for name in Tabletop.__slots__:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if isinstance(value, list | dict | set) else value)
        twin.news = None
        twin.hands = [hand.copy() for hand in self.hands]
        twin.piles = [pile.copy() for pile in self.piles]
        return twin
