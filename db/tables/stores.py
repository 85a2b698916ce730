"""What the store offers about tables and their games. The queries are in the other modules of this package."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import func, select, update

from db.cluster.shards import Shards
from db.drivers.database import Database
from db.drivers.statements import execute, scalar
from db.plan_records import PlanRecord
from db.records import (
    Considered,
    MoveRecord,
    PingRecord,
    PlaceRecord,
    ResultRecord,
    SeatClock,
    SeatRecord,
    TableRecord,
    TakeBackRecord,
)
from db.schema.tables import is_open, is_public, seats, tables
from db.tables import clocks as clock_queries
from db.tables import threads as thread_queries
from db.tables import transactions as table_transactions
from db.tables.changes import Change
from db.tables.games import last_moves_at, moves_of, results_of, thoughts_of
from db.tables.pings import GatheredPing, pings_of, store_pings
from db.tables.tables import (
    belongs_to,
    find_table,
    find_tables,
    finished_tables,
    newest_table,
    table_by_id,
    update_table,
)
from db.tables.waits import places_of, tables_waiting_for_computers


class Tables:
    """Tables and who sits at them; every method is one transaction."""

    def __init__(self, database: Database, shards: Shards) -> None:
        self._database = database
        self._shards = shards

    async def open_table(
        self,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        options: dict[str, Any],
        host_id: int,
        now: datetime,
        deadline: datetime | None = None,
        pace: str | None = None,
        others: Sequence[SeatRecord] = (),
        host_seat: int = 0,
        most_open: int = 1,
        most_hosted: int | None = None,
        thread_of: int | None = None,
        invited_only: bool = False,
        private: bool = False,
        lesson: str | None = None,
        match_id: int | None = None,
    ) -> TableRecord:
        """Open a lobby with its host in ``host_seat`` and ``others`` in the other seats, in this order.

        ``thread_of`` is the channel to which a thread that the bot made for its tables belongs. Raises
        ``ChannelFull`` if the channel, its threads included, already has ``most_open`` open tables, not counting those
        with one member and computers, and ``HostBusy`` if the host already has ``most_hosted`` on the server.
        ``private`` ones do not count. There is always room for the match of a league (``match_id``).
        """
        place = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "game": game,
            "options": options,
            "deadline": deadline,
            "thread_of": thread_of,
            "invited_only": invited_only,
            "private": private,
            "lesson": lesson,
            "match_id": match_id,
        }
        if pace is not None:
            place["pace"] = pace
        return await self._database.write(
            table_transactions.open_table, now, host_id, others, host_seat, most_open, most_hosted, place
        )

    async def get(self, table_id: int) -> TableRecord | None:
        """The table with this id."""
        return await self._database.read(table_by_id, table_id)

    async def open_tables_in(self, channel_id: int) -> list[TableRecord]:
        """The open tables of a channel and of the threads that the bot made for them there, oldest first."""
        return await self._database.read(find_tables, belongs_to(channel_id), is_open)

    async def open_tables(
        self, *, private: bool = False, after: int = 0, limit: int | None = None
    ) -> list[TableRecord]:
        """Open tables with ids above ``after`` that channels show; if ``private``, also those that none shows."""
        which = self._shards.conditions(tables.c.guild_id) + (() if private else (is_public,))
        return await self._database.read(find_tables, is_open, tables.c.id > after, *which, limit=limit)

    async def count_tables(self) -> int:
        """How many tables there are, open or not."""
        return await self._database.query(scalar, select(func.count()).select_from(tables))

    async def open_tables_of(self, user_id: int) -> list[TableRecord]:
        """The open tables, in any channel, where this user has a seat; the one that was opened first comes first."""
        seated = select(seats.c.table_id).where(seats.c.user_id == user_id)
        return await self._database.read(find_tables, tables.c.id.in_(seated), is_open)

    async def last_table_in(self, channel_id: int) -> TableRecord | None:
        """The table that was opened last in a channel or in a thread that the bot made for a table there."""
        return await self._database.read(newest_table, channel_id)

    async def finished_in(self, channel_id: int, user_id: int, limit: int) -> list[TableRecord]:
        """The latest tables of a channel and its threads whose games are finished, latest first.

        Of private ones, those of this member.
        """
        return await self._database.read(finished_tables, channel_id, user_id, limit)

    async def table_of_message(self, channel_id: int, message_id: int) -> TableRecord | None:
        """The table that this message of a channel shows."""
        return await self._database.read(
            find_table, tables.c.channel_id == channel_id, tables.c.message_id == message_id
        )

    async def tables_waiting_for_computers(self) -> list[int]:
        """The ids of the tables in play at which it is a computer's turn."""
        return await self._database.query(tables_waiting_for_computers, self._shards)

    async def places_of(self, user_id: int) -> list[PlaceRecord]:
        """The games that a member plays here at tables that others see."""
        return await self._database.read(places_of, user_id, self._shards)

    @asynccontextmanager
    async def change(self, table_id: int, rev: int) -> AsyncIterator[Change]:
        """Change a table at revision ``rev``: what the block notes is done and committed as a whole when it ends.

        Raises ``Stale`` at the end of the block if the table has another revision by then. After an exception or a
        cancellation inside the block nothing has changed. A commit that has begun is completed even if the task is
        cancelled.
        """
        change = Change(table_id, rev)
        yield change
        await self._database.write(change.carry_out)

    async def set_message(self, table_id: int, message_id: int | None) -> None:
        """Store which message shows the table. The revision stays, because the game has not changed."""
        await self._update(table_id, message_id=message_id)

    async def move_to_thread(self, table_id: int, thread_id: int) -> None:
        """Store that the table is in a thread of its own from now on. The revision stays."""
        await self._database.write(
            execute,
            update(tables)
            .where(tables.c.id == table_id, tables.c.thread_of.is_(None))
            .values(channel_id=thread_id, thread_of=tables.c.channel_id),
        )

    async def is_thread_in_use(self, table_id: int) -> bool:
        """Whether another table is open in the thread of this one, or has ended there later."""
        return await self._database.query(thread_queries.is_in_use, table_id)

    async def archive_thread_at(self, table_id: int, when: datetime | None) -> None:
        """Store when the thread of a table is archived; ``None``: not any more."""
        await self._database.write(thread_queries.archive_at, table_id, when)

    async def archive_reopened(self, threads: Collection[int], when: datetime, *, unless_planned: bool) -> None:
        """Store when these threads are archived again, those of tables that have ended.

        ``unless_planned``: a time that is stored already stays.
        """
        await self._database.write(thread_queries.archive_reopened, threads, when, unless_planned=unless_planned)

    async def set_ping(self, table_id: int, message_id: int | None) -> None:
        """Store which message pings players to answer a request or a vote. The revision stays here too."""
        await self._update(table_id, ping_id=message_id)

    async def _update(self, table_id: int, **columns: int | None) -> None:
        # Not with those that follow a move: the table is locked meanwhile, so its players would wait for all of them.
        await self._database.write(update_table, table_id, columns)


class Clocks:
    """Deadlines and the clocks of the players; every method is one transaction."""

    def __init__(self, database: Database, shards: Shards) -> None:
        self._database = database
        self._shards = shards

    async def retime(self, table_id: int, rev: int, changed: Sequence[SeatClock], deadline: datetime) -> TableRecord:
        """Change clocks and the deadline of a table at revision ``rev``, which stays: the game has not changed.

        Raises ``Stale`` if the table has another revision.
        """
        return await self._database.write(table_transactions.retime, table_id, rev, changed, deadline)

    async def postpone(self, by: timedelta, shard: tuple[int, int] | None = None) -> None:
        """Move all deadlines and clocks on, or only those of the servers of one shard (its number, and of how many)."""
        await self._database.write(clock_queries.postpone, by, shard)

    async def tables_played_by(self, user_id: int) -> list[int]:
        """The ids of the tables in play at which this user has a seat."""
        return await self._database.query(clock_queries.tables_played_by, self._shards, user_id)

    async def tables_at_pace(self, paces: Collection[str]) -> list[int]:
        """The ids of the tables in play at one of these paces."""
        return await self._database.query(clock_queries.tables_at_pace, self._shards, paces)


class TakeBacks:
    """Requests to take back moves; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask_to_take_back(
        self, table_id: int, rev: int, seat: int, *, undone_from: int, undone: Sequence[int], until: datetime
    ) -> TableRecord:
        """Store a request at revision ``rev`` of a table, which stays. Raises ``Stale`` if the table has another."""
        return await self._database.write(
            table_transactions.ask_to_take_back, table_id, rev, seat, undone_from, undone, until
        )

    async def answer_take_back(self, table_id: int, rev: int, request: TakeBackRecord) -> TableRecord:
        """Store what the others have answered at revision ``rev`` of a table, which stays. Raises ``Stale``."""
        return await self._database.write(table_transactions.answer_take_back, table_id, rev, request)


class Plans:
    """What members have decided ahead; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, table_id: int, rev: int, plan: PlanRecord, *, look: bool = False) -> TableRecord:
        """Store a plan at revision ``rev`` of a table, which stays, and if ``look``, let the table be looked at.

        Raises ``Stale`` if the table has another revision.
        """
        return await self._database.write(table_transactions.keep_plan, table_id, rev, plan, look)


class Pings:
    """Whom tables wait for, and when to look at them again; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, table_id: int) -> list[PingRecord]:
        """The pings that were stored at the last look at the table."""
        return await self._database.query(pings_of, table_id)

    async def save(
        self,
        table_id: int,
        rev: int,
        pings: Sequence[PingRecord],
        look_at: datetime | None,
        gathered: Sequence[GatheredPing] = (),
    ) -> None:
        """Store whom the table waited for at this revision, when to look at it again, and what it has pinged about.

        Every change of a table makes a look due at once, in the same transaction. So if the table has changed since
        this revision, a look stays due.
        """
        await self._database.follow(store_pings, table_id, rev, pings, look_at, gathered)


class Games:
    """The moves and results of games; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def last_moves_at(self, table_ids: Sequence[int]) -> dict[int, datetime]:
        """When the latest move was made at each of these tables; those without a move are left out."""
        return await self._database.query(last_moves_at, table_ids)

    async def moves(self, table_id: int) -> list[MoveRecord]:
        """The moves of the game in order, without those that were taken back."""
        return await self._database.query(moves_of, table_id)

    async def thoughts(self, table_id: int) -> dict[int, tuple[Considered, ...]]:
        """What computers considered before their moves, by the number of the move."""
        return await self._database.query(thoughts_of, table_id)

    async def results(self, table_id: int) -> list[ResultRecord]:
        """The results of a finished game by seat; none before it is finished."""
        return await self._database.query(results_of, table_id)
