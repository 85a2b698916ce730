"""Calling the players whose turn it is: an edited message notifies nobody, a new one does."""

from __future__ import annotations

import logging
from dataclasses import dataclass

import discord

from cogs.answers import UNREACHED
from cogs.rendering import Renderer
from db.records import TableRecord
from engines.texts import say
from sessions.service import TableService

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that called these users."""

    message_id: int
    users: frozenset[int]


class Pings:
    """At most one ping per table; it is deleted when nobody it called has to act any more."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._standing: dict[int, Ping] = {}

    def to_call(self, table: TableRecord, waiting: frozenset[int], moved: int | None) -> frozenset[int]:
        """Whom to call: the game waits for them, nobody has called them yet, and it was not they who just moved."""
        ping = self._ping(table)
        called = ping.users if ping else frozenset()
        return waiting - called - {moved}

    async def call(
        self, channel: discord.PartialMessageable, table: TableRecord, users: frozenset[int], renderer: Renderer
    ) -> None:
        """Call these users with a new message."""
        mentions = " ".join(f"<@{user}>" for user in sorted(users))
        message = await channel.send(
            mentions + " " + renderer.say(say("It is your turn: tap “My hand” at the table.")),
            allowed_mentions=discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in sorted(users)]
            ),
        )
        former = self._ping(table)
        self._standing[table.id] = Ping(message.id, users)
        await self._service.called_by(table.id, message.id)
        if former is not None:
            await delete_quietly(channel, former.message_id)

    async def clear(self, channel: discord.PartialMessageable, table: TableRecord, waiting: frozenset[int]) -> None:
        """Delete the table's ping unless the game still waits for somebody whom it called."""
        ping = self._ping(table)
        if ping is not None and not ping.users & waiting:
            self._standing.pop(table.id, None)
            await self._service.called_by(table.id, None)
            await delete_quietly(channel, ping.message_id)

    def _ping(self, table: TableRecord) -> Ping | None:
        """The ping that stands; of one from before a restart nobody knows any more whom it called."""
        stored = Ping(table.ping_id, frozenset()) if table.ping_id is not None else None
        return self._standing.get(table.id, stored)


async def delete_quietly(channel: discord.PartialMessageable, message_id: int) -> None:
    """Delete an own message; that it is gone already, or out of reach, does not matter."""
    try:
        await channel.get_partial_message(message_id).delete()
    except UNREACHED as error:
        _log.info("Message %s was not deleted: %s", message_id, error)
