"""What follows leagues in Discord: their posts, calls to players, and the calendar."""

import logging
from datetime import timedelta

import discord

from cogs.leagues.calls import MatchCalls
from cogs.leagues.screen import LeaguePosts
from cogs.leagues.words import public_renderer, round_name
from cogs.shared.pictures import Pictures
from cogs.shared.posts import Keeper
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import clip, plain_name
from cogs.shared.responses import REQUEST_ERRORS
from cogs.tables.threads import TableThreads
from db.league_records import LeagueKind, LeagueRecord
from engines.texts import say
from sessions.leagues.ledger import LeagueEvent, LeagueNews
from sessions.service import Service
from sessions.shared.coalescing import CoalescingTasks

_log = logging.getLogger(__name__)

NAME_LIMIT = 100
"""Characters of an event's name (Discord documentation, "Guild Scheduled Event")."""
SOON = timedelta(minutes=1)
"""Discord wants events to begin in the future."""


class LeagueFollowers:
    """Shows leagues, calls their players, and enters rounds into the calendars of servers."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        renderers: Renderers,
        pictures: Pictures,
        keeper: Keeper,
        threads: TableThreads,
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self.posts = LeaguePosts(keeper, service, renderers, pictures)
        MatchCalls(keeper, service, renderers, threads)
        self._rounds: CoalescingTasks[int] = CoalescingTasks(self._enter)
        service.league_rounds.is_here = self._is_here
        service.league_rounds.gone = renderers.names.gone

    def start(self) -> None:
        """Follow every change from now on."""
        self._service.league_ledger.subscribe(self._on_event)

    async def close(self) -> None:
        """Stop."""
        await self._rounds.close()

    def _on_event(self, event: LeagueEvent) -> None:
        if event.news is LeagueNews.ROUND_BEGAN and event.league.kind is LeagueKind.LEAGUE:
            self._rounds.request(event.league.id)

    async def _enter(self, league_id: int) -> None:
        league = await self._service.league_ledger.get(league_id)
        guild = self._client.get_guild(league.guild_id)
        rights = guild.me.guild_permissions if guild is not None else discord.Permissions.none()
        if guild is None or league.round_ends_at is None or not (rights.create_events or rights.manage_events):
            return
        renderer = (await public_renderer(self._renderers, league)).plain
        name = say("{league}: {round}", league=plain_name(league.name), round=round_name(league))
        channel = guild.get_channel(league.channel_id)
        try:
            await guild.create_scheduled_event(
                name=clip(renderer.render(name), NAME_LIMIT),
                start_time=discord.utils.utcnow() + SOON,
                end_time=league.round_ends_at,
                entity_type=discord.EntityType.external,
                privacy_level=discord.PrivacyLevel.guild_only,
                location=plain_name(f"#{channel.name}" if channel else league.name),
            )
        except REQUEST_ERRORS as error:
            _log.info("No event for round %s of league %s: %s", league.round, league_id, error)

    def _is_here(self, league: LeagueRecord) -> bool:
        """Whether the bot is on the server of a league, and its channel is still there."""
        guild = self._client.get_guild(league.guild_id)
        return guild is not None and guild.get_channel(league.channel_id) is not None
