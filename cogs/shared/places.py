"""Where a command can be used, and where it is used: on a server of the bot, or anywhere else."""

from collections.abc import Mapping
from typing import Any, TypeVar

import discord
from discord import app_commands

from db.records import NO_SERVER
from engines.texts import say
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
SHARD_OF_DIRECT_MESSAGES = 0
"""Discord sends them to this one (Discord documentation, "Sharding")."""


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
    shards = interaction.client.shard_ids if isinstance(interaction.client, discord.AutoShardedClient) else None
    if shards is not None and SHARD_OF_DIRECT_MESSAGES not in shards:
        raise Refused(say("I can't deal cards on this server. Use the same command in a direct message to me."))
    return NO_SERVER


def _offered(command: AnyCommand, where: Mapping[str, Any]) -> AnyCommand:
    command.allowed_contexts, command.allowed_installs = where["allowed_contexts"], where["allowed_installs"]
    return command
