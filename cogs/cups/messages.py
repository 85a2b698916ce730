"""What the posts of cups show: how far everybody is, and the result."""

from functools import partial

from cogs.cups.names import with_members
from cogs.cups.pictures import cup_pictures
from cogs.cups.screen import closed_screen, open_screen, result_screen
from cogs.shared.contents import Content
from cogs.shared.pictures import Pictures
from cogs.shared.posts import Keeper, Shown
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from db.posts import PostKind, PostRecord
from db.records import is_former
from sessions.cups import CupOverview
from sessions.honours import places
from sessions.service import Service

BETWEEN_EDITS = 60.0
"""Seconds between two edits of a cup's message, which nobody waits for."""


class CupMessages:
    """Describes the post of each cup, and its result."""

    def __init__(self, keeper: Keeper, service: Service, renderers: Renderers, pictures: Pictures) -> None:
        self.keeper = keeper
        self._service = service
        self._renderers = renderers
        self._pictures = pictures
        keeper.keep(PostKind.CUP, self._describe, BETWEEN_EDITS)
        keeper.keep(PostKind.CUP_RESULT, self._describe_result)

    def show(self, cup_id: int) -> None:
        """Show a cup as it is now."""
        self.keeper.changed(PostKind.CUP, cup_id)

    async def content(self, shown: CupOverview) -> Content:
        """A cup as everybody sees it."""
        screen = closed_screen if self._service.cups.has_ended(shown.cup) else open_screen
        return Content(screen(shown, await self._reader(shown)))

    async def _describe(self, post: PostRecord) -> Shown:
        shown = await self._service.cups.overview(post.subject)

        async def make(_with_pictures: bool) -> Content:
            return await self.content(shown)

        return Shown(shown.cup.channel_id, make, is_open=not self._service.cups.has_ended(shown.cup))

    async def _describe_result(self, post: PostRecord) -> Shown:
        shown = await self._service.cups.overview(post.subject)
        return Shown(shown.cup.channel_id, partial(self._result, shown), is_open=False)

    async def _result(self, shown: CupOverview, with_pictures: bool) -> Content:
        guild_id = shown.cup.guild_id
        renderer = await self._reader(shown)
        pictures = []
        if with_pictures and await self._service.server_settings.has_pictures(guild_id):
            zone = await self._service.settings.time_zone(guild_id)
            pictures = await cup_pictures(self._pictures, shown, zone, renderer)

        async def is_here(user: int) -> bool:
            return not is_former(user) and not await self._renderers.names.gone(guild_id, [user])

        (winners,) = await places([(line.rank, line.member) for line in shown.lines], 1, is_here)
        return Content(result_screen(shown, winners, pictures, renderer), *pictures)

    async def _reader(self, shown: CupOverview) -> Renderer:
        cup = shown.cup
        return await with_members(
            self._renderers, shown, await self._renderers.for_server(cup.guild_id, cup.organiser_id)
        )
