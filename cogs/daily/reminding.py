"""Pings members who want to be reminded of the game of the day."""

import discord

from cogs.shared.feature import Context, Feature
from cogs.tables.announcing import Announcer
from engines.texts import say
from sessions.occasions.occasions import Kind


class ReminderFeature(Feature):
    """The reminder in the evening."""

    def __init__(self, context: Context, client: discord.Client, announcer: Announcer) -> None:
        super().__init__(context)
        self._client = client
        self._announcer = announcer
        context.service.occasions.on(Kind.REMINDER, self.remind)

    async def remind(self, guild_id: int) -> bool:
        """Remind those who want that, where they last played. Returns whether to do so again tomorrow."""
        if self._client.get_guild(guild_id) is None:
            return True
        reminder = await self.service.reminders.due(guild_id)
        if reminder is None:
            return False
        renderer, offer = await self.renderers.for_server(guild_id), reminder.offer
        text = say(
            "Daily #{number} waits for you: {game}. It ends in {time}. /daily",
            number=str(offer.day),
            game=offer.game.name,
            time=renderer.span(offer.ends_at - self.service.now()),
        )
        for channel_id, users in reminder.users.items():
            self._announcer.tell(guild_id, channel_id, users, renderer.render(text), ("daily", offer.day))
        return True
