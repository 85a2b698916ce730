"""Pings members who do not play at a table: a game that they follow has ended, or a table needs players."""

import asyncio
import logging
import random
from collections.abc import Sequence

import discord

from cogs.shared.renderers import Renderers
from cogs.shared.responses import REQUEST_ERRORS, new_nonce
from cogs.shared.your_table import table_link
from cogs.tables.pings import mention
from db.records import Phase, TableRecord
from engines.texts import Text, say
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

MOST_PINGED = 20
"""How many members one message pings."""
PING_AFTER = 10.0
"""Seconds after which an open table pings players: computers and invited members are seated by then."""


class News:
    """Follows the tables and pings those who wait for news of them."""

    def __init__(
        self, client: discord.Client, service: TableService, renderers: Renderers, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._ended: CoalescingTasks[int] = CoalescingTasks(self._tell_followers)
        self._opened: CoalescingTasks[int] = CoalescingTasks(self._ping_players, sleep)

    def on_event(self, event: TableEvent) -> None:
        """Ping the members for whom this event is news. A private table is news to nobody."""
        if event.table.mode.is_private:
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
        table = (await self._service.views.snapshot(table_id, None)).table
        game = self._service.games[table.game].name
        ended = (
            say("The {game} game that you follow is over.", game=game)
            if table.phase is Phase.FINISHED
            else say("The {game} game that you follow was closed without a result.", game=game)
        )
        for first in range(0, len(followers), MOST_PINGED):
            await self._send(table, table.channel_id, followers[first : first + MOST_PINGED], ended)

    async def _ping_players(self, table_id: int) -> None:
        table, wanted = await self._service.listeners.wanted_players(table_id)
        now = discord.utils.utcnow()
        wanted = [user for user in wanted if not await self._service.settings.is_quiet(user, table.guild_id, now)]
        if not wanted or not await self._service.guard.admits_ping_for_players(table.guild_id, table.game):
            return
        # Chosen at random, so that nobody is left out forever.
        chosen = random.sample(wanted, min(len(wanted), MOST_PINGED))
        ping = say(
            "A {game} table needs players: {link}", game=self._service.games[table.game].name, link=table_link(table)
        )
        await self._send(table, table.home_channel, chosen, ping)

    async def _send(self, table: TableRecord, channel_id: int, users: Sequence[int], text: Text) -> None:
        channel = self._client.get_partial_messageable(channel_id, guild_id=table.guild_id)
        renderer = await self._renderers.for_channel(table)
        ping = mention(users, renderer.render(text))
        try:
            await channel.send(ping.line, allowed_mentions=ping.mentioned, nonce=new_nonce())
        except REQUEST_ERRORS as error:
            _log.info("News of table %s could not be sent: %s", table.id, error)
