"""Pings members who want to be reminded of the game of the day."""

import logging

import discord

from cogs.shared.feature import Context, Feature
from cogs.shared.responses import REQUEST_ERRORS, new_nonce
from cogs.tables.pings import mention
from engines.texts import say
from sessions.occasions.occasions import Kind

_log = logging.getLogger(__name__)

MOST_PINGED = 20
"""How many members one message pings."""


class ReminderFeature(Feature):
    """The reminder in the evening."""

    def __init__(self, context: Context, client: discord.Client) -> None:
        super().__init__(context)
        self._client = client
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
            "Daily #{number} waits for you: {game}. It ends {when}. /daily",
            number=str(offer.day),
            game=offer.game.name,
            when=discord.utils.format_dt(offer.ends_at, "R"),
        )
        for channel_id, users in reminder.users.items():
            for first in range(0, len(users), MOST_PINGED):
                await self._send(guild_id, channel_id, users[first : first + MOST_PINGED], renderer.render(text))
        return True

    async def _send(self, guild_id: int, channel_id: int, users: list[int], line: str) -> None:
        ping = mention(users, line)
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        await self.service.precedence.give_way()
        try:
            await channel.send(ping.line, allowed_mentions=ping.mentioned, nonce=new_nonce())
        except REQUEST_ERRORS as error:
            _log.info("A reminder in channel %s could not be sent: %s", channel_id, error)
