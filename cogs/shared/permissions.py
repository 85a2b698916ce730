"""What the bot and its members are allowed to do in a channel, and whom the host turns away."""

import asyncio
from collections.abc import Collection, Mapping
from typing import Any

import discord

from cogs.shared.places import server_of
from cogs.shared.responses import LOCKED_THREAD, REQUEST_ERRORS
from engines.texts import Text, say
from sessions.shared.refusals import Refused

_IN_CHANNELS: dict[str, Text] = {"view_channel": say("View Channel"), "send_messages": say("Send Messages")}
_IN_THREADS: dict[str, Text] = {
    "view_channel": say("View Channel"),
    "send_messages_in_threads": say("Send Messages in Threads"),
}
_FOR_THREADS: dict[str, Text] = {
    "create_public_threads": say("Create Public Threads"),
    "send_messages_in_threads": say("Send Messages in Threads"),
    "read_message_history": say("Read Message History"),
}
"""What the bot needs in a channel to make threads for tables there."""


def require_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raise ``Refused`` if the bot cannot run a table in this channel, naming the permissions that it lacks."""
    channel = interaction.channel
    in_thread = isinstance(channel, discord.Thread)
    missing = _missing(interaction, _IN_THREADS if in_thread else _IN_CHANNELS)
    if missing is not None:
        raise Refused(
            say(
                "I can't run a table here without these permissions: {missing}. Ask someone who manages the channel to "
                "grant them, or play in another channel.",
                missing=missing,
            )
        )
    if in_thread and channel.locked and not interaction.app_permissions.manage_threads:
        raise Refused(LOCKED_THREAD)


def missing_for_threads(interaction: discord.Interaction[Any]) -> Text | None:
    """The permissions that the bot lacks to make threads in this channel; ``None`` if it has them all."""
    return _missing(interaction, _FOR_THREADS)


def _missing(interaction: discord.Interaction[Any], needed: Mapping[str, Text]) -> Text | None:
    missing = [text for name, text in needed.items() if not getattr(interaction.app_permissions, name)]
    if not missing:
        return None
    listed = missing[0]
    for text in missing[1:]:
        listed = say("{first}, {second}", first=listed, second=text)
    return listed


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may close other people's tables in this channel."""
    return interaction.permissions.manage_messages


def require_manager(interaction: discord.Interaction[Any]) -> None:
    """Raise ``Refused`` unless the member may choose something for the whole server, which the bot is on."""
    if server_of(interaction) is None or not interaction.permissions.manage_guild:
        raise Refused(say("Only members who may manage this server can choose that for everybody."))


def may_write(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may write in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return interaction.permissions.send_messages_in_threads if in_thread else interaction.permissions.send_messages


BANNED = say("The host of this bot does not let you use it.")


class Bans:
    """The ids of members and servers that are turned away."""

    def __init__(self, ids: Collection[int] = ()) -> None:
        self._ids = frozenset(ids)

    def __contains__(self, number: object) -> bool:
        return number in self._ids

    def require_welcome(self, interaction: discord.Interaction[Any]) -> None:
        """Raise ``Refused`` if the member or their server is turned away."""
        if interaction.user.id in self._ids or interaction.guild_id in self._ids:
            raise Refused(BANNED)


NOBODY_BANNED = Bans()


PATIENCE_SECONDS = 2.0
"""How long to wait for Discord to say who somebody is. Then they are taken for a member."""


async def require_members(interaction: discord.Interaction[Any], users: Collection[int]) -> None:
    """Raise ``Refused`` if one of these users is a bot, or not on the server of the interaction.

    Discord says so with a choice in a menu or with the target of a command. What was typed has to be asked for.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    sent: dict[str, dict[str, Any]] = data.get("resolved", {})
    known = sent.get("users", {})
    unknown = [user for user in users if str(user) not in known]
    bots = {user for user in users if known.get(str(user), {}).get("bot")}
    strangers = {user for user in users if str(user) in known and str(user) not in sent.get("members", {})}
    if unknown and interaction.guild is not None:
        asked = {asyncio.create_task(interaction.guild.fetch_member(user)): user for user in unknown}
        done, late = await asyncio.wait(asked, timeout=PATIENCE_SECONDS)
        for task in late:
            task.cancel()
        for task in done:
            try:
                if (await task).bot:
                    bots.add(asked[task])
            except discord.NotFound:
                strangers.add(asked[task])
            except REQUEST_ERRORS:
                pass  # Nobody waits for Discord to say who that is.
    for user in users:
        if user in bots:
            raise Refused(say("You can name only members of this server, and {member} is a bot.", member=f"<@{user}>"))
        if user in strangers:
            raise Refused(say("You can name only members of this server, and {member} is none.", member=f"<@{user}>"))
