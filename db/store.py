"""The store: reads and writes everything that the bot keeps, as plain records."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from typing import Any, Self

from sqlalchemy import func, select, update

from db.cluster.cluster import Cluster
from db.cluster.shards import EVERYTHING, Shards
from db.databases import Access, prepared
from db.drivers.connections import Connection, Database
from db.drivers.dialects import insert
from db.drivers.engine import database_url
from db.errors import ChannelFull, DatabaseError, Stale
from db.hosting.monitoring import Monitoring
from db.leaderboards import leaderboard
from db.leaderboards.standings import count_again
from db.members.departures import Departures
from db.members.listeners import Listeners
from db.members.privacy import MemberData
from db.members.vacations import Vacations
from db.records import (
    Considered,
    GameStats,
    MoveRecord,
    Phase,
    PlaceRecord,
    Player,
    Rating,
    ResultRecord,
    SeatClock,
    SeatRecord,
    Standing,
    TableRecord,
    TakeBackRecord,
    TurnRecord,
)
from db.schema.tables import calls, is_open, is_public, notes, seats, tables
from db.tables import clocks, take_backs
from db.tables import transactions as table_transactions
from db.tables.calls import store_turns, turns_of
from db.tables.changes import Change
from db.tables.daily import Daily
from db.tables.games import last_moves_at, moves_of, results_of, thoughts_of
from db.tables.guests import Guests
from db.tables.removals import Removals
from db.tables.tables import (
    belongs_to,
    find_table,
    find_tables,
    newest_table,
    table_by_id,
    update_table,
)
from db.tables.timetables import earliest
from db.tables.waits import places_of, tables_waiting_for_computers

__all__ = ["Change", "ChannelFull", "DatabaseError", "Stale", "Store"]


class Store:
    """The database of the bot.

    Every method is one transaction and raises ``DatabaseError`` if the database fails. Readers never wait. Writers
    wait for each other, so inside a ``change`` block write only through that change. Queries that look
    for something to do find only what ``shards`` have.
    """

    def __init__(self, database: Database, shards: Shards = EVERYTHING) -> None:
        self.shards = shards
        self._database = database
        access = Access(database)
        self._reading, self._querying, self._browsing = access.reading, access.querying, access.browsing
        self._writing, self._following = access.writing, access.following
        self.guests = Guests(self._reading, self._writing)
        self.listeners = Listeners(self._reading, self._writing)
        self.removals = Removals(self._reading, self._writing, shards)
        self.monitoring = Monitoring(access)
        self.members = MemberData(self._reading, self._writing)
        self.departures = Departures(self._reading, self._writing, shards)
        self.cluster = Cluster(self._reading, self._writing)
        self.daily = Daily(self._reading, self._browsing, self._writing)
        self.vacations = Vacations(self._querying, self._writing)

    @classmethod
    async def open(cls, url: str, shards: Shards = EVERYTHING) -> Self:
        """Open the database at ``url``; create its tables or bring it up to date if necessary.

        Raises ``DatabaseError`` if it cannot be used: damaged, locked, not ours, or of a newer version.
        """
        store = cls(await prepared(database_url(url)), shards)
        try:
            await store._writing.run(_nothing)  # it is writable
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close all connections. What was committed is there when the database is opened again."""
        await self._database.close()

    # Tables

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
        most_open: int = 1,
        thread_of: int | None = None,
        invited_only: bool = False,
        private: bool = False,
        lesson: str | None = None,
    ) -> TableRecord:
        """Open a lobby with its host in seat 0, followed by ``others`` in this order.

        ``thread_of`` is the channel to which a thread that the bot made for its tables belongs. Raises
        ``ChannelFull`` if the channel, its threads included, already has ``most_open`` open tables; ``private`` ones
        do not count.
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
        }
        if pace is not None:
            place["pace"] = pace
        return await self._writing.run(table_transactions.open_table, now, host_id, others, most_open, place)

    async def table(self, table_id: int) -> TableRecord | None:
        """The table with this id."""
        return await self._reading.run(table_by_id, table_id)

    async def open_tables_in(self, channel_id: int) -> list[TableRecord]:
        """The open tables of a channel and of the threads that the bot made for them there, oldest first."""
        return await self._reading.run(find_tables, belongs_to(channel_id), is_open)

    async def open_tables(
        self, *, private: bool = False, after: int = 0, limit: int | None = None
    ) -> list[TableRecord]:
        """Open tables with higher ids than ``after`` that channels show; if ``private``, also those that none shows."""
        which = self.shards.conditions(tables.c.guild_id) + (() if private else (is_public,))
        return await self._reading.run(find_tables, is_open, tables.c.id > after, *which, limit=limit)

    async def count_tables(self) -> int:
        """How many tables there are, open or not."""
        return await self._querying.scalar(select(func.count()).select_from(tables))

    async def open_tables_of(self, user_id: int) -> list[TableRecord]:
        """The open tables, in any channel, where this user has a seat; the one that was opened first comes first."""
        seated = select(seats.c.table_id).where(seats.c.user_id == user_id)
        return await self._reading.run(find_tables, tables.c.id.in_(seated), is_open)

    async def last_table_in(self, channel_id: int) -> TableRecord | None:
        """The table that was opened last in a channel or in a thread that the bot made for a table there."""
        return await self._reading.run(newest_table, channel_id)

    async def last_finished_in(self, channel_id: int) -> TableRecord | None:
        """The table that was opened last in a channel or its threads among those whose games are finished."""
        finished = tables.c.phase == Phase.FINISHED
        return await self._reading.run(newest_table, channel_id, finished)

    async def last_dealt_in(self, channel_id: int) -> TableRecord | None:
        """The table that was opened last in a channel or its threads among those whose cards have been dealt."""
        return await self._reading.run(newest_table, channel_id, tables.c.seed.is_not(None))

    async def table_of_message(self, channel_id: int, message_id: int) -> TableRecord | None:
        """The table that this message of a channel shows."""
        return await self._reading.run(find_table, tables.c.channel_id == channel_id, tables.c.message_id == message_id)

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The earliest deadline and the id of its table, or the next one ``after`` the one given."""
        return await self._querying.run(earliest, self.shards, tables.c.id, tables.c.deadline, after)

    async def tables_waiting_for_computers(self) -> list[int]:
        """The ids of the tables in play at which it is a computer's turn."""
        return await self._querying.run(tables_waiting_for_computers, self.shards)

    async def places_of(self, user_id: int) -> list[PlaceRecord]:
        """The games that a member plays here at tables that others see."""
        return await self._reading.run(places_of, user_id, self.shards)

    @asynccontextmanager
    async def change(self, table_id: int, rev: int) -> AsyncIterator[Change]:
        """Change a table at revision ``rev``: what the block notes is done and committed as a whole when it ends.

        Raises ``Stale`` at the end of the block if the table has another revision by then. After an exception or a
        cancellation inside the block nothing has changed. A commit that has begun is completed even if the task is
        cancelled.
        """
        change = Change(table_id, rev)
        yield change
        await self._writing.run(change.carry_out)

    async def set_message(self, table_id: int, message_id: int | None) -> None:
        """Store which message shows the table. The revision stays, because the game has not changed."""
        await self._update(table_id, message_id=message_id)

    async def move_to_thread(self, table_id: int, thread_id: int) -> None:
        """Store that the table is in a thread of its own from now on. The revision stays."""
        await self._writing.execute(
            update(tables)
            .where(tables.c.id == table_id, tables.c.thread_of.is_(None))
            .values(channel_id=thread_id, thread_of=tables.c.channel_id)
        )

    async def set_ping(self, table_id: int, message_id: int | None) -> None:
        """Store which message pings the players whose turn it is. The revision stays here too."""
        await self._update(table_id, ping_id=message_id)

    async def _update(self, table_id: int, **columns: int | None) -> None:
        # Not with those that follow a move: the table is locked meanwhile, so its players would wait for all of them.
        await self._writing.run(update_table, table_id, columns)

    # Clocks

    async def retime(self, table_id: int, rev: int, changed: Sequence[SeatClock], deadline: datetime) -> TableRecord:
        """Change clocks and the deadline of a table at revision ``rev``, which stays: the game has not changed.

        Raises ``Stale`` if the table has another revision.
        """
        return await self._writing.run(table_transactions.retime, table_id, rev, changed, deadline)

    async def postpone(self, by: timedelta, shard: tuple[int, int] | None = None) -> None:
        """Move all deadlines and clocks on, or only those of the servers of one shard (its number, and of how many)."""
        await self._writing.run(clocks.postpone, by, shard)

    async def tables_played_by(self, user_id: int) -> list[int]:
        """The ids of the tables in play at which this user has a seat."""
        return await self._querying.run(clocks.tables_played_by, self.shards, user_id)

    async def tables_at_pace(self, paces: Collection[str]) -> list[int]:
        """The ids of the tables in play at one of these paces."""
        return await self._querying.run(clocks.tables_at_pace, self.shards, paces)

    # Requests to take back moves

    async def ask_to_take_back(
        self, table_id: int, rev: int, seat: int, *, undone_from: int, undone: Sequence[int], until: datetime
    ) -> TableRecord:
        """Store a request at revision ``rev`` of a table, which stays. Raises ``Stale`` if the table has another."""
        return await self._writing.run(
            table_transactions.ask_to_take_back, table_id, rev, seat, undone_from, undone, until
        )

    async def answer_take_back(self, table_id: int, rev: int, request: TakeBackRecord) -> TableRecord:
        """Store what the others have answered at revision ``rev`` of a table, which stays. Raises ``Stale``."""
        return await self._writing.run(table_transactions.answer_take_back, table_id, rev, request)

    async def next_expiry(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table whose open request expires first and when, or the next one ``after`` the one given."""
        return await self._querying.run(take_backs.next_expiry, self.shards, after)

    # Calls

    async def turns(self, table_id: int) -> list[TurnRecord]:
        """The turns that were stored at the last look at the table."""
        return await self._querying.run(turns_of, table_id)

    async def store_turns(self, table_id: int, rev: int, turns: Sequence[TurnRecord], due_at: datetime | None) -> None:
        """Store whom the table waited for at this revision, and when to look at it again.

        Every change of a table makes a look due at once, in the same transaction. So if the table has changed since
        this revision, a look stays due.
        """
        await self._following.run(store_turns, table_id, rev, turns, due_at)

    async def next_call(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table to look at first and when, or the next one ``after`` the one given."""
        return await self._querying.run(earliest, self.shards, calls.c.table_id, calls.c.due_at, after)

    # Games

    async def last_moves_at(self, table_ids: Sequence[int]) -> dict[int, datetime]:
        """When the latest move was made at each of these tables; those without a move are left out."""
        return await self._querying.run(last_moves_at, table_ids)

    async def moves(self, table_id: int) -> list[MoveRecord]:
        """The moves of the game in order, without those that were taken back."""
        return await self._querying.run(moves_of, table_id)

    async def thoughts(self, table_id: int) -> dict[int, tuple[Considered, ...]]:
        """What computers considered before their moves, by the number of the move."""
        return await self._querying.run(thoughts_of, table_id)

    async def results(self, table_id: int) -> list[ResultRecord]:
        """The results of a finished game by seat; none before it is finished."""
        return await self._querying.run(results_of, table_id)

    # Players. ``practice``: in games in which computers have seats of their own, which are counted separately.

    async def rating(self, guild_id: int, player: Player, game: str | None, *, practice: bool = False) -> Rating | None:
        """The player's rating on a server in a game (``None``: in all games); ``None`` if they have never played."""
        return await self._querying.run(leaderboard.rating_of, guild_id, player, game, practice)

    async def standings(
        self, guild_id: int, game: str | None, *, offset: int, limit: int, practice: bool = False
    ) -> tuple[list[Standing], int]:
        """A page of a server's leaderboard, best first, and how many players there are in total.

        Players with equal ratings share a rank; the one with more wins comes first.
        """
        return await self._browsing.run(leaderboard.standings_page, guild_id, game, practice, offset, limit)

    async def standing_of(
        self, guild_id: int, player: Player, game: str | None, *, practice: bool = False
    ) -> Standing | None:
        """The player's own line of the leaderboard, ``None`` if they have never played."""
        return await self._browsing.run(leaderboard.standing_of, guild_id, player, game, practice)

    async def statistics(self, guild_id: int, user_id: int, *, practice: bool = False) -> list[GameStats]:
        """The user's record in each game on a server, most played first."""
        return await self._browsing.run(leaderboard.statistics_of, guild_id, user_id, practice)

    async def count_standings_again(self) -> int:
        """Replace all standings by what the stored results give, and return how many lines there are."""
        return await self._writing.run(count_again)

    def rating_turn(self, guild_id: int) -> AbstractAsyncContextManager[None]:
        """Let no other bot rate games of a server during the block."""
        return self._database.turn(f"ratings of server {guild_id}")

    # Notes

    async def fetch_value(self, key: str) -> str | None:
        """The value stored under ``key``, ``None`` if there is none."""
        return await self._querying.scalar(select(notes.c.value).where(notes.c.key == key))

    async def store_value(self, key: str, value: str) -> None:
        """Store ``value`` under ``key``, replacing the previous one."""
        entry = insert(notes).values(key=key, value=value)
        await self._writing.execute(
            entry.on_conflict_do_update(index_elements=[notes.c.key], set_={"value": entry.excluded.value})
        )


async def _nothing(_: Connection) -> None:
    """Only begin and commit."""
