"""The messages that show tables in their channels."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import timedelta
from typing import Any

import discord

from cogs.shared.renderers import Renderers
from cogs.shared.responses import (
    MESSAGE_TOO_OLD,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOBODY,
    REQUEST_ERRORS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    in_open_thread,
    redraw,
)
from cogs.shared.threads import set_archived
from cogs.tables.pictures import TableContent, TablePictures, is_refused_upload
from cogs.tables.pings import Pings, delete_quietly, mention
from cogs.tables.screen import table_screen
from db.records import Phase, TableRecord
from engines.texts import Text
from sessions.clock import Sleep
from sessions.coalescing import CoalescingTasks
from sessions.events import EventKind, TableEvent
from sessions.service import TableService
from sessions.snapshots import Snapshot

_log = logging.getLogger(__name__)

EDITABLE = timedelta(minutes=55)
"""Discord allows only a few edits of messages older than an hour (error 30046): repost them before that."""
HISTORY_LENGTH = 5
"""How many messages below the table to check; only one of them, a ping, can be the bot's own."""
RETRY_SECONDS = 30
"""How long to wait before showing a table again after Discord failed; discord.py has retried the request by then."""


class TableMessages:
    """Shows every change of a table in its channel and calls the players whose turn it is.

    Changes that come faster than Discord accepts edits are shown together. When the response to a tap redraws
    the table, no further edit is needed.
    """

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        renderers: Renderers,
        pictures: TablePictures,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._pictures = pictures
        self._pings = Pings(service)
        self._shown: dict[int, int] = {}
        self._visible: dict[int, object] = {}
        self._moved: dict[int, int | None] = {}
        self._retried: set[int] = set()
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._bring_up_to_date, sleep)

    def on_event(self, event: TableEvent) -> None:
        """Have the table's message follow the change; that of a game that is not installed stays as it is."""
        is_shown = event.kind is not EventKind.OPENED and not event.quiet
        if is_shown and event.table.game in self._service.games:
            self._moved[event.table.id] = event.by
            self._updates.request(event.table.id)

    async def show_open_tables(self) -> None:
        """Bring the messages of all open tables up to date; post those again that no longer exist."""
        for table in await self._service.store.open_tables():
            if table.game in self._service.games:
                self._updates.request(table.id)

    async def close(self) -> None:
        """Stop; changes not shown yet are shown after the next one."""
        await self._updates.close()

    async def post(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Respond with the table in a new message, which replaces the former one."""
        snapshot = await self._service.snapshot(table_id, None)

        async def respond(content: TableContent) -> int:
            message = content.to_send

            async def send() -> discord.InteractionCallbackResponse[Any]:
                return await interaction.response.send_message(**message, allowed_mentions=NOBODY)

            sent = await in_open_thread(interaction, send, message["files"])
            return sent.message_id or (await interaction.original_response()).id

        await self._replaced(snapshot.table, await self._send(snapshot, respond))
        if (await self._service.snapshot(table_id, None)).table.rev > snapshot.table.rev:
            # It changed before there was a message to edit.
            self._forget(table_id)
            self._updates.request(table_id)

    async def post_in_channel(self, table_id: int) -> None:
        """Post the table in its channel or thread, whatever an interaction there would be answered with."""
        await self._repost(await self._service.snapshot(table_id, None))

    async def invite(
        self, interaction: discord.Interaction[Any], table: TableRecord, users: Collection[int], invitation: Text
    ) -> None:
        """Call these users to a lobby, with a message below the table that was posted in response."""
        renderer = await self._renderers.for_channel(table)
        content, mentioned = mention(users, renderer.render(invitation))
        await interaction.followup.send(content, allowed_mentions=mentioned)

    async def redraw(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Respond to a tap on a table's button by redrawing the table in place."""
        snapshot = await self._service.snapshot(table_id, None)
        if interaction.message is not None and interaction.message.id == snapshot.table.message_id:
            self._shown[table_id] = snapshot.table.rev
        content = await self._content(snapshot)
        try:
            await redraw(interaction, content.view, content.files)
        except REQUEST_ERRORS as error:
            if is_refused_upload(error, content):
                self._pictures.note_refused_upload(snapshot.table.channel_id)
                content = await self._content(snapshot)
                await redraw(interaction, content.view)
                return
            self._forget(table_id)
            self._updates.request(table_id)
            raise

    async def _bring_up_to_date(self, table_id: int) -> None:
        snapshot = await self._service.snapshot(table_id, None)
        table, visible = snapshot.table, _visible(snapshot)
        if self._visible.get(table_id) == visible:
            return  # a secret choice: an edit or a ping would give it away
        self._visible[table_id] = visible
        waiting = _waiting(snapshot)
        calls = self._pings.to_call(snapshot, waiting, self._moved.get(table_id))
        try:
            if table.message_id is not None and (calls or self._shown.get(table_id, 0) < table.rev):
                await self._show(snapshot, bool(calls))
            channel = self._channel(table)
            if calls:
                renderer = await self._renderers.for_channel(table)
                await self._pings.call(channel, snapshot, calls, renderer)
            else:
                await self._pings.clear(channel, snapshot, waiting)
            self._retried.discard(table_id)
        except REQUEST_ERRORS as error:
            self._forget(table_id)
            await self._on_failure(table, error)
        except Exception:
            self._forget(table_id)
            raise
        if not table.phase.is_open:
            self._forget(table_id)
            self._moved.pop(table_id, None)

    async def _show(self, snapshot: Snapshot, is_calling: bool) -> None:
        table = snapshot.table
        if table.phase.is_open and await self._has_to_move(table, is_calling):
            await self._repost(snapshot)
        elif self._shown.get(table.id, 0) < table.rev:
            await self._edit(snapshot)
        self._shown[table.id] = max(table.rev, self._shown.get(table.id, 0))

    async def _has_to_move(self, table: TableRecord, is_calling: bool) -> bool:
        """Whether the message is too old to edit, or others have written below it.

        It looks for others' messages only when a player is called: once a turn is enough.
        """
        assert table.message_id is not None
        if discord.utils.utcnow() - discord.utils.snowflake_time(table.message_id) > EDITABLE:
            return True
        if not is_calling:
            return False
        return await self._others_wrote_below(table)

    async def _others_wrote_below(self, table: TableRecord) -> bool:
        """Whether anybody but the bot has written below the table's message."""
        assert table.message_id is not None
        below = self._channel(table).history(after=discord.Object(table.message_id), limit=HISTORY_LENGTH)
        try:
            return any([message.author != self._client.user async for message in below])
        except discord.Forbidden:
            return False  # without Read Message History the table stays where it is

    async def _edit(self, snapshot: Snapshot) -> None:
        table, content = snapshot.table, await self._content(snapshot)
        if content.picture is not None and not self._pictures.can_edit:
            await self._repost(snapshot)
            return
        assert table.message_id is not None
        message = self._channel(table).get_partial_message(table.message_id)
        try:
            await message.edit(**content.to_edit, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if is_refused_upload(error, content):
                self._pictures.note_refused_edit(table.channel_id, error)
                await self._edit(snapshot)
                return
            if error.code not in (UNKNOWN_MESSAGE, MESSAGE_TOO_OLD):
                raise
            await self._repost(snapshot)

    async def _repost(self, snapshot: Snapshot) -> None:
        async def post(content: TableContent) -> int:
            return (await self._channel(snapshot.table).send(**content.to_send, allowed_mentions=NOBODY)).id

        await self._replaced(snapshot.table, await self._send(snapshot, post))

    async def _send(self, snapshot: Snapshot, send: Callable[[TableContent], Awaitable[int]]) -> int:
        """Send the table in a new message, whose id it returns; in words if its picture is refused."""
        content = await self._content(snapshot)
        try:
            return await send(content)
        except discord.HTTPException as error:
            if not is_refused_upload(error, content):
                raise
            _log.info("The picture of table %s was refused: %s", snapshot.table.id, error)
            self._pictures.note_refused_upload(snapshot.table.channel_id)
            return await send(await self._content(snapshot))

    async def _replaced(self, table: TableRecord, message_id: int) -> None:
        """Note the table's new message and delete the former one."""
        self._shown[table.id] = table.rev
        await self._service.shown_at(table.id, message_id)
        if table.message_id is not None and table.message_id != message_id:
            await delete_quietly(self._channel(table), table.message_id)

    async def _on_failure(self, table: TableRecord, error: Exception) -> None:
        code = error.code if isinstance(error, discord.HTTPException) else None
        if code == UNKNOWN_CHANNEL:
            await self._service.channel_gone(table.channel_id)
        elif code == THREAD_ARCHIVED and await self._reopen_thread(table):
            self._updates.request(table.id)
        elif code in (MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED):
            _log.info("Table %s cannot be shown in channel %s: %s", table.id, table.channel_id, error)
        else:
            _log.warning("Table %s could not be shown: %s", table.id, error)
            self._retry(table.id)

    async def _reopen_thread(self, table: TableRecord) -> bool:
        """Reopen the archived thread in which the table is, once for each change; whether that was possible."""
        if table.id in self._retried:
            self._retried.discard(table.id)
            return False
        is_open = await set_archived(self._client, table.channel_id, False)
        if is_open:
            self._retried.add(table.id)
        return is_open

    def _retry(self, table_id: int) -> None:
        """Try once more, so that players learn that it is their turn; then wait for the next change."""
        if table_id in self._retried:
            self._retried.discard(table_id)
        else:
            self._retried.add(table_id)
            self._updates.request_later(table_id, RETRY_SECONDS)

    def _forget(self, table_id: int) -> None:
        """Forget what the table's message shows, so that it is drawn again."""
        self._shown.pop(table_id, None)
        self._visible.pop(table_id, None)

    async def _content(self, snapshot: Snapshot) -> TableContent:
        table = snapshot.table
        renderer = await self._renderers.for_channel(table)
        picture = await self._pictures.draw(snapshot, renderer)
        return TableContent(table_screen(snapshot, renderer, picture, self._moved.get(table.id)), picture)

    def _channel(self, table: TableRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _visible(snapshot: Snapshot) -> object:
    """Everything that a table's message shows, to be compared later."""
    table, view = snapshot.table, snapshot.view
    return table.phase, table.host_id, table.seats, snapshot.game.scene(view) if view else None, snapshot.news


def _waiting(snapshot: Snapshot) -> frozenset[int]:
    """The users whom the game waits for. A lone player against computers is there and need not be called."""
    table, view = snapshot.table, snapshot.view
    if view is None or table.phase is not Phase.PLAYING or len(table.users) == 1:
        return frozenset()
    return frozenset(seat.user_id for seat in table.present if seat.user_id is not None and seat.seat in view.to_act)
