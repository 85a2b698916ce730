"""The week of a server as its Sunday post tells it, and positions to solve.

A puzzle is a position in which a member missed the best move. It is shown with their consent and without their name.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from db.race_records import DEALT_AGAIN_FOR
from db.records import Considered, is_former
from db.store import Store
from db.sunday import PlayedSeat, PuzzleRecord
from engines.texts import Text, say
from opponents import are_quoted
from sessions.daily.games import DailyGames, WeekLine
from sessions.leagues.overview import Overview, Overviews
from sessions.occasions import Kind, Occasions
from sessions.replays.replays import Moment, Replays, is_sure
from sessions.replays.reviews import CostlyMove, Reviews
from sessions.settings.settings import SERVER, Settings
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.results import shown_rating

WEEK = timedelta(days=7)
FEWEST_GAMES = 5
"""With fewer games in a week, nothing is posted."""
LEAST_UPSET = 100
"""A victory over somebody whose rating is not even this much higher is no upset."""
LEAST_STREAK = 3
_CHANNEL = "sunday channel"
MOST_LEAGUES = 5
"""How many of the latest leagues may have been finished in a week."""
MOST_BEHIND = 0.25
"""Whoever won after their chances were no better than this came back."""


@dataclass(frozen=True, slots=True)
class Upset:
    """A player finished ahead of another whose rating was much higher before the game."""

    game: str
    winner: int
    loser: int
    winner_rating: int
    loser_rating: int
    table_id: int


@dataclass(frozen=True, slots=True)
class Comeback:
    """A member won against a computer that was nearly sure of its victory. ``chances`` are the member's, in order."""

    game: str
    winner: int
    chances: tuple[float, ...]
    table_id: int


@dataclass(frozen=True, slots=True)
class Recap:
    """Seven days of a server, up to now. What there is nothing to say about is ``None`` or empty."""

    first: date
    last: date
    games: int
    games_before: int
    upset: Upset | None
    streak: tuple[int, int] | None
    """A member, and how many games they have won in a row."""
    comeback: Comeback | None
    daily: Sequence[WeekLine]
    puzzle: PuzzleRecord | None
    leagues: Sequence[Overview] = ()
    """Those that were finished."""

    @property
    def game_of_the_week(self) -> int | None:
        """The number of the table of the upset or, without one, of the comeback."""
        return next((game.table_id for game in (self.upset, self.comeback) if game is not None), None)

    @property
    def members(self) -> set[int]:
        """Whose names it has."""
        return {line.user_id for line in self.daily} | {*self.pictured}

    @property
    def pictured(self) -> tuple[int, ...]:
        """Those of them who have surprised, won most or come back, each once."""
        found = [self.upset.winner, self.upset.loser] if self.upset else []
        found += [self.streak[0]] if self.streak else []
        found += [self.comeback.winner] if self.comeback else []
        return tuple(dict.fromkeys(found))


class Recaps:
    """Looks back at the week of a server."""

    def __init__(
        self, store: Store, settings: Settings, daily: DailyGames, occasions: Occasions, leagues: Overviews
    ) -> None:
        self._leagues = leagues
        self._weeks = store.weeks
        self._puzzles = store.puzzles
        self._settings = settings
        settings.declare(SERVER, _CHANNEL)
        self._daily = daily
        self._occasions = occasions

    async def channel(self, guild_id: int) -> int | None:
        """The channel for the weekly post; ``None``: there is none."""
        return await self._settings.id_of((SERVER, guild_id), _CHANNEL)

    async def choose_channel(self, guild_id: int, channel_id: int | None) -> None:
        """Choose where the week is looked back at, or that it is not."""
        await self._settings.keep_id((SERVER, guild_id), _CHANNEL, channel_id)
        if channel_id is not None:
            await self._occasions.plan(guild_id, Kind.SUNDAY)

    async def of_week(self, guild_id: int, until: datetime | None = None) -> Recap | None:
        """The seven days up to then, so that every evening is in one week; ``None`` if too little was played."""
        zone, now = await self._settings.time_zone(guild_id), until or self._occasions.now()
        since = now - WEEK
        games = await self._weeks.games(guild_id, since, now)
        if games < FEWEST_GAMES:
            return None
        seats = await self._weeks.seats(guild_id, since, now)
        won_alone = lone_victories(seats)
        leagues = await self._leagues.of_finished(guild_id, MOST_LEAGUES)
        streak = await self._weeks.longest_streak(guild_id, since)
        return Recap(
            first=since.astimezone(zone).date(),
            last=now.astimezone(zone).date(),
            games=games,
            games_before=await self._weeks.games(guild_id, since - WEEK, since),
            upset=biggest_upset(seats),
            streak=streak if streak is not None and streak[1] >= LEAST_STREAK else None,
            comeback=biggest_comeback(won_alone, await self._weeks.estimates(won_alone)) if won_alone else None,
            daily=await self._daily.week(guild_id),
            leagues=[one for one in leagues if one.league.finished_at and since <= one.league.finished_at < now],
            # As long as its cards are dealt to others, a position would show them.
            puzzle=await self._puzzles.costliest(guild_id, since - DEALT_AGAIN_FOR, now - DEALT_AGAIN_FOR),
        )


def biggest_upset(seats: Sequence[PlayedSeat]) -> Upset | None:
    """The result between two members that was least expected by their ratings before it."""
    upsets = [
        Upset(one.game, one.user_id, other.user_id, shown_rating(one.before), shown_rating(other.before), one.table_id)
        for game in _games(seats)
        for one in game
        for other in game
        if one.place < other.place and one.user_id and other.user_id and one.before and other.before
        if one.counts and other.counts and not (one.is_hidden or other.is_hidden)
        if not (is_former(one.user_id) or is_former(other.user_id))
    ]
    largest = max(upsets, key=lambda upset: upset.loser_rating - upset.winner_rating, default=None)
    return largest if largest and largest.loser_rating - largest.winner_rating >= LEAST_UPSET else None


def lone_victories(seats: Sequence[PlayedSeat]) -> Mapping[int, PlayedSeat]:
    """The games of one member against one computer that the member won, by table."""
    found: dict[int, PlayedSeat] = {}
    for game in _games(seats):
        winner = min(game, key=lambda seat: seat.place)
        computers = [seat for seat in game if seat.user_id is None]
        if len(game) != 2 or len(computers) != 1 or winner.user_id is None or computers[0].place == winner.place:
            continue
        if not winner.is_hidden and not is_former(winner.user_id):
            found[winner.table_id] = winner
    return found


def biggest_comeback(
    won: Mapping[int, PlayedSeat], thoughts: Mapping[int, Collection[Sequence[Considered]]]
) -> Comeback | None:
    """The victory after the worst chances, as the computer saw them."""
    comebacks: list[Comeback] = []
    for table_id, considered in thoughts.items():
        seat = won[table_id]
        # A computer estimates its own share of the win, and what it chose comes first.
        chances = tuple(1 - one[0][1] for one in considered if one and is_sure(one[0]))
        if chances and seat.user_id is not None and are_quoted(seat.game):
            comebacks.append(Comeback(seat.game, seat.user_id, chances, table_id))
    worst = min(comebacks, key=lambda comeback: min(comeback.chances), default=None)
    return worst if worst is not None and min(worst.chances) <= MOST_BEHIND else None


def _games(seats: Sequence[PlayedSeat]) -> list[list[PlayedSeat]]:
    ordered = sorted(seats, key=lambda seat: seat.table_id)
    return [list(game) for _, game in groupby(ordered, key=lambda seat: seat.table_id)]


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

    def __init__(self, cache: TableCache, reviews: Reviews, replays: Replays) -> None:
        self._store = cache.store.puzzles
        self._cache = cache
        self._reviews = reviews
        self._replays = replays
        self._now = cache.now

    async def candidate(self, table_id: int, moves: Sequence[CostlyMove]) -> CostlyMove | None:
        """The move of a review that others could look for; ``None`` if there is none, or the deal is still secret."""
        if not (await self._cache.get(table_id)).table.purpose.can_be_puzzle:
            return None
        costly = (move for move in moves if move.is_sure and move.cost >= LEAST_COST)
        asked = (move for move in costly if len(move.choices) >= FEWEST_CHOICES)
        return next(asked, None)

    async def offer(self, table_id: int, user_id: int) -> bool:
        """Offer this member's costliest position, or withdraw it; returns whether it is offered. Raises ``Refused``."""
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
        """Note the answer at this ``place`` of those shown, and return it. Raises ``Refused`` when it is late."""
        record = await self._store.of(table_id, seat)
        puzzle = await self.shown(record) if record is not None and record.guild_id == guild_id else None
        if puzzle is None or not 0 <= place < len(puzzle.choices):
            raise Refused(IS_OVER)
        own = puzzle.moment.table.seat_of(user_id)
        if own is not None and own.seat == seat:
            raise Refused(say("This is your own position. Let the others find the best move."))
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
