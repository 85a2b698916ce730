"""Compares what channels show with the stored tables, and corrects what differs.

A change that a crash kept from a channel is shown after the start, because its table is due. But nobody tells the bot
that a message was deleted, or that Discord has lost an edit that it had confirmed.
"""

import asyncio
import logging
from datetime import timedelta

import discord
from discord import ui

from cogs.shared.posts import Keeper, age
from cogs.shared.responses import REQUEST_ERRORS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from cogs.shared.table_buttons import TableButton
from cogs.tables.display import TableDisplay
from cogs.tables.messages import TableMessages
from db.records import TableRecord
from sessions.service import Service
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

COMPARE_EVERY = timedelta(hours=1)
"""How long to wait between two comparisons."""
PAUSE = 0.5
"""Seconds between two tables: at most two requests a second, of the 50 that Discord allows."""
AT_ONCE = 20
"""How many tables are read from the store at once."""


class Comparison:
    """Looks at the message of every open table once an hour, one after another.

    A table button names the revision at which it was drawn, so a message says what it shows. One request for each table
    is enough, and a table is drawn again only if its message is missing or older than it should be. A message that was
    posted or edited in the last half of an hour is left to the next comparison.
    """

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        display: TableDisplay,
        messages: TableMessages,
        keeper: Keeper,
        sleep: Sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._display = display
        self._messages = messages
        self._keeper = keeper
        self._sleep = sleep
        self._task: asyncio.Task[None] | None = None
        self._too_new = timedelta()
        """How old a message is at least when it is compared."""

    def start(self, every: timedelta) -> None:
        """Compare all tables at this interval from now on."""
        self._too_new = every / 2
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._compare_forever(every.total_seconds()))

    async def close(self) -> None:
        """Stop comparing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def compare_all(self) -> None:
        """Compare every open table and post that a channel shows, and send forgotten pings."""
        self._messages.look()
        last = 0
        while tables := await self._service.lookup.all_open(after=last, limit=AT_ONCE):
            for table in tables:
                await self._compare(table)
                await self._sleep(PAUSE)
            last = tables[-1].id
        await self._keeper.compare_all(PAUSE, self._too_new)

    async def _compare_forever(self, seconds: float) -> None:
        while True:
            await self._sleep(seconds)
            try:
                await self.compare_all()
            except Exception:
                _log.exception("The messages of tables could not be compared with what is stored")

    async def _compare(self, table: TableRecord) -> None:
        if table.message_id is None or table.game not in self._service.games or age(table.message_id) < self._too_new:
            return
        if self._display.was_reached_since(table.id, self._service.now() - self._too_new):
            return
        believed = self._display.revision_shown(table.id)
        try:
            shown = await self._revision_in(table.channel_id, table.message_id)
        except REQUEST_ERRORS as error:
            code = error.code if isinstance(error, discord.HTTPException) else None
            if code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
                _log.info("The message of table %s could not be read: %s", table.id, error)
            elif await self._is_still_its_message(table):
                _log.info("The message of table %s is gone", table.id)
                self._messages.show_again(table.id)
            return
        if shown is None or shown >= table.rev:
            return
        if believed is None or shown < believed:
            _log.info("Table %s is shown again: its message shows revision %s", table.id, shown)
            self._messages.show_again(table.id)
        else:  # usually a secret choice, which is not shown
            self._messages.show_changes(table.id)

    async def _revision_in(self, channel_id: int, message_id: int) -> int | None:
        """The revision of the table that a message shows; ``None`` if it has no button that says so."""
        message = await self._client.get_partial_messageable(channel_id).fetch_message(message_id)
        items = ui.LayoutView.from_message(message).walk_children()
        buttons = [TableButton.read(item.custom_id) for item in items if isinstance(item, ui.Button) and item.custom_id]
        return max((button.rev for button in buttons if button is not None), default=None)

    async def _is_still_its_message(self, table: TableRecord) -> bool:
        """Whether the message still shows the table, which may have been posted again meanwhile."""
        now = await self._service.lookup.stored(table.id)
        return now is not None and now.phase.is_open and now.message_id == table.message_id
