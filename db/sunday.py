"""The week of a server, for its Sunday post, and the puzzles that members answer."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, exists, func, select, update

from db.drivers.database import Stored, write
from db.drivers.statements import execute, insert, put, rows, scalar
from db.records import Considered, Phase, Rating, row_of
from db.schema.competitions import ALL_GAMES, puzzle_answers, puzzles, standings
from db.schema.tables import hidden_members, results, seats, tables, thoughts


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A seat of a finished game in a channel: ``user_id`` is ``None`` for a computer, ``before`` for a newcomer.

    ``counts``: the game was rated, and the player did not leave it early. ``is_hidden``: the member does not want to
    be on leaderboards.
    """

    table_id: int
    game: str
    user_id: int | None
    place: int
    before: Rating | None
    counts: bool
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """The decision before a move that the player at ``seat`` missed. ``choices`` are actions: the best, then others.

    ``best`` and ``got`` are the estimated shares of the win after the best one and after what was played, the second.
    """

    table_id: int
    seat: int
    guild_id: int
    number: int
    choices: tuple[str, ...]
    best: float
    got: float
    offered_at: datetime | None = None
    posted_at: datetime | None = None
    told_at: datetime | None = None


MOST_TOLD = 50
"""How many games are looked through for a comeback."""


class Weeks(Stored):
    """What was played in a week, in channels; every method is one transaction."""

    async def games(self, guild_id: int, since: datetime, until: datetime) -> int:
        """How many games ended in this time."""
        query = _ended(select(func.count()).select_from(tables), guild_id, since, until)
        return int(await self._database.browse(scalar, query) or 0)

    async def seats(self, guild_id: int, since: datetime, until: datetime) -> list[PlayedSeat]:
        """The players of the games that ended in this time, in the order in which the games were stored."""
        is_hidden = exists().where(hidden_members.c.user_id == seats.c.user_id)
        query = (
            select(tables.c.id, tables.c.game, seats.c.user_id, results.c.place)
            .add_columns(results.c.former_mu, results.c.former_sigma, is_hidden.label("hidden"))
            .add_columns((tables.c.unrated.is_(None) & seats.c.left_early.is_(False)).label("counts"))
            .join(seats, seats.c.table_id == tables.c.id)
            .join(results, (results.c.table_id == tables.c.id) & (results.c.seat == seats.c.seat))
            .order_by(results.c.id)
        )
        found = await self._database.browse(rows, _ended(query, guild_id, since, until))
        return [_played(row) for row in found]

    async def longest_streak(self, guild_id: int, since: datetime) -> tuple[int, int] | None:
        """The member who has won most games among members in a row, and who has played since then; and how many."""
        line = standings.c
        query = (
            select(line.user_id, line.streak)
            .where(line.guild_id == guild_id, line.practice.is_(False), line.game == ALL_GAMES)
            .where(line.hidden.is_(False), line.played_at >= since, line.user_id > 0)
            .order_by(line.streak.desc(), line.played_at)
            .limit(1)
        )
        found = await self._database.browse(rows, query)
        return (found[0].user_id, found[0].streak) if found else None

    async def estimates(self, table_ids: Collection[int]) -> dict[int, list[list[Considered]]]:
        """What computers considered in these games, one move after another. Only the first tables are looked at."""
        wanted = sorted(table_ids)[-MOST_TOLD:]
        query = select(thoughts.c.table_id, thoughts.c.considered).where(thoughts.c.table_id.in_(wanted))
        told: dict[int, list[list[Considered]]] = {}
        for row in await self._database.browse(rows, query.order_by(thoughts.c.table_id, thoughts.c.number)):
            told.setdefault(row.table_id, []).append([tuple(one) for one in row.considered])
        return told


def _ended(
    query: Select[*tuple[Any, ...]], guild_id: int, since: datetime, until: datetime
) -> Select[*tuple[Any, ...]]:
    """The query, for games of a server in its channels that ended in this time."""
    return query.where(
        tables.c.guild_id == guild_id,
        tables.c.finished_at >= since,
        tables.c.finished_at < until,
        tables.c.phase == Phase.FINISHED,
        tables.c.private.is_(False),
    )


def _played(row: Row[*tuple[Any, ...]]) -> PlayedSeat:
    before = None if row.former_mu is None else Rating(row.former_mu, row.former_sigma)
    return PlayedSeat(row.id, row.game, row.user_id, row.place, before, bool(row.counts), bool(row.hidden))


def _offer(connection: Connection, puzzle: PuzzleRecord, now: datetime) -> bool:
    """Offer a position, in place of another one from this seat. Returns false if that one was posted already."""
    here = _is(puzzle.table_id, puzzle.seat)
    connection.execute(delete(puzzles).where(here, puzzles.c.posted_at.is_(None)))
    row = insert(puzzles).values(row_of(puzzle.table_id, puzzle) | {"offered_at": now})
    return bool(connection.execute(row.on_conflict_do_nothing()).rowcount)


def _answer(connection: Connection, table_id: int, seat: int, user_id: int, choice: int) -> bool:
    """Note which choice a member takes for the best. Returns false if the position cannot be answered now."""
    is_open = _is(table_id, seat) & puzzles.c.posted_at.is_not(None) & puzzles.c.told_at.is_(None)
    found = connection.execute(select(puzzles.c.choices).where(is_open)).first()
    if found is None or not 0 <= choice < len(found.choices):
        return False
    put(connection, puzzle_answers, {"table_id": table_id, "seat": seat, "user_id": user_id}, {"choice": choice})
    return True


def _is(table_id: int, seat: int) -> ColumnElement[bool]:
    return (puzzles.c.table_id == table_id) & (puzzles.c.seat == seat)


def _answers(puzzle: PuzzleRecord) -> ColumnElement[bool]:
    return (puzzle_answers.c.table_id == puzzle.table_id) & (puzzle_answers.c.seat == puzzle.seat)


class Puzzles(Stored):
    """The positions and the answers; every method is one transaction."""

    offer = write(_offer)

    async def withdraw(self, table_id: int, seat: int) -> bool:
        """Offer the position of this seat no longer. Returns false if there is none that was not posted."""
        here = _is(table_id, seat) & puzzles.c.posted_at.is_(None)
        return bool(await self._database.write(execute, delete(puzzles).where(here)))

    async def of(self, table_id: int, seat: int) -> PuzzleRecord | None:
        """The position from this seat; ``None`` if none is offered."""
        found = await self._database.query(rows, select(puzzles).where(_is(table_id, seat)))
        return PuzzleRecord(**found[0]._mapping) if found else None

    async def costliest(self, guild_id: int, offered: datetime, finished: datetime) -> PuzzleRecord | None:
        """The position offered since then in which most was missed, of a game finished by then, and not posted."""
        query = select(puzzles).join(tables, tables.c.id == puzzles.c.table_id)
        query = query.where(puzzles.c.guild_id == guild_id, puzzles.c.posted_at.is_(None))
        query = query.where(puzzles.c.offered_at >= offered, tables.c.finished_at <= finished)
        query = query.order_by((puzzles.c.best - puzzles.c.got).desc())
        found = await self._database.browse(rows, query.limit(1))
        return PuzzleRecord(**found[0]._mapping) if found else None

    async def posted(self, guild_id: int, since: datetime) -> PuzzleRecord | None:
        """The position that was posted since then and whose solution has not been told."""
        query = select(puzzles).where(puzzles.c.guild_id == guild_id, puzzles.c.posted_at >= since)
        found = await self._database.browse(rows, query.where(puzzles.c.told_at.is_(None)).limit(1))
        return PuzzleRecord(**found[0]._mapping) if found else None

    async def note_posted(self, puzzle: PuzzleRecord, now: datetime) -> None:
        """Note that a position is posted, so that it can be answered."""
        await self._note(puzzle, posted_at=now)

    async def note_told(self, puzzle: PuzzleRecord, now: datetime) -> None:
        """Note that the solution is told, so that it can be answered no longer."""
        await self._note(puzzle, told_at=now)

    answer = write(_answer)

    async def solvers(self, puzzle: PuzzleRecord) -> list[int]:
        """The members who found the best choice, without those who do not want to be on leaderboards."""
        hidden = select(hidden_members.c.user_id)
        query = select(puzzle_answers.c.user_id).where(_answers(puzzle), puzzle_answers.c.choice == 0)
        query = query.where(puzzle_answers.c.user_id.not_in(hidden)).order_by(puzzle_answers.c.user_id)
        return [row.user_id for row in await self._database.query(rows, query)]

    async def answers(self, puzzle: PuzzleRecord) -> int:
        """How many members have answered."""
        query = select(func.count()).select_from(puzzle_answers).where(_answers(puzzle))
        return int(await self._database.query(scalar, query) or 0)

    async def _note(self, puzzle: PuzzleRecord, **columns: Any) -> None:
        here = _is(puzzle.table_id, puzzle.seat)
        await self._database.write(execute, update(puzzles).where(here).values(columns))
