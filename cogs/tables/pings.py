"""Calling players when it is their turn: edits notify nobody, new messages do."""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import discord

from cogs.shared.rendering import Renderer
from cogs.shared.responses import REQUEST_ERRORS, UNKNOWN_MESSAGE
from db.records import TableRecord
from engines.texts import Text, say
from sessions.service import TableService
from sessions.snapshots import Snapshot

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that called these users to decide, by then if they have a limit."""

    message_id: int
    users: frozenset[int]
    decide_by: datetime | None = None


class Pings:
    """At most one ping per table; it is deleted once no player it called has to act, or has other time to do so."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._pings: dict[int, Ping] = {}

    def to_call(self, snapshot: Snapshot, waiting: frozenset[int], moved: int | None) -> frozenset[int]:
        """Whom to call: players whom the game waits for, unless they have been called or have just moved."""
        ping = self._ping(snapshot.table)
        called = ping.users if ping and ping.decide_by == snapshot.decide_by else frozenset[int]()
        return waiting - called - {moved}

    async def call(
        self, channel: discord.PartialMessageable, snapshot: Snapshot, users: frozenset[int], renderer: Renderer
    ) -> None:
        """Call these users with a new message, which says until when they can decide."""
        table = snapshot.table
        content, mentioned = mention(sorted(users), renderer.render(_your_turn(snapshot.decide_by)))
        message = await channel.send(content, allowed_mentions=mentioned)
        former = self._ping(table)
        self._pings[table.id] = Ping(message.id, users, snapshot.decide_by)
        await self._service.called_by(table.id, message.id)
        if former is not None:
            await delete_quietly(channel, former.message_id)

    async def clear(self, channel: discord.PartialMessageable, snapshot: Snapshot, waiting: frozenset[int]) -> None:
        """Delete the table's ping unless the game still waits for somebody it called."""
        table = snapshot.table
        ping = self._ping(table)
        if ping is not None and (ping.decide_by != snapshot.decide_by or not ping.users & waiting):
            self._pings.pop(table.id, None)
            await self._service.called_by(table.id, None)
            await delete_quietly(channel, ping.message_id)

    def _ping(self, table: TableRecord) -> Ping | None:
        """The table's present ping; after a restart it is no longer known whom it called."""
        stored = Ping(table.ping_id, frozenset()) if table.ping_id is not None else None
        return self._pings.get(table.id, stored)


def _your_turn(decide_by: datetime | None) -> Text:
    if decide_by is None:
        return say("It's your turn: tap “My hand” at the table.")
    when = discord.utils.format_dt(decide_by, "R")
    return say("It's your turn: tap “My hand” at the table. Your time is up {when}.", when=when)


def mention(users: Collection[int], text: str) -> tuple[str, discord.AllowedMentions]:
    """``text`` after mentions of these users, and the permission to notify nobody else."""
    mentioned = discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in users])
    return " ".join([*(f"<@{user}>" for user in users), text]), mentioned


async def delete_quietly(channel: discord.PartialMessageable, message_id: int) -> None:
    """Delete one of the bot's own messages, whether or not it still exists or can be reached."""
    try:
        await channel.get_partial_message(message_id).delete()
    except REQUEST_ERRORS as error:
        if getattr(error, "code", None) == UNKNOWN_MESSAGE:
            return
        _log.info("Message %s was not deleted: %s", message_id, error)
