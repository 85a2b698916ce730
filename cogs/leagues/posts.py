"""Keeps the posts of leagues up to date: one message each, posted anew when a round begins and at the end."""

import logging

import discord

from cogs.leagues.pictures import league_pictures
from cogs.leagues.screen import league_post
from cogs.leagues.words import public_renderer
from cogs.shared.contents import Content, Contents
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.renderers import Renderers
from cogs.shared.responses import (
    MESSAGE_TOO_OLD,
    NOBODY,
    REQUEST_ERRORS,
    UNKNOWN_MESSAGE,
    new_nonce,
)
from db.league_records import LeaguePhase, LeagueRecord
from sessions.leagues.ledger import LeagueEvent, LeagueNews
from sessions.leagues.overview import Overview
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

POST_SECONDS = 2.0
"""How long to wait between two edits of a post. Results in between are shown together."""
_POSTED_ANEW = (LeagueNews.ROUND_BEGAN, LeagueNews.FINISHED)


class LeaguePosts:
    """Shows leagues in their channels."""

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
        self._renderers = renderers
        self._pictures = pictures
        self._contents = contents
        self._anew: set[int] = set()
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._show, sleep, pause=POST_SECONDS)

    def on_event(self, event: LeagueEvent) -> None:
        """Show a change of a league."""
        if event.news in _POSTED_ANEW:
            self._anew.add(event.league.id)
        self._updates.request(event.league.id)

    async def close(self) -> None:
        """Stop. What could not be shown is shown with the next change."""
        await self._updates.close()

    def show(self, league_id: int) -> None:
        """Show a league as it is now, in a new message if it has none."""
        self._updates.request(league_id)

    async def _show(self, league_id: int) -> None:
        await self._service.precedence.give_way()
        shown = await self._service.league_overviews.of(league_id)
        league = shown.league
        try:
            if league_id in self._anew or league.message_id is None:
                await self._post(shown)
            else:
                await self._edit(shown, league.message_id)
        except REQUEST_ERRORS as error:
            _log.info("League %s could not be shown in channel %s: %s", league_id, league.channel_id, error)
        self._anew.discard(league_id)

    async def _post(self, shown: Overview) -> None:
        """Post a league anew, in words if its pictures are refused, and delete the former message."""
        league = shown.league
        channel = self._channel(league)
        message = await self._contents.show(
            league.channel_id,
            lambda with_pictures: self._content(shown, with_pictures),
            lambda content: channel.send(**content.to_send, allowed_mentions=NOBODY, nonce=new_nonce()),
        )
        await self._service.league_ledger.shown_at(league.id, message.id)
        if league.message_id is not None:
            try:
                await channel.get_partial_message(league.message_id).delete()
            except REQUEST_ERRORS as error:
                _log.info("The former post of league %s was not deleted: %s", league.id, error)

    async def _edit(self, shown: Overview, message_id: int) -> None:
        message = self._channel(shown.league).get_partial_message(message_id)
        try:
            await self._contents.show(
                shown.league.channel_id,
                lambda with_pictures: self._content(shown, with_pictures),
                lambda content: message.edit(**content.to_edit, allowed_mentions=NOBODY),
            )
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, MESSAGE_TOO_OLD):
                raise
            await self._post(shown)

    async def _content(self, shown: Overview, with_pictures: bool) -> Content:
        renderer = await public_renderer(self._renderers, shown.league)
        game = self._service.games.get(shown.league.game)
        drawn: list[Picture] = []
        is_wanted = with_pictures and await self._service.server_settings.has_pictures(shown.league.guild_id)
        if is_wanted and game is not None and shown.league.phase is not LeaguePhase.SIGN_UP:
            zone = await self._service.settings.time_zone(shown.league.guild_id)
            drawn = await league_pictures(self._pictures, shown, game, zone, renderer)
        return Content(league_post(shown, game, renderer, drawn), *drawn)

    def _channel(self, league: LeagueRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(league.channel_id, guild_id=league.guild_id)
