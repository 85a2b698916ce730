"""Threads that the bot makes for tables, where it may and unless the server does not want them."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta
from typing import Any

import discord

from cogs.shared import responses
from cogs.shared.limits import THREAD_NAME_LIMIT
from cogs.shared.permissions import missing_for_threads
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import clip
from cogs.shared.threads import archive, find_thread
from cogs.tables.messages import TableMessages
from db.records import TableRecord
from engines.texts import Player, say
from sessions.service import Service
from sessions.settings.server import ServerSetting
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.timer import Sleep, end
from sessions.tables.cache import THREAD_STAYS

_log = logging.getLogger(__name__)

THREAD_SECONDS = 3.0
"""How long Discord has to make a thread: others' threads count for its limit, and waits of minutes are common."""
ARCHIVE_AGAIN = timedelta(hours=1)
"""When to try again to archive a thread if Discord was out of reach."""
ADD_AGAIN = 60.0
"""Seconds after which players are added to a thread if Discord has failed."""
AT_ONCE = 500
"""How many threads are looked up at once after the start."""
A_WEEK = 7 * 24 * 60
"""Minutes without a message after which Discord archives a thread by itself; a week is the longest."""


class TableThreads:
    """Makes a thread for a table, adds those who take a seat elsewhere, and archives it a day after the game.

    When to archive a thread is stored, so that a restart neither forgets one nor leaves one open that somebody has
    reopened.
    """

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        renderers: Renderers,
        messages: TableMessages,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._times = service.times.archivings
        self._renderers = renderers
        self._messages = messages
        self._sleep = sleep
        self._added: dict[int, set[int]] = {}
        self._joining: CoalescingTasks[int] = CoalescingTasks(self._add_players, sleep)
        self._late: set[asyncio.Task[None]] = set()
        """Threads that Discord makes after their tables were shown elsewhere."""

    def start(self) -> None:
        """Archive threads when it is time."""
        self._service.timer.start(self._times, self.on_due)

    async def on_connected(self, guilds: Collection[discord.Guild]) -> None:
        """Archive threads again that were reopened while the bot did not hear of it."""
        own = self._client.user
        open_threads = [thread.id for guild in guilds for thread in guild.threads if own and thread.owner_id == own.id]
        for first in range(0, len(open_threads), AT_ONCE):
            await self._service.whereabouts.reopened(open_threads[first : first + AT_ONCE], unless_planned=True)

    def on_event(self, event: TableEvent) -> None:
        """Update the thread of a table after a change."""
        if event.table.thread_of is None:
            return
        if event.kind is EventKind.SEATS:
            self._joining.request(event.table.id)
        else:
            self._service.timer.bring_forward(self._times, self._service.now() + THREAD_STAYS)

    async def on_reopened(self, thread_id: int) -> None:
        """Archive a thread again that somebody has reopened, by a tap or a message, or the bot for an edit."""
        self._service.timer.bring_forward(self._times, await self._service.whereabouts.reopened([thread_id]))

    async def on_due(self, table_id: int) -> None:
        """Archive the thread of a table that has ended, unless a rematch goes on in it."""
        self._added.pop(table_id, None)
        table = await self._service.lookup.stored(table_id)
        if table is not None and not await self._service.whereabouts.is_thread_in_use(table_id):
            try:
                await archive(self._client, table.channel_id)
            except responses.REQUEST_ERRORS as error:
                _log.info("The thread of table %s could not be archived: %s", table_id, error)
                if not responses.is_final(error):
                    later = await self._service.whereabouts.archive_later(table_id, ARCHIVE_AGAIN)
                    self._service.timer.bring_forward(self._times, later)
                    return
        await self._service.whereabouts.thread_archived(table_id)

    async def close(self) -> None:
        """Stop. The next run archives what is left."""
        await self._joining.close()
        await end(*self._late)

    def forget_member(self, user_id: int) -> None:
        """Forget to which threads a member has been added."""
        for added in self._added.values():
            added.discard(user_id)

    async def are_wanted(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether a table opened here gets a thread: not in a thread, nor where the bot must not create one."""
        assert interaction.guild_id is not None
        if not isinstance(interaction.channel, discord.TextChannel) or missing_for_threads(interaction) is not None:
            return False
        return await self._service.server_settings.is_on(interaction.guild_id, ServerSetting.THREADS)

    async def post(self, interaction: discord.Interaction[Any], table: TableRecord) -> None:
        """Respond with a message from which the table's thread starts, and show the table there.

        If Discord makes no thread, the channel shows the table.
        """
        assert isinstance(interaction.channel, discord.TextChannel)
        game = self._service.games[table.game].name
        renderer = await self._renderers.for_channel(table)
        opened = renderer.render(say("{player} opens a {game} table.", player=Player(0), game=game))
        message_id = await self._announce(interaction, opened)
        name = clip(f"{game} · {renderer.plain.player(0)}", THREAD_NAME_LIMIT)
        await self._move(table, interaction.channel.get_partial_message(message_id), name)
        await self._messages.post_in_channel(table.id)
        self._joining.request(table.id)

    async def post_match(self, table_id: int, opened: str, name: str) -> None:
        """Post a message from which the thread of a table starts that nobody has opened by hand; show the table there.

        If there can be no thread, the channel shows it. Raises an error if Discord takes neither.
        """
        table = (await self._service.views.snapshot(table_id, None)).table
        channel = self._client.get_channel(table.channel_id)
        if isinstance(channel, discord.TextChannel) and await self._service.server_settings.is_on(
            table.guild_id, ServerSetting.THREADS
        ):
            with suppress(*responses.REQUEST_ERRORS):
                nonce = responses.nonce_of("opens", table_id)
                start = await channel.send(opened, allowed_mentions=responses.NOBODY, nonce=nonce)
                await self._move(table, start, clip(name, THREAD_NAME_LIMIT))
        await self._messages.post_to_called(table.id)

    async def _move(self, table: TableRecord, start: discord.Message | discord.PartialMessage, name: str) -> None:
        """Move a table into a thread that starts from a message. If Discord makes none in time, it stays."""
        making = asyncio.create_task(start.create_thread(name=name, auto_archive_duration=A_WEEK))
        time_is_up = asyncio.ensure_future(self._sleep(THREAD_SECONDS))
        await asyncio.wait({making, time_is_up}, return_when=asyncio.FIRST_COMPLETED)
        time_is_up.cancel()
        if not making.done():
            _log.info("No thread for table %s in %s seconds", table.id, THREAD_SECONDS)
            late = asyncio.create_task(self._remove(making))
            self._late.add(late)
            late.add_done_callback(self._late.discard)
            return
        try:
            thread = making.result()
        except responses.REQUEST_ERRORS as error:
            _log.info("No thread for table %s: %s", table.id, error)
            return
        await self._service.whereabouts.moved_to_thread(table.id, thread.id)

    async def _remove(self, making: asyncio.Task[discord.Thread]) -> None:
        """Delete a thread that comes too late, or archive it if the bot may not delete it: nobody plays there."""
        try:
            thread = await making
            try:
                await thread.delete()
            except discord.Forbidden:
                await thread.edit(archived=True)
        except responses.REQUEST_ERRORS as error:
            _log.info("A thread came late or not at all: %s", error)

    async def _announce(self, interaction: discord.Interaction[Any], opened: str) -> int:
        """Respond with the message from which the thread starts, and return its id."""
        async with responses.first_response(interaction) as response:
            if response is not None:
                return await responses.send_first(interaction, response, content=opened)
        # The answer was late, so the interaction had to be acknowledged privately.
        assert isinstance(interaction.channel, discord.TextChannel)
        await responses.respond(interaction, opened)
        nonce = responses.nonce_of("opens", interaction.id)
        return (await interaction.channel.send(opened, allowed_mentions=responses.NOBODY, nonce=nonce)).id

    async def _add_players(self, table_id: int) -> None:
        """Add the members at the table to its thread, so that it is in their list of channels.

        Discord tells them with a line in the thread and a ping, so who has just tapped there is left in peace.
        """
        table = (await self._service.views.snapshot(table_id, None)).table
        if table.thread_of is None:
            return
        added = self._added.setdefault(table_id, set())
        present = [seat.user_id for seat in table.present if seat.user_id is not None]
        added.update(user_id for user_id in present if self._service.presence.is_at(table_id, user_id))
        joined = [user_id for user_id in present if user_id not in added]
        try:
            thread = await find_thread(self._client, table.channel_id) if joined else None
            for user_id in joined if thread is not None else ():
                assert thread is not None
                await thread.add_user(discord.Object(user_id))
                added.add(user_id)
        except responses.REQUEST_ERRORS as error:
            _log.info("Players were not added to the thread of table %s: %s", table_id, error)
            if not responses.is_final(error):
                self._joining.request_later(table_id, ADD_AGAIN)
