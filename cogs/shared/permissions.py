"""Where commands can be used, and what the bot, its members and whom a member names are allowed to do."""

import asyncio
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import discord
from discord import app_commands

from cogs.shared.responses import LOCKED_THREAD, REQUEST_ERRORS, UNKNOWN_MEMBER, UNKNOWN_USER
from db.records import NO_SERVER
from engines.kit.wording import listed
from engines.texts import Text, say
from sessions.shared.refusals import Refused

AnyCommand = TypeVar("AnyCommand", bound="app_commands.Command[Any, ..., Any] | app_commands.Group")

ON_SERVERS: Mapping[str, Any] = {
    "allowed_contexts": app_commands.AppCommandContext(guild=True),
    "allowed_installs": app_commands.AppInstallationType(guild=True),
}
"""For groups of commands that need a server of the bot."""
ANYWHERE: Mapping[str, Any] = {
    "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    "allowed_installs": app_commands.AppInstallationType(guild=True, user=True),
}
"""For groups of commands that members can also use in direct messages, and wherever they have installed the app."""

NO_OTHERS = say("Here you play for yourself. On a server with this bot, you can share results.")


def on_servers(command: AnyCommand) -> AnyCommand:
    """Offer a command only on servers of the bot."""
    return _offered(command, ON_SERVERS)


def anywhere(command: AnyCommand) -> AnyCommand:
    """Offer a command also in direct messages, and wherever the member has installed the app."""
    return _offered(command, ANYWHERE)


def is_offered_anywhere(command: app_commands.Command[Any, ..., Any] | app_commands.Group) -> bool:
    """Whether a command can be used without a server of the bot."""
    contexts = command.allowed_contexts
    return contexts is None or bool(contexts.dm_channel)


def server_of(interaction: discord.Interaction[Any]) -> int | None:
    """The server of the bot on which this happens; ``None`` in direct messages, and on a server without the bot."""
    guild_id = interaction.guild_id
    return guild_id if guild_id is not None and interaction.client.get_guild(guild_id) is not None else None


def place_of(interaction: discord.Interaction[Any]) -> int:
    """Where a private game is begun: on this server, or on none.

    What belongs to no server is kept by the process of direct messages. Another one raises ``Refused``.
    """
    server = server_of(interaction)
    if server is not None:
        return server
    if not interaction.client.serves_direct_messages:
        raise Refused(say("I can't deal cards on this server. Use the same command in a direct message to me."))
    return NO_SERVER


def private_place(interaction: discord.Interaction[Any]) -> tuple[int, int, int]:
    """Where a private game is begun, as above, the channel, and the member who plays it."""
    assert interaction.channel_id is not None
    return place_of(interaction), interaction.channel_id, interaction.user.id


def _offered(command: AnyCommand, where: Mapping[str, Any]) -> AnyCommand:
    command.allowed_contexts, command.allowed_installs = where["allowed_contexts"], where["allowed_installs"]
    return command


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


def can_post(channel: discord.abc.GuildChannel | None) -> bool:
    """Whether a channel is there, and the bot sees it and may write there."""
    if channel is None:
        return False
    me: discord.Member | None = channel.guild.me
    allowed = discord.Permissions.all() if me is None else channel.permissions_for(me)  # all: nothing forbids it
    return allowed.view_channel and allowed.send_messages


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
    return listed(missing) if missing else None


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may close other people's tables in this channel."""
    return interaction.permissions.manage_messages


def require_manager(interaction: discord.Interaction[Any]) -> discord.Guild:
    """The server, if the bot is on it and the member may choose something for all of it. Raises ``Refused``."""
    guild = interaction.guild
    if guild is None or server_of(interaction) is None or not interaction.permissions.manage_guild:
        raise Refused(say("Only members who may manage this server can choose that for everybody."))
    return guild


def may_write(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may write in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return interaction.permissions.send_messages_in_threads if in_thread else interaction.permissions.send_messages


BANNED = say("The host of this bot does not let you use it.")


def require_welcome(interaction: discord.Interaction[Any], bans: Collection[int]) -> None:
    """Raise ``Refused`` if the member or their server is turned away: their ids are among ``bans``."""
    if interaction.user.id in bans or interaction.guild_id in bans:
        raise Refused(BANNED)


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
        asked = {asyncio.create_task(member_of(interaction.guild, user)): user for user in unknown}
        done, late = await asyncio.wait(asked, timeout=PATIENCE_SECONDS)
        for task in late:
            task.cancel()
        for task in done:
            with suppress(*REQUEST_ERRORS):  # nobody waits for Discord to say who that is
                member = await task
                if member is None:
                    strangers.add(asked[task])
                elif member.bot:
                    bots.add(asked[task])
    for user in users:
        if user in bots:
            raise Refused(say("You can name only members of this server, and {member} is a bot.", member=f"<@{user}>"))
        if user in strangers:
            raise Refused(say("You can name only members of this server, and {member} isn't one.", member=f"<@{user}>"))


async def member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """A member of the server as they are now; ``None`` if Discord says that they are none.

    Raises:
        REQUEST_ERRORS: Discord does not say. A server that it does not know now is no reason to take all for gone.
    """
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
            raise
        return None
