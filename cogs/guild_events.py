"""What happens on servers without anybody using the bot: it is invited or removed, and channels are deleted."""

import logging
from collections.abc import Collection

import discord
from discord.ext import commands

from cogs.shared.contents import Content
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import can_post
from cogs.shared.post_messages import Shown
from cogs.shared.responses import REQUEST_ERRORS
from cogs.shared.table_parts import newcomers_screen
from cogs.tables.threads import TableThreads
from db.posts import Due, PostKind, PostRecord
from engines.texts import say
from sessions.shared.coalescing import CoalescingTasks

_log = logging.getLogger(__name__)

LEAVE_AGAIN = 3600.0
"""Seconds until the bot tries again to leave a server, if Discord has failed."""
HELLO = say("Hello! I deal card games. **/play** opens a table in any channel, **/help** says what to do first.")


class GuildEvents(Feature):
    """Closes the tables of what is deleted, and greets servers; those in ``bans`` are left.

    A server is greeted in the channel that it has for such messages, if it has one.
    """

    def __init__(self, context: Context, threads: TableThreads, bans: Collection[int]) -> None:
        super().__init__(context)
        self._threads = threads
        self._bans = bans
        self.keeper.keep(PostKind.WELCOME, self._welcome)
        self._leaving: CoalescingTasks[int] = CoalescingTasks(self._leave, context.service.sleep)

    async def cog_unload(self) -> None:
        """Leave no more servers. The next start goes on."""
        await self._leaving.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Leave the servers that the host turns away."""
        for guild in self.client.guilds:
            if guild.id in self._bans:
                self._leaving.request(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a deleted channel."""
        await self.service.play.close_all_in(channel.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Have leagues stand still when the bot loses their channel, and go on when it is back there."""
        if can_post(before) != can_post(after):
            await self.service.league_rounds.resume_on(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """The same, if it loses all channels of a server."""
        if before.permissions != after.permissions:
            await self.service.league_rounds.resume_on(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self.service.play.close_all_in(payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Archive a thread again in a day that somebody has reopened. Archived threads are not in the cache."""
        if payload.thread is None and not payload.data["thread_metadata"]["archived"]:
            await self._threads.on_reopened(payload.thread_id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Let a server wait that Discord cannot reach."""
        self.service.outages.lost(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on where Discord can reach a server again."""
        await self.service.outages.found(guild.id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that a server has removed the bot. Its data is deleted a month later."""
        await self.service.guild_data.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Say hello to a server that has invited the bot, perhaps again; then its data is kept.

        One that the host turns away is left.
        """
        if guild.id in self._bans:
            self._leaving.request(guild.id)
            return
        is_new = await self.service.guild_data.joined(guild.id)
        await self.service.league_rounds.resume_on(guild.id)
        if is_new:
            welcome = Due(PostKind.WELCOME, guild.id, is_anew=True)
            await self.service.posts.make_due(guild.id, [welcome], self.service.now())
            self.service.look_at_posts()

    async def _leave(self, guild_id: int) -> None:
        guild = self.client.get_guild(guild_id)
        if guild is None:
            return
        try:
            await guild.leave()
        except REQUEST_ERRORS as error:
            _log.info("Server %s is left later: %s", guild_id, error)
            self._leaving.request_later(guild_id, LEAVE_AGAIN)

    async def _welcome(self, post: PostRecord) -> Shown | None:
        guild = self.client.get_guild(post.guild_id)
        if guild is None or guild.system_channel is None:
            return None

        async def make(_with_pictures: bool) -> Content:
            renderer = await self.renderers.for_server(post.guild_id)
            return Content(newcomers_screen(HELLO, self.games, renderer))

        return Shown(guild.system_channel.id, make, is_open=False)
