"""What the bot and its members are allowed to do in a channel."""

from typing import Any

import discord

from engines.texts import Text, say
from sessions.refusals import Refused

_NEEDED: dict[str, Text] = {
    "view_channel": say("View Channel"),
    "send_messages": say("Send Messages"),
    "send_messages_in_threads": say("Send Messages in Threads"),
}


def require_permissions(interaction: discord.Interaction[Any]) -> None:
    """Raise ``Refused`` naming the permissions that the bot lacks to run a table in this channel."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    missing = [
        text for name, text in _NEEDED.items() if name != unneeded and not getattr(interaction.app_permissions, name)
    ]
    if not missing:
        return
    listed = missing[0]
    for text in missing[1:]:
        listed = say("{first}, {second}", first=listed, second=text)
    raise Refused(
        say(
            "I can't run a table here without these permissions: {missing}. Ask someone who manages the channel to "
            "grant them, or play in another channel.",
            missing=listed,
        )
    )


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may close other people's tables in this channel."""
    return interaction.permissions.manage_messages
