"""/settings."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.feature import Feature
from cogs.shared.limits import SUGGESTION_LIMIT
from cogs.shared.paces import pace_choices
from cogs.shared.rendering import safe_name
from engines.texts import Text, say
from sessions.lobby import known_pace
from sessions.quiet_hours import QUIET_FROM, QUIET_UNTIL, QuietHours, known_zones
from sessions.refusals import Refused
from sessions.settings import Pings


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
        else:
            _require_manager(interaction)
            await settings.show_pictures(shown, server=interaction.guild_id)
            told = (
                say("Tables on this server are pictures, from their next change on.")
                if shown
                else say("Tables on this server are in words, from their next change on.")
            )
        await self.tell(interaction, told)

    @settings.command(name=locale_str("pings"), description=locale_str("Choose when the bot calls you to your turn"))
    @app_commands.describe(when=locale_str("When you are called"))
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
        name=locale_str("timezone"),
        description=locale_str("Choose a time zone and hours in which you are not called"),
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


_TOLD = {
    Pings.AWAY: say("You are called to your turn when you are away, or when you take longer than a minute."),
    Pings.ALWAYS: say("You are called at every turn."),
    Pings.NEVER: say("You are never called. /hand shows whether it is your turn."),
}


def _told_hours(hours: QuietHours, everybody: bool) -> Text:
    values = {"zone": hours.zone, "start": f"{hours.start}:00", "end": f"{hours.end}:00"}
    match everybody, hours.start == hours.end:
        case True, True:
            return say("The time zone of this server is {zone}. Members are called at any hour.", **values)
        case True, False:
            return say("From {start} to {end} in {zone}, nobody is called on this server.", **values)
        case False, True:
            return say("Your time zone is {zone}. You are called at any hour.", **values)
        case _:
            return say("From {start} to {end} in {zone}, you are not called. Clocks run on.", **values)


def _require_manager(interaction: discord.Interaction[Any]) -> None:
    if not interaction.permissions.manage_guild:
        raise Refused(say("Only members who may manage this server can choose that for everybody."))
