"""/settings."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.feature import Feature
from engines.texts import say
from sessions.refusals import Refused


class SettingsCommands(Feature):
    """What a server or a member can choose."""

    settings = app_commands.Group(
        name=locale_str("settings"),
        description=locale_str("Choose how the bot behaves"),
        guild_only=True,
    )

    @settings.command(name=locale_str("pictures"), description=locale_str("Show tables as pictures or in words"))
    @app_commands.describe(
        shown=locale_str("Whether tables are pictures"),
        everybody=locale_str("For all tables of this server (needs Manage Server), not only your replays"),
    )
    async def pictures(self, interaction: discord.Interaction[Any], shown: bool, everybody: bool = False) -> None:
        """/settings pictures."""
        settings = self.service.settings
        if not everybody:
            await settings.show_pictures(shown, member=interaction.user.id)
            told = say("Your replays have pictures.") if shown else say("Your replays have no pictures.")
        elif not interaction.permissions.manage_guild:
            raise Refused(say("Only members who may manage this server can choose that for everybody."))
        else:
            await settings.show_pictures(shown, server=interaction.guild_id)
            told = (
                say("Tables on this server are pictures, from their next change on.")
                if shown
                else say("Tables on this server are in words, from their next change on.")
            )
        await self.tell(interaction, told)
