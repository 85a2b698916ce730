"""Keeps the message that shows a table up to date."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any

import discord
from discord import ui

from cogs.answers import (
    MESSAGE_TOO_OLD,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOBODY,
    THREAD_ARCHIVED,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNREACHED,
)
from cogs.pings import Pings, delete_quietly
from cogs.renderers import Renderers
from cogs.screens.table import table_screen
from db.records import Phase, TableRecord
from sessions.clock import Sleep
from sessions.coalescing import CoalescingTasks
from sessions.events import EventKind, TableEvent
from sessions.service import TableService
from sessions.snapshots import Snapshot

_log = logging.getLogger(__name__)

EDITABLE = timedelta(minutes=55)
"""A message older than an hour can be edited a few times only (Discord error 30046): post anew before."""
LOOKED_AT = 5
"""How many messages below the table are looked at; of the bot's own there is one, a ping."""

PAUSE = 30
"""Seconds until a table that Discord did not take is shown again; discord.py has repeated the request by then."""


class Presenter:
    """Shows every change of a table in its channel and calls whose turn it is.

    Changes that come faster than Discord takes edits are shown together, and an answer to a tap that
    draws the table anew saves the edit.
    """

    def __init__(
        self, client: discord.Client, service: TableService, renderers: Renderers, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._pings = Pings(service)
        self._shown: dict[int, int] = {}
        self._pictures: dict[int, object] = {}
        self._moved: dict[int, int | None] = {}
        self._tried_again: set[int] = set()
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._bring_up_to_date, sleep)

    def on_event(self, event: TableEvent) -> None:
        """Have the table's message follow the change."""
        if event.kind is not EventKind.OPENED and not event.quiet:
            self._moved[event.table.id] = event.by
            self._updates.request(event.table.id)

    async def close(self) -> None:
        """Stop; what is not shown yet is shown after the next change."""
        await self._updates.close()

    async def post(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Answer an interaction with the table: a new message, which takes the place of the former one."""
        snapshot = await self._service.snapshot(table_id, None)
        view = await self._screen(snapshot)
        sent = await interaction.response.send_message(view=view, allowed_mentions=NOBODY)
        message_id = sent.message_id or (await interaction.original_response()).id
        await self._replaced(snapshot.table, message_id)

    async def redraw(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Answer a tap on a table's button by drawing the table anew where it is."""
        snapshot = await self._service.snapshot(table_id, None)
        view = await self._screen(snapshot)
        if interaction.message is not None and interaction.message.id == snapshot.table.message_id:
            self._shown[table_id] = snapshot.table.rev
        try:
            await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)
        except UNREACHED:
            self._forget(table_id)
            self._updates.request(table_id)
            raise

    async def _bring_up_to_date(self, table_id: int) -> None:
        snapshot = await self._service.snapshot(table_id, None)
        table, picture = snapshot.table, _picture(snapshot)
        if self._pictures.get(table_id) == picture:
            return  # a secret choice: an edit or a ping would tell that it was made
        self._pictures[table_id] = picture
        waiting = _waiting(snapshot)
        calls = self._pings.to_call(table, waiting, self._moved.get(table_id))
        try:
            if table.message_id is not None and (calls or self._shown.get(table_id, 0) < table.rev):
                await self._show(snapshot, bool(calls))
            channel = self._channel(table)
            if calls:
                renderer = await self._renderers.everybody(table)
                await self._pings.call(channel, table, calls, renderer)
            else:
                await self._pings.clear(channel, table, waiting)
            self._tried_again.discard(table_id)
        except UNREACHED as error:
            self._forget(table_id)
            await self._on_failure(table, error)
        except Exception:
            self._forget(table_id)
            raise
        if not table.phase.is_open:
            self._forget(table_id)
            self._moved.pop(table_id, None)

    async def _show(self, snapshot: Snapshot, somebody_called: bool) -> None:
        table = snapshot.table
        if table.phase.is_open and await self._has_to_move(table, somebody_called):
            await self._repost(table, await self._screen(snapshot))
        elif self._shown.get(table.id, 0) < table.rev:
            await self._edit(table, await self._screen(snapshot))
        self._shown[table.id] = max(table.rev, self._shown.get(table.id, 0))

    async def _has_to_move(self, table: TableRecord, somebody_called: bool) -> bool:
        """Whether the message is too old to edit, or others have written below it since.

        Others' messages are looked for only when a player is called: once a turn is enough.
        """
        assert table.message_id is not None
        if discord.utils.utcnow() - discord.utils.snowflake_time(table.message_id) > EDITABLE:
            return True
        if not somebody_called:
            return False
        return await self._others_wrote_below(table)

    async def _others_wrote_below(self, table: TableRecord) -> bool:
        """Whether anybody but the bot has written below the table's message."""
        assert table.message_id is not None
        below = self._channel(table).history(after=discord.Object(table.message_id), limit=LOOKED_AT)
        try:
            return any([message.author != self._client.user async for message in below])
        except discord.Forbidden:
            return False  # without Read Message History the table stays where it is

    async def _edit(self, table: TableRecord, view: ui.LayoutView) -> None:
        assert table.message_id is not None
        message = self._channel(table).get_partial_message(table.message_id)
        try:
            await message.edit(view=view, allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, MESSAGE_TOO_OLD):
                raise
            await self._repost(table, view)

    async def _repost(self, table: TableRecord, view: ui.LayoutView) -> None:
        message = await self._channel(table).send(view=view, allowed_mentions=NOBODY)
        await self._replaced(table, message.id)

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
        elif code in (MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED):
            _log.info("Table %s cannot be shown in channel %s: %s", table.id, table.channel_id, error)
        else:
            _log.warning("Table %s could not be shown: %s", table.id, error)
            self._try_again(table.id)

    def _try_again(self, table_id: int) -> None:
        """Once, for otherwise whose turn it is may never hear of it; a second failure waits for the next change."""
        if table_id in self._tried_again:
            self._tried_again.discard(table_id)
        else:
            self._tried_again.add(table_id)
            self._updates.request_later(table_id, PAUSE)

    def _forget(self, table_id: int) -> None:
        """Take nothing for shown any more."""
        self._shown.pop(table_id, None)
        self._pictures.pop(table_id, None)

    async def _screen(self, snapshot: Snapshot) -> ui.LayoutView:
        return table_screen(snapshot, await self._renderers.everybody(snapshot.table))

    def _channel(self, table: TableRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _picture(snapshot: Snapshot) -> object:
    """All that everybody sees of a table, to compare with later."""
    table, view = snapshot.table, snapshot.view
    return table.phase, table.host_id, table.seats, view.scene() if view else None, snapshot.news


def _waiting(snapshot: Snapshot) -> frozenset[int]:
    """The users whom the game waits for, if they may have to be called: who plays against computers alone is there."""
    table, view = snapshot.table, snapshot.view
    if view is None or table.phase is not Phase.PLAYING or len(table.users) == 1:
        return frozenset()
    return frozenset(seat.user_id for seat in table.present if seat.user_id is not None and seat.seat in view.to_act)
