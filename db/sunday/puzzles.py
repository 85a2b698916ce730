"""Queries for positions that members let others solve, and for the answers."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, update

from db.drivers.dialects import insert
from db.drivers.statements import execute, rows, scalar
from db.schema.puzzles import puzzle_answers, puzzles
from db.schema.tables import hidden_members, tables
from db.stored import Stored, write
from db.week_records import PuzzleRecord


def _offer(connection: Connection, puzzle: PuzzleRecord, now: datetime) -> bool:
    """Offer a position, in place of another one from this seat. Returns false if that one was posted already."""
    here = _is(puzzle.table_id, puzzle.seat)
    connection.execute(delete(puzzles).where(here, puzzles.c.posted_at.is_(None)))
    row = insert(puzzles).values(
        table_id=puzzle.table_id,
        seat=puzzle.seat,
        guild_id=puzzle.guild_id,
        number=puzzle.number,
        choices=list(puzzle.choices),
        best=puzzle.best,
        got=puzzle.got,
        offered_at=now,
    )
    return bool(connection.execute(row.on_conflict_do_nothing()).rowcount)


def _answer(connection: Connection, table_id: int, seat: int, user_id: int, choice: int) -> bool:
    """Note which choice a member takes for the best. Returns false if the position cannot be answered now."""
    is_open = _is(table_id, seat) & puzzles.c.posted_at.is_not(None) & puzzles.c.told_at.is_(None)
    found = connection.execute(select(puzzles.c.choices).where(is_open)).first()
    if found is None or not 0 <= choice < len(found.choices):
        return False
    row = insert(puzzle_answers).values(table_id=table_id, seat=seat, user_id=user_id, choice=choice)
    keys = [puzzle_answers.c.table_id, puzzle_answers.c.seat, puzzle_answers.c.user_id]
    connection.execute(row.on_conflict_do_update(index_elements=keys, set_={"choice": choice}))
    return True


def _is(table_id: int, seat: int) -> ColumnElement[bool]:
    return (puzzles.c.table_id == table_id) & (puzzles.c.seat == seat)


def _answers(puzzle: PuzzleRecord) -> ColumnElement[bool]:
    return (puzzle_answers.c.table_id == puzzle.table_id) & (puzzle_answers.c.seat == puzzle.seat)


def _record(row: Row[Any]) -> PuzzleRecord:
    return PuzzleRecord(
        table_id=row.table_id,
        seat=row.seat,
        guild_id=row.guild_id,
        number=row.number,
        choices=tuple(row.choices),
        best=row.best,
        got=row.got,
        offered_at=row.offered_at,
        posted_at=row.posted_at,
        told_at=row.told_at,
    )


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
        return _record(found[0]) if found else None

    async def costliest(self, guild_id: int, offered: datetime, finished: datetime) -> PuzzleRecord | None:
        """The position in which most was missed, of those that were not posted.

        It was ``offered`` since then, and its game was ``finished`` by then.
        """
        query = select(puzzles).join(tables, tables.c.id == puzzles.c.table_id)
        query = query.where(puzzles.c.guild_id == guild_id, puzzles.c.posted_at.is_(None))
        query = query.where(puzzles.c.offered_at >= offered, tables.c.finished_at <= finished)
        query = query.order_by((puzzles.c.best - puzzles.c.got).desc())
        found = await self._database.browse(rows, query.limit(1))
        return _record(found[0]) if found else None

    async def posted(self, guild_id: int, since: datetime) -> PuzzleRecord | None:
        """The position that was posted since then and whose solution has not been told."""
        query = select(puzzles).where(puzzles.c.guild_id == guild_id, puzzles.c.posted_at >= since)
        found = await self._database.browse(rows, query.where(puzzles.c.told_at.is_(None)).limit(1))
        return _record(found[0]) if found else None

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
