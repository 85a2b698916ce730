"""Shows cups in their channels: how far everybody is, and the result when the time is over."""

import logging
from datetime import timedelta

import discord

from cogs.cups.names import with_members
from cogs.cups.pictures import cup_pictures
from cogs.cups.screen import closed_screen, open_screen, result_screen
from cogs.shared.contents import Content, Contents
from cogs.shared.pictures import Pictures
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import NOBODY, REQUEST_ERRORS, new_nonce
from db.cup_records import CupRecord
from sessions.cups.cups import CupOverview
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import TableEvent
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

BETWEEN_EDITS = 60.0
"""Seconds between two edits of a cup's message, which nobody waits for."""
RETRY, GIVE_UP = timedelta(hours=1), timedelta(days=30)
"""When the bot tries again to post a result, each time after twice as long, and for how long: its server may have
removed it, and invite it again."""


class CupMessages:
    """Keeps the message of each cup up to date, and posts the result when it is due."""

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        renderers: Renderers,
        pictures: Pictures,
        contents: Contents,
        sleep: Sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._times = service.times.cups
        self._renderers = renderers
        self._pictures = pictures
        self._contents = contents
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._update, sleep, pause=BETWEEN_EDITS)
        service.cups.on_change = self.show

    def start(self) -> None:
        """Post results from now on, and those that have become due while the bot was away."""
        self._service.timer.start(self._times, self.on_due)

    async def close(self) -> None:
        """Stop. What could not be shown is shown with the next game that ends."""
        await self._updates.close()

    def on_event(self, event: TableEvent) -> None:
        """Show that somebody has ended a deal of a cup."""
        deal = event.table.deal
        if deal is not None and deal.cup is not None:
            self.show(deal.cup)

    def show(self, cup_id: int) -> None:
        """Show a cup as it is now, in a new message if it has none."""
        self._updates.request(cup_id)

    def follow(self, cup: CupRecord) -> None:
        """Post the result of a new cup when its time is over."""
        self._service.timer.bring_forward(self._times, cup.due_at or cup.ends_at)

    async def on_due(self, cup_id: int) -> None:
        """Post the result of a cup. One that was cancelled has none, but its key can be told now."""
        shown = await self._service.cups.overview(cup_id)
        cup = shown.cup
        if cup.due_at is None or not self._service.cups.has_ended(cup):
            return
        if cup.is_cancelled:
            await self._service.cups.post_at(cup_id, None)
            self.show(cup_id)
            return
        try:
            message_id = await self._post_result(shown)
        except REQUEST_ERRORS as error:
            _log.info("The result of cup %s could not be posted: %s", cup_id, error)
            now = self._service.now()
            later = now + max(RETRY, now - cup.ends_at)
            await self._service.cups.post_at(cup_id, later if later < cup.ends_at + GIVE_UP else None)
            return
        await self._service.cups.post_at(cup_id, None)
        _log.info("The result of cup %s is message %s", cup_id, message_id)
        self.show(cup_id)

    async def _post_result(self, shown: CupOverview) -> int:
        cup = shown.cup
        renderer = await self._reader(shown)

        async def make(with_pictures: bool) -> Content:
            pictures = []
            if with_pictures and await self._service.server_settings.has_pictures(cup.guild_id):
                zone = await self._service.settings.time_zone(cup.guild_id)
                pictures = await cup_pictures(self._pictures, shown, zone, renderer)
            return Content(result_screen(shown, pictures, renderer), *pictures)

        return await self._contents.show(cup.channel_id, make, lambda content: self._send(cup, content))

    async def _update(self, cup_id: int) -> None:
        """Bring the cup's message up to date. One that is gone, or too old, is left as it is."""
        await self._service.precedence.give_way()
        shown = await self._service.cups.overview(cup_id)
        cup = shown.cup
        screen = closed_screen if self._service.cups.has_ended(cup) else open_screen
        view = screen(shown, await self._reader(shown))
        try:
            if cup.message_id is None:
                await self._service.cups.shown_at(cup_id, await self._send(cup, Content(view)))
                return
            await self._channel(cup).get_partial_message(cup.message_id).edit(view=view, allowed_mentions=NOBODY)
            view.stop()
        except REQUEST_ERRORS as error:
            _log.info("The message of cup %s is not shown: %s", cup_id, error)

    async def _reader(self, shown: CupOverview) -> Renderer:
        cup = shown.cup
        return await with_members(
            self._renderers, shown, await self._renderers.for_server(cup.guild_id, cup.organiser_id)
        )

    async def _send(self, cup: CupRecord, content: Content) -> int:
        sent = await self._channel(cup).send(**content.to_send, allowed_mentions=NOBODY, nonce=new_nonce())
        content.view.stop()
        return sent.id

    def _channel(self, cup: CupRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(cup.channel_id, guild_id=cup.guild_id)
