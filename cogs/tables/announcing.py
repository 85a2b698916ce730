"""Pings members who are at no table, in the background: plain words, which nobody waits for."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.shared.responses import REQUEST_ERRORS, is_final, nonce_of
from cogs.tables.pings import mention
from sessions.service import TableService
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

MOST_PINGED = 20
"""How many members one message pings."""
RETRY_SECONDS = 60.0
"""How long to wait before trying again if Discord was out of reach."""


@dataclass(frozen=True, slots=True)
class _Announcement:
    """A line for some members. ``about`` is what makes it due."""

    guild_id: int
    channel_id: int
    users: tuple[int, ...]
    line: str
    about: tuple[object, ...]


class Announcer:
    """Tells members of a server something, each time once. What Discord does not take now is told later."""

    def __init__(self, client: discord.Client, service: TableService, sleep: Sleep) -> None:
        self._client = client
        self._service = service
        self._telling: CoalescingTasks[_Announcement] = CoalescingTasks(self._tell, sleep)

    def tell(self, guild_id: int, channel_id: int, users: Sequence[int], line: str, about: tuple[object, ...]) -> None:
        """Ping these members with this line in a channel. ``about`` is the same in every attempt to say it."""
        for first in range(0, len(users), MOST_PINGED):
            called = tuple(users[first : first + MOST_PINGED])
            self._telling.request(_Announcement(guild_id, channel_id, called, line, (*about, first)))

    async def close(self) -> None:
        """Stop telling."""
        await self._telling.close()

    async def _tell(self, told: _Announcement) -> None:
        await self._service.precedence.give_way()
        ping = mention(told.users, told.line)
        channel = self._client.get_partial_messageable(told.channel_id, guild_id=told.guild_id)
        nonce = nonce_of("news", told.channel_id, *told.about)
        try:
            await channel.send(ping.line, allowed_mentions=ping.mentioned, nonce=nonce)
        except REQUEST_ERRORS as error:
            _log.info("%s members in channel %s could not be told: %s", len(told.users), told.channel_id, error)
            if not is_final(error):
                self._telling.request_later(told, getattr(error, "retry_after", RETRY_SECONDS))
