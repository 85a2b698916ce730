"""A renderer for each reader: private messages are in the member's own language, public ones in the server's."""

from dataclasses import replace
from typing import Any

import discord

from cogs.shared.names import Names
from cogs.shared.rendering import NO_CARD_EMOJIS, CardEmojis, Renderer
from db.records import TableRecord
from sessions.settings.server import Languages, ServerSettings


def has_language(guild: discord.Guild) -> bool:
    """Whether a server has chosen a language on Discord: without *Community*, each is en-US (hikari #967)."""
    return "COMMUNITY" in guild.features or guild.preferred_locale is not discord.Locale.american_english


class Renderers:
    """Makes renderers. ``card_emojis`` are empty until the bot knows them."""

    def __init__(
        self, client: discord.Client, server_settings: ServerSettings | None = None, languages: Languages | None = None
    ) -> None:
        self._client = client
        self._server_settings = server_settings
        self._languages = languages
        self.names = Names(client)
        self.card_emojis: CardEmojis = NO_CARD_EMOJIS

    def meet(self, interaction: discord.Interaction[Any]) -> None:
        """Note the name of a member who has just done something, and their language."""
        self.names.learn(interaction.user)
        if self._languages is not None and interaction.guild is not None:
            self._languages.note(interaction.guild.id, interaction.user.id, interaction.locale.value)

    async def for_channel(self, table: TableRecord) -> Renderer:
        """For what everybody in the channel reads about this table."""
        return await self._with_names(await self.for_server(table.guild_id, table.host_id), table)

    async def for_server(self, guild_id: int, opener: int | None = None) -> Renderer:
        """For a public message that names no players of a table, about something that this member has opened."""
        return Renderer(await self._public_language(guild_id, opener), {}, self.card_emojis, posted=True)

    async def _public_language(self, guild_id: int, opener: int | None) -> str:
        """The language that the server has chosen here, or else the one it has chosen on Discord.

        Only a server with *Community* has one there. Elsewhere it is that of the opener, or that of most members.
        """
        chosen = await self._server_settings.language(guild_id) if self._server_settings else None
        guild = self._client.get_guild(guild_id)
        if chosen is None and guild is not None and self._languages is not None and not has_language(guild):
            chosen = await self._languages.of_member(opener) if opener is not None else None
            chosen = chosen or await self._languages.of_server(guild_id)
        return chosen or (guild.preferred_locale if guild else discord.Locale.american_english).value

    async def for_member(self, interaction: discord.Interaction[Any], table: TableRecord) -> Renderer:
        """For a private response about this table."""
        return await self._with_names(self.without_names(interaction), table)

    def for_lesson(self, interaction: discord.Interaction[Any], seat: int, seats: int) -> Renderer:
        """For a lesson with this many ``seats``, in which this member sits at ``seat``."""
        names = self.names.in_lesson(interaction.user.display_name, seat, seats)
        return Renderer(interaction.locale.value, names, self.card_emojis)

    def without_names(self, interaction: discord.Interaction[Any]) -> Renderer:
        """For a private response that names no players."""
        return Renderer(interaction.locale.value, {}, self.card_emojis)

    async def _with_names(self, reader: Renderer, table: TableRecord) -> Renderer:
        return replace(reader, names=await self.names.at(table, reader))
