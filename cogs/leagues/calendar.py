"""The rounds of leagues in the calendars of servers."""

from dataclasses import replace
from datetime import datetime, timedelta

import discord

from cogs.leagues.words import public_renderer, round_name
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import can_post
from cogs.shared.posts import Show
from cogs.shared.rendering import clip, plain_name
from db.league_records import LeagueRecord
from db.posts import PostKind, PostRecord
from engines.texts import say

NAME_LIMIT = 100
"""Characters of an event's name (Discord documentation, "Guild Scheduled Event")."""
SOON = timedelta(minutes=1)
"""Discord wants events to begin in the future."""


class LeagueCalendar(Feature):
    """Enters rounds into the calendars of servers, and tells leagues who is there."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keeper.keep(PostKind.EVENT, _no_message, around=self._enter)
        self.service.league_rounds.is_here = self._is_here
        self.service.league_rounds.gone = self.renderers.names.gone

    async def _enter(self, post: PostRecord, _show: Show) -> None:
        """Have a round stand in the calendar of its server, once, for as long as it is played. Raises REQUEST_ERRORS.

        What somebody has deleted there stays deleted.
        """
        guild = self.client.get_guild(post.guild_id)
        rights = guild.me.guild_permissions if guild is not None else discord.Permissions.none()
        if guild is not None and (rights.create_events or rights.manage_events):
            post = await self._entered(guild, post)
        if post.message_id is None:
            await self.service.posts.drop(post)
        else:
            await self.service.posts.settle(post, is_open=False)

    async def _entered(self, guild: discord.Guild, post: PostRecord) -> PostRecord:
        """The post with the event that now stands for the round, if there is one."""
        league = await self.service.league_ledger.get(post.subject)
        ends_at = league.round_ends_at if league.phase.is_played and league.round == post.part else None
        renderer = (await public_renderer(self.renderers, league)).plain
        told = say("{league}: {round}", league=plain_name(league.name), round=round_name(league))
        name = clip(renderer.render(told), NAME_LIMIT)
        events = await guild.fetch_scheduled_events(with_counts=False)
        if post.message_id is None and ends_at is not None:  # perhaps an earlier attempt, of which nobody heard
            events = [event for event in events if event.creator_id == guild.me.id and event.name == name]
        else:
            events = [event for event in events if event.id == post.message_id]
        event = events[0] if events else None
        if ends_at is None:
            if event is not None:
                await event.delete()
            return post
        if event is not None and event.end_time != ends_at:
            await event.edit(end_time=ends_at)
        elif event is None and post.message_id is None:
            event = await self._new_event(guild, league, name, ends_at)
        if event is None:
            return post
        await self.service.posts.shown(post, league.channel_id, event.id, is_open=False)
        return replace(post, message_id=event.id)

    async def _new_event(
        self, guild: discord.Guild, league: LeagueRecord, name: str, ends_at: datetime
    ) -> discord.ScheduledEvent:
        channel = guild.get_channel(league.channel_id)
        return await guild.create_scheduled_event(
            name=name,
            start_time=discord.utils.utcnow() + SOON,
            end_time=ends_at,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=plain_name(f"#{channel.name}" if channel else league.name),
        )

    def _is_here(self, league: LeagueRecord) -> bool:
        """Whether the bot is on the server of a league, and can still call its players in its channel."""
        guild = self.client.get_guild(league.guild_id)
        return guild is not None and can_post(guild.get_channel(league.channel_id))


async def _no_message(_post: PostRecord) -> None:
    """An event of a calendar is shown by no message."""
