"""Threads that the bot makes for tables, where it may and unless the server does not want them."""

import asyncio
import logging
from collections.abc import Collection
from typing import Any

import discord

from cogs.shared.limits import THREAD_NAME_LIMIT
from cogs.shared.permissions import missing_for_threads
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import clip
from cogs.shared.responses import NOBODY, REQUEST_ERRORS, first_response, new_nonce, respond, send_first
from cogs.shared.threads import find_thread, set_archived
from cogs.tables.messages import TableMessages
from cogs.tables.pings import Ping, mention
from db.records import TableRecord
from engines.texts import Player, Text, say
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

ARCHIVE_AFTER = 60.0
"""Seconds between the end of a game and the archiving of its thread: time to read the result and ask for a rematch."""
A_WEEK = 7 * 24 * 60
"""Minutes without a message after which Discord archives a thread by itself; a week is the longest."""


class TableThreads:
    """Makes a thread for a table, adds those who take a seat, and archives it after the game."""

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        renderers: Renderers,
        messages: TableMessages,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._messages = messages
        self._added: dict[int, set[int]] = {}
        self._joining: CoalescingTasks[int] = CoalescingTasks(self._add_players)
        self._ending: CoalescingTasks[int] = CoalescingTasks(self._archive, sleep)

    def on_event(self, event: TableEvent) -> None:
        """Update the thread of a table after a change."""
        if event.table.thread_of is None:
            return
        if event.kind is EventKind.SEATS:
            self._joining.request(event.table.id)
        elif event.kind in (EventKind.FINISHED, EventKind.CLOSED):
            self._ending.request_later(event.table.id, ARCHIVE_AFTER)

    async def close(self) -> None:
        """Stop. Discord archives threads that nobody writes in by itself."""
        await self._joining.close()
        await self._ending.close()

    def forget_member(self, user_id: int) -> None:
        """Forget to which threads a member has been added."""
        for added in self._added.values():
            added.discard(user_id)

    async def are_wanted(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether a table opened here gets a thread: not in a thread, nor where the bot must not create one."""
        assert interaction.guild_id is not None
        if not isinstance(interaction.channel, discord.TextChannel) or missing_for_threads(interaction) is not None:
            return False
        return await self._service.server_settings.has_threads(interaction.guild_id)

    async def post(self, interaction: discord.Interaction[Any], table: TableRecord) -> TableRecord:
        """Respond with a message from which the table's thread starts, and show the table there.

        If Discord makes no thread, the channel shows the table. Returns the table as it then is.
        """
        assert isinstance(interaction.channel, discord.TextChannel)
        game = self._service.games[table.game].name
        renderer = await self._renderers.for_channel(table)
        opened = renderer.render(say("{player} opens a table of {game}.", player=Player(0), game=game))
        message_id = await self._announce(interaction, opened)
        name = clip(f"{game} · {renderer.plain.player(0)}", THREAD_NAME_LIMIT)
        try:
            start = interaction.channel.get_partial_message(message_id)
            thread = await start.create_thread(name=name, auto_archive_duration=A_WEEK)
        except REQUEST_ERRORS as error:
            _log.info("No thread for table %s: %s", table.id, error)
            await self._messages.post_in_channel(table.id)
            return table
        await self._service.places.moved_to_thread(table.id, thread.id)
        await self._messages.post_in_channel(table.id)
        self._joining.request(table.id)
        return (await self._service.views.snapshot(table.id, None)).table

    async def post_match(self, table_id: int, opened: str, name: str, ping: Ping) -> None:
        """Post a message from which the thread of a table starts that nobody has opened by hand; show the table there.

        If there can be no thread, the channel shows it.
        """
        table = (await self._service.views.snapshot(table_id, None)).table
        channel = self._client.get_channel(table.channel_id)
        if isinstance(channel, discord.TextChannel) and await self._service.server_settings.has_threads(table.guild_id):
            try:
                start = await channel.send(opened, allowed_mentions=NOBODY, nonce=new_nonce())
                thread = await start.create_thread(name=clip(name, THREAD_NAME_LIMIT), auto_archive_duration=A_WEEK)
                await self._service.places.moved_to_thread(table.id, thread.id)
            except REQUEST_ERRORS as error:
                _log.info("No thread for table %s: %s", table.id, error)
        await self._messages.post_with_ping(table.id, ping)
        self._joining.request(table.id)

    async def _announce(self, interaction: discord.Interaction[Any], opened: str) -> int:
        """Respond with the message from which the thread starts, and return its id."""
        async with first_response(interaction) as response:
            if response is not None:
                return await send_first(interaction, response, content=opened)
        # The answer was late, so the interaction had to be acknowledged privately.
        assert isinstance(interaction.channel, discord.TextChannel)
        await respond(interaction, opened)
        return (await interaction.channel.send(opened, allowed_mentions=NOBODY, nonce=new_nonce())).id

    async def invite(self, table: TableRecord, users: Collection[int], invitation: Text) -> None:
        """Ping these users in the table's own channel. In a thread, a mention also adds them to it."""
        renderer = await self._renderers.for_channel(table)
        ping = mention(users, renderer.render(invitation))
        channel = self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
        await channel.send(ping.line, allowed_mentions=ping.mentioned, nonce=new_nonce())

    async def _add_players(self, table_id: int) -> None:
        """Add the members at the table to its thread, so that it is in their list of channels."""
        table = (await self._service.views.snapshot(table_id, None)).table
        added = self._added.setdefault(table_id, set())
        joined = [seat.user_id for seat in table.present if seat.user_id is not None and seat.user_id not in added]
        try:
            thread = await find_thread(self._client, table.channel_id) if joined else None
            for user_id in joined if thread is not None else ():
                assert thread is not None
                await thread.add_user(discord.Object(user_id))
                added.add(user_id)
        except REQUEST_ERRORS as error:
            _log.info("Players were not added to the thread of table %s: %s", table_id, error)

    async def _archive(self, table_id: int) -> None:
        """Archive the thread of a table that has ended, unless a rematch has been opened in it."""
        self._added.pop(table_id, None)
        table = (await self._service.views.snapshot(table_id, None)).table
        if not await self._service.lookup.open_in(table.channel_id):
            await set_archived(self._client, table.channel_id, True)
