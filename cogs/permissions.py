"""What the bot must be allowed to do in a channel before it opens a table there."""

from __future__ import annotations

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
    """Raise ``Refused`` naming what the bot may not do in the channel of this interaction."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    unneeded = "send_messages" if in_thread else "send_messages_in_threads"
    missing = [
        text for name, text in _NEEDED.items() if name != unneeded and not getattr(interaction.app_permissions, name)
    ]
    if not missing:
        return
    listed = missing[0]
    for text in missing[1:]:
        listed = say("{one} and {other}", one=listed, other=text)
    raise Refused(
        say(
            "I cannot keep a table here: I lack the permission {missing} in this channel. Somebody who manages "
            "the channel can grant it to me; until then, play in another channel.",
            missing=listed,
        )
    )


def may_manage(interaction: discord.Interaction[Any]) -> bool:
    """Whether the member may end other people's tables in this channel."""
    return interaction.permissions.manage_messages
