"""Pings members who want to be reminded of the game of the day."""

from datetime import datetime

import discord

from cogs.shared.contents import Words
from cogs.shared.feature import Context, Feature
from cogs.shared.posts import Keeper, Shown, in_words
from cogs.tables.pings import MOST_PINGED, mention
from db.posts import Due, PostKind, PostRecord
from engines.texts import say
from sessions.occasions import Happened, Kind

MOST_MESSAGES = 100
"""How many messages a channel gets at most in an evening."""


class ReminderFeature(Feature):
    """The reminder in the evening."""

    def __init__(self, context: Context, client: discord.Client, keeper: Keeper) -> None:
        super().__init__(context)
        self._client = client
        keeper.keep(PostKind.REMINDER, self._describe)
        context.service.occasions.on(Kind.REMINDER, self.remind)

    async def remind(self, guild_id: int, _due: datetime) -> Happened:
        """Have those reminded who want that, where they last played, and again tomorrow if there are any."""
        if self._client.get_guild(guild_id) is None:
            return Happened()
        reminder = await self.service.reminders.due(guild_id)
        if reminder is None:
            return Happened(again=False)
        part = reminder.offer.day * MOST_MESSAGES
        return Happened([Due(PostKind.REMINDER, channel_id, part) for channel_id in reminder.users])

    async def _describe(self, post: PostRecord) -> Shown | None:
        """Those who are reminded by a message; others follow in the next one."""
        day, number = divmod(post.part, MOST_MESSAGES)
        reminders, posts = self.service.reminders, self.service.posts
        called = await reminders.called(post.guild_id, post.subject, day, number, MOST_PINGED)
        if called is None:
            return None
        renderer = await self.renderers.for_server(post.guild_id)
        text = say(
            "Daily #{number} waits for you: {game}. It ends in {time}. /daily",
            number=str(called.offer.day),
            game=called.offer.game.name,
            time=renderer.span(called.offer.ends_at - self.service.now()),
        )

        async def is_told() -> None:
            if called.more:
                await posts.call(
                    post.guild_id, [Due(PostKind.REMINDER, post.subject, post.part + 1)], self.service.now()
                )

        ping = mention(called.users, renderer.render(text))
        return in_words(post.subject, Words(ping.line), ping.mentioned, is_told)
