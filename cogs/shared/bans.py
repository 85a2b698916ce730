"""Whom the host of the bot turns away: members, and whole servers."""

from collections.abc import Collection
from typing import Any

import discord

from engines.texts import say
from sessions.shared.refusals import Refused

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
