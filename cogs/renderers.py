"""Finds the voice for each reader: the member's own language in private, the server's in public."""

from __future__ import annotations

from typing import Any

import discord

from cogs.names import Names
from cogs.rendering import NO_FACES, CardEmojis, Renderer
from db.records import TableRecord


class Renderers:
    """Makes voices. ``card_emojis`` are the card emojis, once they are known."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.names = Names(client)
        self.card_emojis: CardEmojis = NO_FACES

    async def everybody(self, table: TableRecord) -> Renderer:
        """For what everybody in the channel reads about this table."""
        guild = self._client.get_guild(table.guild_id)
        locale = guild.preferred_locale if guild else discord.Locale.american_english
        return Renderer(locale, await self.names.at(table), self.card_emojis)

    async def member(self, interaction: discord.Interaction[Any], table: TableRecord) -> Renderer:
        """For a private answer about this table."""
        return Renderer(interaction.locale, await self.names.at(table), self.card_emojis)

    def anybody(self, interaction: discord.Interaction[Any]) -> Renderer:
        """For a private answer that names no players."""
        return Renderer(interaction.locale, {}, self.card_emojis)
