"""The bot's first message on a server."""

import discord

from cogs.shared.contents import Content
from cogs.shared.feature import Context
from cogs.shared.posts import Keeper, Shown
from cogs.shared.table_buttons import newcomers_screen
from db.post_records import Due, PostKind, PostRecord
from engines.texts import say

HELLO = say("Hello! I deal card games. **/play** opens a table in any channel, **/help** says what to do first.")


class Welcome:
    """Tells servers how to learn a game, in the channel that they have for such messages, if they have one."""

    def __init__(self, context: Context, client: discord.Client, keeper: Keeper) -> None:
        self._context = context
        self._client = client
        self._keeper = keeper
        keeper.keep(PostKind.WELCOME, self._describe)

    async def say_hello(self, guild_id: int) -> None:
        """Welcome a server that has invited the bot, perhaps again."""
        service = self._context.service
        await service.posts.make_due(guild_id, [Due(PostKind.WELCOME, guild_id, is_anew=True)], service.now())
        self._keeper.look()

    async def _describe(self, post: PostRecord) -> Shown | None:
        guild = self._client.get_guild(post.guild_id)
        if guild is None or guild.system_channel is None:
            return None

        async def make(_with_pictures: bool) -> Content:
            renderer = await self._context.renderers.for_server(post.guild_id)
            return Content(newcomers_screen(HELLO, self._context.games, renderer))

        return Shown(guild.system_channel.id, make, is_open=False)
