"""Positions that members missed the best move in, and let others solve: with their consent, and without their name."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from db.store import Store
from db.week_records import PuzzleRecord
from engines.texts import Text, say
from sessions.replays.replays import Moment, Replays
from sessions.replays.reviews import CostlyMove, Reviews
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

LEAST_COST = 0.15
"""Only a move that cost this share of the win is worth asking for."""
FEWEST_CHOICES = 2
IS_OVER = say("This puzzle is over: the solution is out.")
OPEN_FOR = timedelta(days=3)
"""How long after it was posted a position can have a solution to tell."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position to solve, as its player saw it. ``choices`` are in the order in which they are shown."""

    record: PuzzleRecord
    moment: Moment
    choices: tuple[tuple[int, Text], ...]
    """The number under which a choice is stored (0 is the best), and the choice in words."""

    @property
    def solution(self) -> Text:
        """The best choice."""
        return next(text for number, text in self.choices if number == 0)

    @property
    def played(self) -> Text:
        """What was played."""
        return next(text for number, text in self.choices if number == 1)


@dataclass(frozen=True, slots=True)
class Solution:
    """A puzzle to be resolved: the members who found the best choice, and how many have answered."""

    puzzle: Puzzle
    solvers: Sequence[int]
    answers: int


class Puzzles:
    """Takes positions from the private reviews of members, and answers to them."""

    def __init__(
        self, store: Store, cache: TableCache, reviews: Reviews, replays: Replays, now: Callable[[], datetime]
    ) -> None:
        self._store = store.puzzles
        self._cache = cache
        self._reviews = reviews
        self._replays = replays
        self._now = now

    async def candidate(self, table_id: int, moves: Sequence[CostlyMove]) -> CostlyMove | None:
        """The move of a review that others could look for; ``None`` if there is none, or the deal is still secret."""
        if not (await self._cache.get(table_id)).table.purpose.can_be_puzzle:
            return None
        asked = (move for move in moves if move.cost >= LEAST_COST and len(move.choices) >= FEWEST_CHOICES)
        return next(asked, None)

    async def offer(self, table_id: int, user_id: int) -> bool:
        """Offer the costliest position of this member in a game or, if it is offered, withdraw it.

        Returns whether it is offered then. Raises ``Refused`` if there is none, or if it was posted already.
        """
        review = await self._reviews.costliest(table_id, user_id)
        table = (await self._cache.get(table_id)).table
        own, move = table.seat_of(user_id), await self.candidate(table_id, review.moves)
        if own is None or move is None:
            raise Refused(say("No move of this game makes a puzzle for others."))
        if await self._store.withdraw(table_id, own.seat):
            return False
        choices = (move.number, move.choices, move.best, move.got)
        if not await self._store.offer(PuzzleRecord(table_id, own.seat, table.guild_id, *choices), self._now()):
            raise Refused(say("This position has been posted already."))
        return True

    async def shown(self, record: PuzzleRecord) -> Puzzle | None:
        """A position as others see it; ``None`` if its game can no longer be shown."""
        try:
            moment = await self._replays.moment(record.table_id, record.number - 1, record.seat)
            game, view = moment.game, moment.view
            texts = [(number, game.label(view, game.parse(text))) for number, text in enumerate(record.choices)]
        except (Refused, ValueError):
            return None
        # Nobody can work out the order: the game's number is in the ids of the buttons, but not the time of the offer.
        random.Random(f"{record.offered_at}").shuffle(texts)
        return Puzzle(record, moment, tuple(texts))

    async def post(self, puzzle: Puzzle) -> None:
        """Note that a position is posted."""
        await self._store.note_posted(puzzle.record, self._now())

    async def answer(self, guild_id: int, table_id: int, seat: int, user_id: int, place: int) -> Text:
        """Note a member's answer, in place of an earlier one, and return it. Raises ``Refused`` when it is too late.

        ``place`` is that of the choice among those shown: nobody learns from a button which one is the best.
        """
        record = await self._store.of(table_id, seat)
        puzzle = await self.shown(record) if record is not None and record.guild_id == guild_id else None
        if puzzle is None or not 0 <= place < len(puzzle.choices):
            raise Refused(IS_OVER)
        own = puzzle.moment.table.seat_of(user_id)
        if own is not None and own.seat == seat:
            raise Refused(say("This is your own position. The others are to find the best move."))
        number, text = puzzle.choices[place]
        if not await self._store.answer(table_id, seat, user_id, number):
            raise Refused(IS_OVER)
        return text

    async def solution(self, guild_id: int) -> Solution | None:
        """The position whose solution is due, who found it, and how many answered."""
        record = await self._store.posted(guild_id, self._now() - OPEN_FOR)
        if record is None:
            return None
        puzzle = await self.shown(record)
        solvers, answers = await self._store.solvers(record), await self._store.answers(record)
        return None if puzzle is None else Solution(puzzle, solvers, answers)

    async def note_told(self, solution: Solution) -> None:
        """Note that a solution is told, which happens once."""
        await self._store.note_told(solution.puzzle.record, self._now())
