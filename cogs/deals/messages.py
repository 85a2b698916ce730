"""Keeps boards up to date: below the results of games, and below invitations to cards."""

import logging
from datetime import timedelta

import discord
from discord import ui

from cogs.deals.screen import invitation_screen
from cogs.shared.renderers import Renderers
from cogs.shared.responses import NOBODY, REQUEST_ERRORS, new_nonce, reopening
from cogs.tables.display import TableDisplay
from db.purpose_records import DealTry
from db.race_records import DealRecord
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import TableEvent
from sessions.shared.log_context import note_work
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

BETWEEN_EDITS = 60.0
"""Seconds between two edits of a message with a board, which nobody waits for."""
LONGEST_WAIT = timedelta(seconds=2 * BETWEEN_EDITS)
"""How long after the end of a try its edit may have to wait, also when Discord is slow."""


class BoardMessages:
    """Shows what has been scored with the cards of a game as soon as somebody has finished, a minute apart.

    A message that is gone, or too old for more edits, is left as it is.
    """

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        renderers: Renderers,
        display: TableDisplay,
        sleep: Sleep,
        between_edits: float = BETWEEN_EDITS,
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._display = display
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._show, sleep, pause=between_edits)

    def on_event(self, event: TableEvent) -> None:
        """Update the board if this was a try that has ended."""
        tried = event.table.purpose
        if isinstance(tried, DealTry) and not tried.is_unknown:
            self._updates.request(tried.deal)

    async def start(self) -> None:
        """Show what the last run of the bot could not show any more."""
        stopped = self._service.outages.last_run
        if stopped is None:
            return
        for deal_id in await self._service.boards.changed_since(stopped - LONGEST_WAIT):
            self._updates.request(deal_id)

    async def close(self) -> None:
        """Stop. The next run shows the rest."""
        await self._updates.close()

    async def post(self, deal: DealRecord, channel_id: int, view: ui.LayoutView) -> None:
        """Post an invitation to a deal, on which its board will grow."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=deal.guild_id)
        sent = await channel.send(view=view, allowed_mentions=NOBODY, nonce=new_nonce())
        view.stop()
        await self._service.challenges.invited_at(deal, channel_id, sent.id)

    async def _show(self, deal_id: int) -> None:
        deal = await self._service.challenges.invitation(deal_id)
        if deal is None or deal.origin is None:
            return
        note_work(table=deal.origin)
        await self._service.precedence.give_way()
        snapshot = await self._service.views.snapshot(deal.origin, None)
        try:
            if deal.message_id is None or deal.channel_id is None:
                channel_id = snapshot.table.channel_id
                await reopening(self._client, channel_id, lambda: self._display.update_result(snapshot))
                return
            view = invitation_screen(snapshot, await self._renderers.for_channel(snapshot.table))
            channel = self._client.get_partial_messageable(deal.channel_id, guild_id=deal.guild_id)
            message = channel.get_partial_message(deal.message_id)
            await reopening(self._client, deal.channel_id, lambda: message.edit(view=view, allowed_mentions=NOBODY))
            view.stop()
        except discord.RateLimited as error:
            self._updates.request_later(deal_id, error.retry_after)
        except REQUEST_ERRORS as error:
            _log.info("The board of deal %s is not shown: %s", deal_id, error)
