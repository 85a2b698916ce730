"""What boards show: what has been scored with the cards of a game, below its result or an invitation to them."""

from functools import partial

from cogs.deals.screen import invitation_screen
from cogs.shared.contents import Content
from cogs.shared.posts import Keeper, Shown
from cogs.shared.renderers import Renderers
from cogs.tables.display import TableDisplay
from db.post_records import PostKind, PostRecord
from sessions.service import Service
from sessions.snapshots import Snapshot

BETWEEN_EDITS = 60.0
"""Seconds between two edits of a message with a board, which nobody waits for."""


class BoardMessages:
    """Shows what has been scored with the cards of a game as soon as somebody has finished, a minute apart."""

    def __init__(self, keeper: Keeper, service: Service, renderers: Renderers, display: TableDisplay) -> None:
        self._service = service
        self._renderers = renderers
        self._display = display
        keeper.keep(PostKind.BOARD, self._describe, BETWEEN_EDITS)

    async def _describe(self, post: PostRecord) -> Shown | None:
        deal = await self._service.challenges.deal(post.subject)
        if deal is None or deal.origin is None:
            return None
        snapshot = await self._service.views.snapshot(deal.origin, None)
        if deal.channel_id is None:
            return Shown(snapshot.table.channel_id, partial(self._display.content, snapshot), is_open=False)
        return Shown(deal.channel_id, partial(self._invitation, snapshot), is_open=False)

    async def _invitation(self, snapshot: Snapshot, _with_pictures: bool) -> Content:
        return Content(invitation_screen(snapshot, await self._renderers.for_channel(snapshot.table)))
