"""The store: everything that the bot keeps, behind one class that speaks in records."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime
from typing import Any, Self

from sqlalchemy import select, update
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from db import leaderboard
from db.changes import Change
from db.engine import WRITES, create_store_engine, database_url, transaction
from db.errors import ChannelTaken, DatabaseError, Stale
from db.games import moves_of, results_of, thoughts_of
from db.migrate import migrate
from db.records import Considered, GameStats, MoveRecord, Phase, Player, Rating, ResultRecord, Standing, TableRecord
from db.schema import is_open, notes, tables
from db.tables import earliest_deadline, find_table, find_tables, insert_table, tables_of_computers

__all__ = ["Change", "ChannelTaken", "DatabaseError", "Stale", "Store"]


class Store:
    """The database file of the bot.

    Every method is one transaction and raises ``DatabaseError`` if the database fails. Reading never
    waits; writing waits for whoever writes at the moment, so nothing may be written through the store
    from within a ``change`` block except through that change.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{WRITES: True})
        # SQLite has one writer. Waiting here is fair and wakes at once; SQLite's own waiting is polling.
        self._turn_to_write = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the file at ``url`` (``sqlite:///`` and a path), made and brought up to date if need be.

        Raises ``DatabaseError`` if it cannot be used: damaged, locked, not ours, or of a newer version.
        """
        address = database_url(url)
        await asyncio.to_thread(migrate, address)
        store = cls(create_store_engine(address))
        try:
            async with store._writing():
                pass  # it can be written to
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Close all connections. Opening again finds everything that was committed."""
        await self._engine.dispose()

    def _reading(self) -> AbstractAsyncContextManager[AsyncConnection]:
        return transaction(self._engine)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with self._turn_to_write, transaction(self._writer) as connection:
            yield connection

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
    ) -> TableRecord:
        """A new lobby at revision 1 with its host in seat 0. Raises ``ChannelTaken``: a channel has one open table."""
        place = {
            "guild_id": guild_id,
            "channel_id": channel_id,
            "game": game,
            "options": options,
            "deadline": deadline,
        }
        async with self._writing() as connection:
            table_id = await insert_table(connection, now, host_id, place)
            (opened,) = await find_tables(connection, tables.c.id == table_id)
        return opened

    async def table(self, table_id: int) -> TableRecord | None:
        """The table with this id."""
        async with self._reading() as connection:
            return await find_table(connection, tables.c.id == table_id)

    async def open_table_in(self, channel_id: int) -> TableRecord | None:
        """The open table of a channel."""
        async with self._reading() as connection:
            return await find_table(connection, tables.c.channel_id == channel_id, is_open)

    async def last_table_in(self, channel_id: int) -> TableRecord | None:
        """The open table of a channel, or else the one opened last. (An open one is always the last.)"""
        async with self._reading() as connection:
            return await find_table(connection, tables.c.channel_id == channel_id, newest_first=True)

    async def last_finished_in(self, channel_id: int) -> TableRecord | None:
        """The table opened last in a channel of those whose games were played to their results."""
        finished = tables.c.phase == Phase.FINISHED
        async with self._reading() as connection:
            return await find_table(connection, tables.c.channel_id == channel_id, finished, newest_first=True)

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The earliest deadline of an open table: the table's id and when. ``after``: the one that follows this one."""
        async with self._reading() as connection:
            return await earliest_deadline(connection, after)

    async def tables_of_computers(self) -> list[int]:
        """The ids of the games in progress in which computers have seats."""
        async with self._reading() as connection:
            return await tables_of_computers(connection)

    @asynccontextmanager
    async def change(self, table_id: int, rev: int) -> AsyncIterator[Change]:
        """One change of a table, meant for its revision ``rev`` and committed as a whole when the block ends.

        Raises ``Stale`` on entry if the table has moved on. An exception or a cancellation inside the
        block leaves nothing of it. Cancelled while the commit runs, it is there as a whole nonetheless.
        """
        async with self._writing() as connection:
            change = await Change.begin(connection, table_id, rev)
            yield change
            await change.end()

    async def set_message(self, table_id: int, message_id: int | None) -> None:
        """Note which message shows the table. Its revision stays: nothing about the game has changed."""
        await self._note(table_id, message_id=message_id)

    async def set_ping(self, table_id: int, message_id: int | None) -> None:
        """Note which message calls the players whose turn it is; that is no change of the game either."""
        await self._note(table_id, ping_id=message_id)

    async def _note(self, table_id: int, **columns: int | None) -> None:
        async with self._writing() as connection:
            await connection.execute(update(tables).where(tables.c.id == table_id).values(columns))

    # Games

    async def moves(self, table_id: int) -> list[MoveRecord]:
        """The moves of the game in order, without those taken back."""
        async with self._reading() as connection:
            return await moves_of(connection, table_id)

    async def thoughts(self, table_id: int) -> dict[int, tuple[Considered, ...]]:
        """What computers considered before their moves, by the number of the move."""
        async with self._reading() as connection:
            return await thoughts_of(connection, table_id)

    async def results(self, table_id: int) -> list[ResultRecord]:
        """The results of a finished game by seat; none if it has not finished."""
        async with self._reading() as connection:
            return await results_of(connection, table_id)

    # Players. ``practice``: in games in which computers have seats of their own, which are counted apart.

    async def rating(self, guild_id: int, player: Player, game: str | None, *, practice: bool = False) -> Rating | None:
        """The player's latest rating on a server in a game (``None``: over all games); ``None``: never played."""
        async with self._reading() as connection:
            return await leaderboard.latest_rating(connection, guild_id, player, game, practice)

    async def standings(
        self, guild_id: int, game: str | None, *, offset: int, limit: int, practice: bool = False
    ) -> tuple[list[Standing], int]:
        """A page of a server's leaderboard, best first, and how many players there are in all.

        Equal ratings share a rank; among them those with more wins come first.
        """
        async with self._reading() as connection:
            return await leaderboard.standings_page(connection, guild_id, game, practice, offset, limit)

    async def standing_of(
        self, guild_id: int, player: Player, game: str | None, *, practice: bool = False
    ) -> Standing | None:
        """The player's own line of the leaderboard; ``None``: never played."""
        async with self._reading() as connection:
            return await leaderboard.standing_of(connection, guild_id, player, game, practice)

    async def statistics(self, guild_id: int, user_id: int, *, practice: bool = False) -> list[GameStats]:
        """The user's record in each game on a server, most played first."""
        async with self._reading() as connection:
            return await leaderboard.statistics_of(connection, guild_id, user_id, practice)

    # Notes

    async def fetch_value(self, key: str) -> str | None:
        """What was stored under ``key``."""
        async with self._reading() as connection:
            return await connection.scalar(select(notes.c.value).where(notes.c.key == key))

    async def store_value(self, key: str, value: str) -> None:
        """Store ``value`` under ``key`` in place of what was there."""
        entry = insert(notes).values(key=key, value=value)
        async with self._writing() as connection:
            await connection.execute(
                entry.on_conflict_do_update(index_elements=[notes.c.key], set_={"value": entry.excluded.value})
            )
