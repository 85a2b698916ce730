"""What is stored about members and servers: export and deletion."""

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from db.records import NO_SERVER, Phase, is_former
from engines.texts import say
from sessions.clocks.outages import Outages
from sessions.cluster.cross_process_tasks import CrossProcessTasks, TaskKind
from sessions.playing.lobby import Lobby
from sessions.settings.settings import Settings
from sessions.shared.refusals import Refused
from sessions.shared.timer import Repeating, Sleep
from sessions.tables.cache import TableCache
from sessions.tables.seats import Seats

_log = logging.getLogger(__name__)

ATTEMPTS = 5
"""How often a deletion starts over if the member does something at the same time."""

Forget = Callable[[int], None]
"""Forgets a member in memory."""


class Privacy:
    """Exports and deletes what is stored about a member. Whatever keeps members in memory forgets them, too."""

    def __init__(self, cache: TableCache, lobby: Lobby, seats: Seats, other_processes: CrossProcessTasks) -> None:
        self._cache = cache
        self._other_processes = other_processes
        other_processes.on(TaskKind.LEAVE, self._leave_tables)
        other_processes.on(TaskKind.FORGET, self._forget)
        self._members = cache.store.members
        self.is_hidden = self._members.is_hidden
        self.hide = self._members.hide
        self._lobby = lobby
        self._seats = seats
        self._forgetters: list[Forget] = []

    def on_deletion(self, *forgetters: Forget) -> None:
        """Call these for every member whose data has been deleted."""
        self._forgetters += forgetters

    async def export(self, user_id: int) -> bytes:
        """Everything that is stored about a member, as JSON."""
        # One after another and in a thread, because a member may have made a hundred thousand moves.
        async with self._cache.lock("exports", 0):
            stored = await self._members.export(user_id)
            document = {"user_id": user_id, "exported_at": self._cache.now(), **stored}
            return await asyncio.to_thread(_written, document)

    async def delete(self, user_id: int) -> None:
        """Replace a member by an anonymous one where others need it; delete the rest. ``Refused`` if they play on."""
        if is_former(user_id):
            raise ValueError("a former member has no data")
        for _ in range(ATTEMPTS):
            # Whatever goes on in a league would seat again, or call, whom it has read as one of its members.
            async with self._cache.rewriting((), await self._members.leagues_of(user_id)):
                await self._leave_tables(user_id)
                await self._leave_elsewhere(user_id)
                concerned = await self._members.tables_of(user_id)
                async with self._cache.rewriting(concerned):
                    former = await self._members.replace(user_id, concerned, self._cache.now())
            if former is not None:
                break
        else:
            raise Refused(say("You are in the middle of a game. Leave your tables, then try again."))
        await self._other_processes.send(TaskKind.FORGET, user_id)
        for forget in self._forgetters:
            forget(user_id)
        for table in await self._cache.store.tables.open_tables_of(former):
            if self._cache.serves(table):
                await self._cache.show_again(table.id)
        _log.info("The data of a member has been deleted")

    async def _leave_tables(self, user_id: int) -> None:
        """Give up the member's seats at the tables that this process serves."""
        for table in await self._cache.store.tables.open_tables_of(user_id):
            if self._cache.serves(table):
                await self._give_up_seat(table.id, user_id)

    async def _leave_elsewhere(self, user_id: int) -> None:
        """Let other processes give up the member's seats, and wait for it. Raises ``Refused`` if one takes too long."""
        elsewhere: set[int] = set()
        for table in await self._cache.store.tables.open_tables_of(user_id):
            seat = table.seat_of(user_id)
            if not self._cache.serves(table) and seat and (table.phase is Phase.LOBBY or seat.computer is None):
                elsewhere.add(table.guild_id)
        if not elsewhere:
            return
        await self._other_processes.send(TaskKind.LEAVE, user_id, elsewhere)
        if not await self._other_processes.are_done(TaskKind.LEAVE, user_id):
            raise Refused(say("Some of your tables cannot be reached at the moment. Please try again later."))

    async def _forget(self, user_id: int) -> None:
        """Forget a member whose data another process has deleted."""
        known = self._cache.forget_member(user_id)
        for forget in self._forgetters:
            forget(user_id)
        for table in known:
            if table.phase.is_open:
                await self._cache.show_again(table.id)

    async def _give_up_seat(self, table_id: int, user_id: int) -> None:
        """Leave a lobby, or hand the seat to a computer. Where no other member plays, give the game up."""
        entry = await self._cache.get(table_id)
        seat = entry.table.seat_of(user_id)
        is_lobby = entry.table.phase is Phase.LOBBY
        if entry.trouble is not None or (is_lobby and entry.table.purpose.starts_by_itself):  # nobody can play there
            await self._cache.close_abandoned(table_id)
        with suppress(Refused):  # something happened at the table meanwhile; the next attempt deals with it
            if is_lobby:
                await self._lobby.leave(table_id, user_id)
            elif seat is not None and seat.computer is None:
                leaves = len(entry.table.present) > 1 and entry.table.purpose.has_stand_ins
                await (self._seats.leave if leaves else self._seats.resign)(table_id, user_id)


def _written(document: dict[str, Any]) -> bytes:
    return json.dumps(document, indent=2, ensure_ascii=False, default=_plain).encode()


def _plain(value: object) -> Any:
    """Values for which JSON has no type: times in ISO 8601, lengths of time in seconds."""
    match value:
        case datetime():
            return value.isoformat()
        case timedelta():
            return value.total_seconds()
        case Enum():
            return value.value
        case _:
            raise TypeError(f"{type(value).__name__} cannot be exported")


KEPT_FOR = timedelta(days=30)
"""How long a server's data is kept after it has removed the bot."""
CHECK_EVERY = timedelta(hours=12)
"""How often to check whose data is due."""
LONG_AWAY = timedelta(days=1)
"""A server that was gone for less need not be told again how to begin."""
TABLES_AT_ONCE = 50
"""How many tables one transaction deletes: few, so that no player waits long."""


class GuildData(Repeating):
    """Notes when servers remove the bot, and deletes their data a month later."""

    def __init__(self, cache: TableCache, settings: Settings, outages: Outages, sleep: Sleep) -> None:
        super().__init__(sleep)
        self._cache = cache
        self._departures = cache.store.departures
        self._outages = outages
        self._settings = settings
        self._now = cache.now

    def start(self, present: Callable[[], Collection[int]]) -> None:
        """Check from now on. ``present`` returns the servers that the bot is on, reachable or not."""
        failure = "The data of servers that have removed the bot could not be checked"
        self.repeat(lambda: self.check(present()), CHECK_EVERY.total_seconds(), failure)

    async def left(self, guild_id: int) -> None:
        """Note that a server has removed the bot. Its games wait."""
        self._outages.lost(guild_id)
        await self._departures.note([guild_id], self._now())

    async def joined(self, guild_id: int) -> bool:
        """Note that a server has invited the bot, perhaps again. Returns whether it has been away for a day, or ever.

        Discord says now and then that a server is gone that is only out of reach (discord-api-docs #2850).
        """
        left = (await self._departures.since()).get(guild_id)
        await self._departures.clear([guild_id])
        await self._outages.found(guild_id)
        return left is None or left + LONG_AWAY <= self._now()

    async def check(self, present: Collection[int]) -> None:
        """Compare the known servers with those that the bot is on, and delete the data that is due."""
        here = set(present)
        await self._departures.note(await self._departures.known_servers() - here - {NO_SERVER}, self._now())
        since = await self._departures.since()  # also servers that others serve and take care of
        since = {guild_id: when for guild_id, when in since.items() if self._cache.store.shards.serves(guild_id)}
        await self._departures.clear(since.keys() & here)
        for guild_id in sorted(since.keys() - here):
            self._outages.lost(guild_id, since[guild_id])
            if since[guild_id] + KEPT_FOR <= self._now():
                await self._delete(guild_id)

    async def _delete(self, guild_id: int) -> None:
        still_open = await self._departures.open_tables(guild_id)
        if still_open:
            # The next check deletes them, when nothing in memory refers to them any more.
            for table_id in still_open:
                await self._cache.close_abandoned(table_id)
            return
        while table_ids := await self._departures.some_tables(guild_id, TABLES_AT_ONCE):
            async with self._cache.rewriting(table_ids):
                if not await self._departures.delete_tables(guild_id, table_ids):
                    return
        await self._departures.delete_rest(guild_id)
        self._settings.forget_server(guild_id)
        _log.info("The data of server %s has been deleted: it removed the bot a month ago", guild_id)
