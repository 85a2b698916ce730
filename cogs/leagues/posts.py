"""What the post of a league shows: one message, which is posted anew when a round begins and at the end."""

from functools import partial

from cogs.leagues.pictures import league_pictures
from cogs.leagues.screen import league_post
from cogs.leagues.words import public_renderer
from cogs.shared.contents import Content
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.posts import Keeper, Shown
from cogs.shared.renderers import Renderers
from db.league_records import LeaguePhase
from db.posts import PostKind, PostRecord
from sessions.leagues.overview import Overview
from sessions.service import Service

POST_SECONDS = 2.0
"""How long to wait between two edits of a post. Results in between are shown together."""


class LeaguePosts:
    """Shows leagues in their channels."""

    def __init__(self, keeper: Keeper, service: Service, renderers: Renderers, pictures: Pictures) -> None:
        self.keeper = keeper
        self._service = service
        self._renderers = renderers
        self._pictures = pictures
        keeper.keep(PostKind.LEAGUE, self._describe, POST_SECONDS)

    async def content(self, league_id: int, with_pictures: bool = False) -> Content:
        """A league as everybody sees it."""
        return await self._content(await self._service.league_overviews.of(league_id), with_pictures)

    async def _describe(self, post: PostRecord) -> Shown:
        shown = await self._service.league_overviews.of(post.subject)
        return Shown(shown.league.channel_id, partial(self._content, shown), is_open=not shown.league.phase.is_over)

    async def _content(self, shown: Overview, with_pictures: bool) -> Content:
        renderer = await public_renderer(self._renderers, shown.league)
        game = self._service.games.get(shown.league.game)
        drawn: list[Picture] = []
        is_wanted = with_pictures and await self._service.server_settings.has_pictures(shown.league.guild_id)
        if is_wanted and game is not None and shown.league.phase is not LeaguePhase.SIGN_UP:
            zone = await self._service.settings.time_zone(shown.league.guild_id)
            drawn = await league_pictures(self._pictures, shown, game, zone, renderer)
        organisers = {deed.by for deed in shown.deeds}
        members = await self._renderers.names.of(shown.league.guild_id, organisers, renderer)
        return Content(league_post(shown, game, renderer, drawn, members), *drawn)
