"""/settings."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.settings.server_panel import LABELS, ServerMenu, languages, server_panel, values_of
from cogs.shared.controls import chosen_value
from cogs.shared.feature import Context, Feature
from cogs.shared.limits import SUGGESTION_LIMIT
from cogs.shared.paces import pace_choices
from cogs.shared.permissions import missing_for_threads
from cogs.shared.rendering import safe_name
from cogs.shared.responses import show, show_in_place
from engines.texts import Text, say
from sessions.settings.quiet_hours import QUIET_FROM, QUIET_UNTIL, QuietHours, known_zones
from sessions.settings.server import MOST_OPEN_TABLES, OFF, ON, SERVER_LANGUAGE, MayEnd, ServerSetting
from sessions.settings.settings import Pings
from sessions.shared.refusals import Refused


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

    @settings.command(
        name=locale_str("pictures"),
        description=locale_str("Show your replays and practice games as pictures or in words"),
    )
    @app_commands.describe(
        shown=locale_str("Show pictures or not; for tables, see /settings server"),
    )
    async def pictures(self, interaction: discord.Interaction[Any], shown: bool) -> None:
        """/settings pictures."""
        await self.service.settings.show_pictures(interaction.user.id, shown)
        await self.tell(
            interaction,
            say("Your replays and practice games have pictures.")
            if shown
            else say("Your replays and practice games have no pictures."),
        )

    @settings.command(
        name=locale_str("help"), description=locale_str("Show a line of help with each question of your first games")
    )
    @app_commands.describe(shown=locale_str("Whether your first two games of each kind have help"))
    async def first_games(self, interaction: discord.Interaction[Any], shown: bool) -> None:
        """/settings help."""
        await self.service.settings.show_help(interaction.user.id, shown)
        await self.tell(
            interaction,
            say("Your first two games of each kind have a line of help with each question.")
            if shown
            else say("Your first games no longer have a line of help with each question."),
        )

    @settings.command(name=locale_str("pings"), description=locale_str("Choose when the bot pings you about your turn"))
    @app_commands.describe(when=locale_str("When you are pinged"))
    @app_commands.choices(
        when=[
            app_commands.Choice(name=locale_str("when I am away"), value=Pings.AWAY),
            app_commands.Choice(name=locale_str("at every turn"), value=Pings.ALWAYS),
            app_commands.Choice(name=locale_str("never"), value=Pings.NEVER),
        ]
    )
    async def pings(self, interaction: discord.Interaction[Any], when: str) -> None:
        """/settings pings."""
        pings = Pings(when)
        await self.service.settings.choose_pings(interaction.user.id, pings)
        await self.tell(interaction, _TOLD[pings])

    @settings.command(
        name=locale_str("invitations"), description=locale_str("Choose whether others may invite you to their tables")
    )
    @app_commands.describe(allow=locale_str("Whether others may invite you; you can join tables either way"))
    async def invitations(self, interaction: discord.Interaction[Any], allow: bool) -> None:
        """/settings invitations."""
        await self.service.settings.take_invitations(allow, interaction.user.id)
        told = (
            say("Other members can invite you to their tables.")
            if allow
            else say("Nobody can invite you to a table any more. You can still join open tables yourself.")
        )
        await self.tell(interaction, told)

    @settings.command(
        name=locale_str("timezone"),
        description=locale_str("Choose a time zone and hours in which you are not pinged"),
    )
    @app_commands.describe(
        zone=locale_str("The time zone, as in Europe/Berlin"),
        quiet_from=locale_str("The hour at which the quiet hours begin (22 unless you choose another)"),
        quiet_until=locale_str("The hour at which they end (8 unless you choose another); the same hour for none"),
        everybody=locale_str("For all members of this server who have not chosen their own (needs Manage Server)"),
    )
    async def timezone(
        self,
        interaction: discord.Interaction[Any],
        zone: str,
        quiet_from: app_commands.Range[int, 0, 23] = QUIET_FROM,
        quiet_until: app_commands.Range[int, 0, 23] = QUIET_UNTIL,
        everybody: bool = False,
    ) -> None:
        """/settings timezone."""
        if zone not in known_zones():
            raise Refused(
                say("I don't know the time zone {zone}. Choose one of the suggestions.", zone=safe_name(zone))
            )
        hours = QuietHours(zone, quiet_from, quiet_until)
        if everybody:
            _require_manager(interaction)
            await self.service.settings.choose_quiet_hours(hours, server=interaction.guild_id)
        else:
            await self.service.settings.choose_quiet_hours(hours, member=interaction.user.id)
        await self.tell(interaction, _told_hours(hours, everybody))

    @timezone.autocomplete("zone")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """The time zones whose names contain what is typed so far."""
        wanted = typed.casefold().replace(" ", "_")
        found = [zone for zone in known_zones() if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:SUGGESTION_LIMIT]]

    @settings.command(
        name=locale_str("server"), description=locale_str("Choose what applies to everybody on this server")
    )
    @app_commands.describe(
        threads=locale_str("Whether each table gets a thread of its own"),
        tables=locale_str("How many open tables a channel may have"),
        pace=locale_str("How much time players have at new tables"),
        pictures=locale_str("Whether tables are shown as pictures"),
        language=locale_str("The language of what everybody reads"),
        ending=locale_str("Who may end a game without a result"),
        leaderboard=locale_str("Whether members can look at ratings and records"),
        daily=locale_str("Whether members can play the game of the day"),
    )
    @app_commands.choices(
        pace=pace_choices(),
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
        pace: str | None = None,
        pictures: bool | None = None,
        language: str | None = None,
        ending: str | None = None,
        leaderboard: bool | None = None,
        daily: bool | None = None,
    ) -> None:
        """/settings server: stores what is given and shows everything."""
        _require_manager(interaction)
        await self._choose(
            interaction,
            {
                ServerSetting.THREADS: _on_or_off(threads),
                ServerSetting.TABLES: None if tables is None else str(tables),
                ServerSetting.PACE: pace,
                ServerSetting.PICTURES: _on_or_off(pictures),
                ServerSetting.LANGUAGE: language,
                ServerSetting.ENDING: ending,
                ServerSetting.LEADERBOARD: _on_or_off(leaderboard),
                ServerSetting.DAILY: _on_or_off(daily),
            },
        )
        await show(interaction, await self._panel(interaction))

    async def on_server_choice(self, interaction: discord.Interaction[Any], menu: ServerMenu) -> None:
        """Store a choice made in the panel. The member may have lost the right to make it since."""
        _require_manager(interaction)
        value = chosen_value(interaction)
        await self._choose(interaction, {menu.setting: value})
        await show_in_place(interaction, await self._panel(interaction))

    async def _choose(self, interaction: discord.Interaction[Any], values: Mapping[ServerSetting, str | None]) -> None:
        """Store these values, or none if one of them is invalid."""
        assert interaction.guild_id is not None
        given = {setting: value for setting, value in values.items() if value is not None}
        if any(value not in values_of(setting) for setting, value in given.items()):
            raise Refused(say("That isn't an option. /settings server shows what is."))
        for setting, value in given.items():
            await self.service.server_settings.choose(interaction.guild_id, setting, value)

    async def _panel(self, interaction: discord.Interaction[Any]) -> discord.ui.LayoutView:
        assert interaction.guild_id is not None
        settings = self.service.server_settings
        chosen = {setting: await settings.value(interaction.guild_id, setting) for setting in ServerSetting}
        return server_panel(chosen, missing_for_threads(interaction), self.renderers.without_names(interaction))


_TOLD = {
    Pings.AWAY: say("You are pinged when it is your turn and you are away or take longer than a minute."),
    Pings.ALWAYS: say("You are pinged at every turn."),
    Pings.NEVER: say("You are never pinged. /hand shows whether it is your turn."),
}


def _told_hours(hours: QuietHours, everybody: bool) -> Text:
    values = {"zone": hours.zone, "start": f"{hours.start}:00", "end": f"{hours.end}:00"}
    match everybody, hours.start == hours.end:
        case True, True:
            return say("The time zone of this server is {zone}. Members are pinged at any hour.", **values)
        case True, False:
            return say("From {start} to {end} in {zone}, nobody is pinged on this server.", **values)
        case False, True:
            return say("Your time zone is {zone}. You are pinged at any hour.", **values)
        case _:
            return say("From {start} to {end} in {zone}, you are not pinged. Clocks keep running.", **values)


def _require_manager(interaction: discord.Interaction[Any]) -> None:
    if not interaction.permissions.manage_guild:
        raise Refused(say("Only members who may manage this server can choose that for everybody."))


def _on_or_off(chosen: bool | None) -> str | None:
    return None if chosen is None else ON if chosen else OFF
