"""/settings."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.feature import Feature
from cogs.shared.paces import pace_choices
from engines.texts import say
from sessions.lobby import known_pace
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

    @settings.command(
        name=locale_str("pace"), description=locale_str("Choose how much time players have on this server")
    )
    @app_commands.describe(pace=locale_str("For tables that are opened without a pace of their own"))
    @app_commands.choices(pace=pace_choices())
    async def pace(self, interaction: discord.Interaction[Any], pace: str) -> None:
        """/settings pace."""
        if not interaction.permissions.manage_guild:
            raise Refused(say("Only members who may manage this server can choose its pace."))
        assert interaction.guild_id is not None
        chosen = known_pace(pace)
        await self.service.settings.choose_pace(chosen, interaction.guild_id)
        await self.tell(
            interaction,
            say("New tables on this server have this pace: {pace}. Open tables keep theirs.", pace=chosen.label),
        )
