"""Finds the voice for each reader: the member's own language in private, the server's in public."""

from __future__ import annotations

from typing import Any

import discord

from cogs.names import Names
from cogs.voice import NO_FACES, Faces, Voice
from db.records import TableRecord


class Readers:
    """Makes voices. ``faces`` are the card emojis, once they are known."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.names = Names(client)
        self.faces: Faces = NO_FACES

    async def everybody(self, table: TableRecord) -> Voice:
        """For what everybody in the channel reads about this table."""
        guild = self._client.get_guild(table.guild_id)
        locale = guild.preferred_locale if guild else discord.Locale.american_english
        return Voice(locale, await self.names.at(table), self.faces)

    async def member(self, interaction: discord.Interaction[Any], table: TableRecord) -> Voice:
        """For a private answer about this table."""
        return Voice(interaction.locale, await self.names.at(table), self.faces)

    def anybody(self, interaction: discord.Interaction[Any]) -> Voice:
        """For a private answer that names no players."""
        return Voice(interaction.locale, {}, self.faces)
