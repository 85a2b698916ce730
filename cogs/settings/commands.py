"""/settings."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.settings.server_panel import LABELS, ServerMenu, languages, server_panel, values_of
from cogs.shared.controls import chosen_values
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import missing_for_threads
from cogs.shared.responses import redraw, show
from engines.texts import say
from sessions.refusals import Refused
from sessions.server_settings import MOST_OPEN_TABLES, OFF, ON, SERVER_LANGUAGE, MayEnd, ServerSetting


class SettingsCommands(Feature):
    """What a server or a member can choose."""

    settings = app_commands.Group(
        name=locale_str("settings"),
        description=locale_str("Choose how the bot behaves"),
        guild_only=True,
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.handlers.add(ServerMenu, self.on_server_choice)

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
        else:
            _require_manager(interaction)
            await settings.show_pictures(shown, server=interaction.guild_id)
            told = (
                say("Tables on this server are pictures, from their next change on.")
                if shown
                else say("Tables on this server are in words, from their next change on.")
            )
        await self.tell(interaction, told)

    @settings.command(name=locale_str("server"), description=locale_str("What holds for everybody on this server"))
    @app_commands.describe(
        threads=locale_str("Whether each table gets a thread of its own"),
        tables=locale_str("How many open tables a channel may have"),
        pictures=locale_str("Whether tables are pictures"),
        language=locale_str("The language of what everybody reads"),
        ending=locale_str("Who may end a game without a result"),
        leaderboard=locale_str("Whether members can look at ratings and records"),
    )
    @app_commands.choices(
        language=[
            app_commands.Choice(
                name=locale_str(LABELS[ServerSetting.LANGUAGE, SERVER_LANGUAGE].template), value=SERVER_LANGUAGE
            ),
            *(app_commands.Choice(name=name, value=code) for code, name in languages().items()),
        ],
        ending=[
            app_commands.Choice(name=locale_str(LABELS[ServerSetting.ENDING, right].template), value=right.value)
            for right in MayEnd
        ],
    )
    async def server(
        self,
        interaction: discord.Interaction[Any],
        threads: bool | None = None,
        tables: app_commands.Range[int, 1, MOST_OPEN_TABLES] | None = None,
        pictures: bool | None = None,
        language: str | None = None,
        ending: str | None = None,
        leaderboard: bool | None = None,
    ) -> None:
        """/settings server: stores what is given and shows everything."""
        _require_manager(interaction)
        await self._choose(
            interaction,
            {
                ServerSetting.THREADS: _on_or_off(threads),
                ServerSetting.TABLES: None if tables is None else str(tables),
                ServerSetting.PICTURES: _on_or_off(pictures),
                ServerSetting.LANGUAGE: language,
                ServerSetting.ENDING: ending,
                ServerSetting.LEADERBOARD: _on_or_off(leaderboard),
            },
        )
        await show(interaction, await self._panel(interaction))

    async def on_server_choice(self, interaction: discord.Interaction[Any], menu: ServerMenu) -> None:
        """Store a choice made in the panel; the member may have lost the right to make it since."""
        _require_manager(interaction)
        (value,) = chosen_values(interaction)
        await self._choose(interaction, {menu.setting: value})
        await redraw(interaction, await self._panel(interaction))

    async def _choose(self, interaction: discord.Interaction[Any], values: Mapping[ServerSetting, str | None]) -> None:
        """Store the values that are given, or none if one of them cannot be chosen."""
        assert interaction.guild_id is not None
        given = {setting: value for setting, value in values.items() if value is not None}
        if any(value not in values_of(setting) for setting, value in given.items()):
            raise Refused(say("That cannot be chosen. /settings server shows what can."))
        for setting, value in given.items():
            await self.service.server_settings.choose(interaction.guild_id, setting, value)

    async def _panel(self, interaction: discord.Interaction[Any]) -> discord.ui.LayoutView:
        assert interaction.guild_id is not None
        settings = self.service.server_settings
        chosen = {setting: await settings.value(interaction.guild_id, setting) for setting in ServerSetting}
        return server_panel(chosen, missing_for_threads(interaction), self.renderers.without_names(interaction))


def _require_manager(interaction: discord.Interaction[Any]) -> None:
    if not interaction.permissions.manage_guild:
        raise Refused(say("Only members who may manage this server can choose that for everybody."))


def _on_or_off(chosen: bool | None) -> str | None:
    return None if chosen is None else ON if chosen else OFF
