"""What follows leagues in Discord: their posts, calls to players, and the calendar."""

import discord

from cogs.leagues.calendar import RoundEvents
from cogs.leagues.calls import MatchCalls
from cogs.leagues.posts import LeaguePosts
from cogs.shared.pictures import Pictures
from cogs.shared.posts import Keeper
from cogs.shared.renderers import Renderers
from cogs.tables.threads import TableThreads
from db.league_records import LeagueRecord
from sessions.service import Service


class LeagueFollowers:
    """Puts them together."""

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
        self.posts = LeaguePosts(keeper, service, renderers, pictures)
        MatchCalls(keeper, service, renderers, threads)
        self._events = RoundEvents(client, service, renderers)
        service.league_rounds.is_here = self._is_here
        service.league_rounds.gone = renderers.names.gone

    def start(self) -> None:
        """Follow every change from now on."""
        self._service.league_ledger.subscribe(self._events.on_event)

    async def close(self) -> None:
        """Stop."""
        await self._events.close()

    def _is_here(self, league: LeagueRecord) -> bool:
        """Whether the bot is on the server of a league, and its channel is still there."""
        guild = self._client.get_guild(league.guild_id)
        return guild is not None and guild.get_channel(league.channel_id) is not None
