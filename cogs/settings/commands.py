"""/settings: a page with everything that a member can choose, and one for the server."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.settings import screen
from cogs.shared.controls import chosen_value, chosen_values, handles
from cogs.shared.feature import Feature
from cogs.shared.forms import Typed
from cogs.shared.limits import SUGGESTION_LIMIT
from cogs.shared.permissions import anywhere, missing_for_threads, require_manager, server_of
from cogs.shared.renderers import has_language
from cogs.shared.rendering import safe_name
from cogs.shared.responses import REQUEST_ERRORS, show, show_in_place
from engines.texts import say
from sessions.settings.server import ServerSetting
from sessions.settings.settings import MEMBER, QUIET_FROM, QUIET_UNTIL, SERVER, Pings, QuietHours, Wish, known_zones
from sessions.shared.refusals import Refused

_DAYS = re.compile(r"(-?\d{1,4})\s*(?:days?)?", re.IGNORECASE)


def read_until(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    """Read the end of a vacation: a number of days from now (0: back), or its last day in a zone.

    Raises ``Refused`` for anything else.
    """
    typed = text.strip()
    if match := _DAYS.fullmatch(typed):
        return now + timedelta(days=int(match[1]))
    try:
        return datetime.combine(date.fromisoformat(typed) + timedelta(days=1), time(), zone).astimezone(UTC)
    except (ValueError, OverflowError):
        raise Refused(
            say("I can't read that as a date. Give a number of days, such as 5, or the last day, such as 2030-12-24.")
        ) from None


_CHOOSE_LANGUAGE = say(
    "Discord tells me no language for this server, because it is not a Community. So what a member opens here is in "
    "that member's language. In /settings, This server, you can choose one language for all public messages."
)


class SettingsCommands(Feature):
    """What a server or a member can choose."""

    @anywhere
    @app_commands.command(
        name=locale_str("settings"),
        description=locale_str("Pings, quiet hours, vacations, pictures, your data, and the server's settings"),
    )
    @app_commands.describe(
        zone=locale_str("Your time zone, such as Europe/Berlin"),
        quiet_from=locale_str("The hour at which your quiet hours begin (22 unless you choose another)"),
        quiet_until=locale_str("The hour at which they end (8 unless you choose another); the same hour for none"),
        away=locale_str("Days of vacation, such as 5, or its last day, such as 2030-12-24; 0 if you are back"),
    )
    async def settings(
        self,
        interaction: discord.Interaction[Any],
        zone: Typed | None = None,
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_until: app_commands.Range[int, 0, 23] | None = None,
        away: Typed | None = None,
    ) -> None:
        """/settings: stores what is given and shows everything."""
        if (zone, quiet_from, quiet_until) != (None, None, None):
            await self._choose_hours(interaction.user.id, zone, quiet_from, quiet_until)
        if away is not None:
            await self._go_away(interaction, away)
        await show(interaction, await self._page(interaction))

    async def _choose_hours(self, user: int, zone: str | None, start: int | None, end: int | None) -> None:
        """Choose the time zone and the quiet hours. What is left out stays as it was."""
        chosen = await self.service.settings.own_quiet_hours((MEMBER, user))
        if zone is None and chosen is None:
            raise Refused(say("Quiet hours need your time zone: give it as well, with the option zone."))
        if zone is not None and zone not in known_zones():
            raise Refused(
                say("I don't know the time zone {zone}. Choose one of the suggestions.", zone=safe_name(zone))
            )
        before = chosen or QuietHours(str(zone), QUIET_FROM, QUIET_UNTIL)
        hours = QuietHours(
            before.zone if zone is None else zone,
            before.start if start is None else start,
            before.end if end is None else end,
        )
        await self.service.settings.choose_quiet_hours(hours, member=user)

    @commands.Cog.listener()
    async def on_app_command_completion(self, interaction: discord.Interaction[Any], _command: object) -> None:
        """Tell a manager, once a server, where its language is chosen if neither they nor Discord have said it."""
        guild = interaction.guild
        if guild is None or has_language(guild) or not interaction.permissions.manage_guild:
            return
        if await self.service.server_settings.language(guild.id) is None and await self.service.languages.is_news(
            guild.id
        ):
            with suppress(*REQUEST_ERRORS):
                await self.tell(interaction, _CHOOSE_LANGUAGE)

    @settings.autocomplete("zone")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        """The time zones whose names contain what is typed so far."""
        wanted = typed.casefold().replace(" ", "_")
        found = [zone for zone in known_zones() if wanted in zone.casefold()]
        return [app_commands.Choice(name=zone, value=zone) for zone in found[:SUGGESTION_LIMIT]]

    @handles(screen.OwnMenu, screen.OwnSetting.PINGS)
    async def _on_pings(self, interaction: discord.Interaction[Any], menu: screen.OwnMenu) -> None:
        value = chosen_value(interaction)
        if value not in list(Pings):
            raise Refused(NOT_AN_OPTION)
        await self.service.settings.choose_pings(interaction.user.id, Pings(value))
        await self._show_again(interaction)

    @handles(screen.OwnMenu, screen.OwnSetting.WISHES)
    async def _on_wishes(self, interaction: discord.Interaction[Any], menu: screen.OwnMenu) -> None:
        chosen = chosen_values(interaction)
        for wish in Wish:
            await self.service.settings.choose(interaction.user.id, wish, wish in chosen)
        await self.service.reminders.plan(interaction.user.id)
        await self._show_again(interaction)

    @handles(screen.OwnMenu, screen.OwnSetting.CALLS)
    async def _on_calls(self, interaction: discord.Interaction[Any], menu: screen.OwnMenu) -> None:
        server = _server(interaction)
        chosen = chosen_values(interaction)
        for game in self.games:
            await self.service.listeners.subscribe(server, game, interaction.user.id, wanted=game in chosen)
        await self._show_again(interaction)

    @handles(screen.OwnMenu, screen.OwnSetting.AWAY)
    async def _on_away(self, interaction: discord.Interaction[Any], menu: screen.OwnMenu) -> None:
        await self._go_away(interaction, chosen_value(interaction))
        await self._show_again(interaction)

    @handles(screen.SettingsButton, screen.SettingsPage.SERVER)
    async def _on_server_page(self, interaction: discord.Interaction[Any], button: screen.SettingsButton) -> None:
        require_manager(interaction)
        await show(interaction, await self._panel(interaction))

    @handles(screen.SettingsButton, screen.SettingsPage.SERVER_HOURS)
    async def _on_server_hours(self, interaction: discord.Interaction[Any], button: screen.SettingsButton) -> None:
        """Make the manager's own time zone and quiet hours those of the server."""
        require_manager(interaction)
        hours = await self.service.settings.own_quiet_hours((MEMBER, interaction.user.id))
        if hours is None:
            raise Refused(say("Choose your own time zone and quiet hours first: /settings zone."))
        await self.service.settings.choose_quiet_hours(hours, server=_server(interaction))
        await self.service.occasions.plan_again(_server(interaction))
        await show_in_place(interaction, await self._panel(interaction))

    @handles(screen.ServerMenu)
    async def _on_server_choice(self, interaction: discord.Interaction[Any], menu: screen.ServerMenu) -> None:
        """Store a choice made in the panel. The member may have lost the right to make it since."""
        require_manager(interaction)
        value = chosen_value(interaction)
        if value not in screen.values_of(menu.setting):
            raise Refused(NOT_AN_OPTION)
        await self.service.server_settings.choose(_server(interaction), menu.setting, value)
        await show_in_place(interaction, await self._panel(interaction))

    async def _go_away(self, interaction: discord.Interaction[Any], until: str) -> None:
        """Begin a vacation, or end it if it ends now."""
        vacations, user, now = self.service.vacations, interaction.user.id, discord.utils.utcnow()
        hours = await self.service.settings.quiet_hours(user, server_of(interaction) or 0)
        end = read_until(until, now, ZoneInfo("UTC" if hours is None else hours.zone))
        if end == now:
            if await vacations.until(user) is not None:
                await vacations.end(user)
            return
        await vacations.begin(user, end)

    async def _show_again(self, interaction: discord.Interaction[Any]) -> None:
        await show_in_place(interaction, await self._page(interaction))

    async def _page(self, interaction: discord.Interaction[Any]) -> discord.ui.LayoutView:
        settings, user, server = self.service.settings, interaction.user.id, server_of(interaction)
        chosen = screen.OwnSettings(
            pings=await settings.pings(user),
            wishes=frozenset([wish for wish in Wish if await settings.wants(user, wish)]),
            calls=await self.service.listeners.subscriptions(server, user) if server is not None else frozenset(),
            away_until=await self.service.vacations.until(user),
            hours=await settings.own_quiet_hours((MEMBER, user)),
        )
        return screen.own_page(
            chosen,
            list(self.games.values()),
            self.renderers.without_names(interaction),
            is_on_server=server is not None,
            may_manage=server is not None and interaction.permissions.manage_guild,
        )

    async def _panel(self, interaction: discord.Interaction[Any]) -> discord.ui.LayoutView:
        server, settings = _server(interaction), self.service.server_settings
        chosen = {setting: await settings.value(server, setting) for setting in ServerSetting}
        hours = await self.service.settings.own_quiet_hours((SERVER, server))
        missing = missing_for_threads(interaction)
        return screen.server_panel(chosen, hours, missing, self.renderers.without_names(interaction))


NOT_AN_OPTION = say("That isn't an option. Choose one from the menu.")


def _server(interaction: discord.Interaction[Any]) -> int:
    """The server. Raises ``Refused`` in direct messages."""
    server = server_of(interaction)
    if server is None:
        raise Refused(say("That is chosen for each server. Use /settings there."))
    return server
