"""Pings members who do not play at a table: a game that they follow has ended, or a table needs players."""

import asyncio
import random

import discord

from cogs.shared.renderers import Renderers
from cogs.shared.results import winners_line
from cogs.shared.your_table import table_link
from cogs.tables.announcing import MOST_PINGED, Announcer
from cogs.tables.pings import with_time
from db.records import Phase
from engines.texts import Player, say
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.timer import Sleep

PING_AFTER = 10.0
"""Seconds after which an open table pings players: computers and invited members are seated by then."""


class News:
    """Follows the tables and pings those who wait for news of them."""

    def __init__(
        self, announcer: Announcer, service: TableService, renderers: Renderers, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._announcer = announcer
        self._service = service
        self._renderers = renderers
        self._ended: CoalescingTasks[int] = CoalescingTasks(self._tell_followers)
        self._opened: CoalescingTasks[int] = CoalescingTasks(self._ping_players, sleep)

    def on_event(self, event: TableEvent) -> None:
        """Ping the members for whom this event is news. A private table is news to nobody."""
        if event.table.purpose.is_private:
            return
        if event.kind is EventKind.OPENED:
            self._opened.request_later(event.table.id, PING_AFTER)
        else:
            self._ended.request(event.table.id)

    async def close(self) -> None:
        """Stop pinging."""
        await self._ended.close()
        await self._opened.close()

    async def _tell_followers(self, table_id: int) -> None:
        followers = await self._service.listeners.take_followers(table_id)
        if not followers:
            return
        snapshot = await self._service.views.snapshot(table_id, None)
        table, renderer = snapshot.table, await self._renderers.for_channel(snapshot.table)
        if table.phase is Phase.FINISHED:
            ended = say("The {game} game that you follow is over.", game=snapshot.game.name)
        else:
            ended = say("The {game} game that you follow was closed without a result.", game=snapshot.game.name)
        told = [renderer.render(ended)]
        if snapshot.results:
            told.append(winners_line(snapshot.results, renderer, snapshot.sides))
        self._announcer.tell(table.guild_id, table.channel_id, followers, " ".join(told), ("over", table_id))

    async def _ping_players(self, table_id: int) -> None:
        table, wanted = await self._service.listeners.wanted_players(table_id)
        now = discord.utils.utcnow()
        wanted = [user for user in wanted if not await self._service.settings.is_quiet(user, table.guild_id, now)]
        if not wanted or not await self._service.guard.admits_ping_for_players(table.guild_id, table.game):
            return
        # Chosen at random, so that nobody is left out forever.
        chosen = random.sample(wanted, min(len(wanted), MOST_PINGED))
        renderer = await self._renderers.for_channel(table)
        host = table.seat_of(table.host_id)
        assert host is not None, "a host has a seat, or hands the table on"
        wanting = say(
            "A {game} table needs players, {player} is waiting.",
            game=self._service.games[table.game].name,
            player=Player(host.seat),
        )
        line = f"{with_time(renderer.render(wanting), table, now, renderer)} {table_link(table)}"
        self._announcer.tell(table.guild_id, table.home_channel, chosen, line, ("players", table_id))
