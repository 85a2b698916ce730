"""The pages of /settings: a member's own settings, and those of a server, with a menu for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import discord
from babel import Locale
from discord import ui

from cogs.privacy import PrivacyButton, PrivacyVerb
from cogs.shared.catalogue import default_catalogue
from cogs.shared.controls import Control, option
from cogs.shared.layout import GUIDE_COLOUR, Parts, layout, row
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.rendering import Renderer, verbatim
from engines.contract import Game
from engines.texts import Text, say, say_count
from sessions.settings.server import OFF, ON, SERVER_LANGUAGE, VALUES, MayEnd, ServerSetting
from sessions.settings.settings import Pings, QuietHours, Wish
from sessions.tables.pace import CHOICES, LONGEST_PAUSE


class OwnSetting(StrEnum):
    """What a menu of the page chooses."""

    PINGS = "pings"
    CALLS = "calls"
    """The games whose tables ping the member when they need players."""
    WISHES = "wishes"
    AWAY = "away"


class SettingsPage(StrEnum):
    """Where a button leads."""

    SERVER = "server"
    SERVER_HOURS = "hours"
    """Makes the manager's own time zone and quiet hours those of the server."""
    INSIGHTS = "insights"
    """How it goes on the server, in numbers."""
    SUNDAY = "sunday"
    """The weekly post."""
    HONOURS = "honours"
    """Roles for the best players."""


class OwnMenu(Control, prefix="own"):
    """Chooses the value of a member's setting."""

    setting: OwnSetting


class SettingsButton(Control, prefix="settings"):
    """Leads to another page of settings."""

    page: SettingsPage


@dataclass(frozen=True, slots=True)
class OwnSettings:
    """What a member has chosen. ``calls`` are keys of games, ``away_until`` is ``None`` unless they are away."""

    pings: Pings
    wishes: frozenset[Wish]
    calls: frozenset[str]
    away_until: datetime | None
    hours: QuietHours | None


VACATIONS = (3, 7, 14)
"""The days of the vacations that the menu offers."""

PING_LABELS: Mapping[Pings, Text] = {
    Pings.AWAY: say("Ping me on my turn if I'm away"),
    Pings.ALWAYS: say("Ping me even if I am there"),
    Pings.NEVER: say("Never ping me"),
}
WISH_LABELS: Mapping[Wish, Text] = {
    Wish.PICTURES: say("Pictures in replays, lessons, rules and practice games"),
    Wish.HELP: say("Help with each question in my first games"),
    Wish.INVITATIONS: say("Others may invite me to their tables"),
    Wish.FORCED: say("Decide for me when I have no choice"),
    Wish.REMINDER: say("Remind me at 19:00 if I haven't played the daily game"),
}
WISH_MEANINGS: Mapping[Wish, Text] = {
    Wish.FORCED: say("The others can tell that you had no choice."),
    Wish.REMINDER: say("On servers on which you have played it in the last two weeks."),
}
"""What else there is to know about a wish."""


def own_page(
    chosen: OwnSettings, games: Sequence[Game[Any]], renderer: Renderer, *, is_on_server: bool, may_manage: bool
) -> ui.LayoutView:
    """The page. Outside a server it has nothing that only a server has."""
    pings = [option(PING_LABELS[one], one, renderer, is_chosen=one is chosen.pings) for one in Pings]
    parts: Parts = [
        "### " + renderer.render(say("Your settings")),
        row(OwnMenu(OwnSetting.PINGS).menu(pings, renderer)),
        row(_several(OwnSetting.WISHES, _wishes(chosen, renderer), say("None of these"), renderer)),
    ]
    if is_on_server:
        calls = [
            option(
                say("Ping me when {game} needs players", game=game.name),
                game.key,
                renderer,
                is_chosen=game.key in chosen.calls,
            )
            for game in games[:MENU_LIMIT]
        ]
        parts.append(row(_several(OwnSetting.CALLS, calls, say("Ping me for open tables…"), renderer)))
    parts += [
        f"-# {renderer.render(_away(chosen.away_until))}",
        row(_away_menu(chosen, renderer)),
        f"-# {renderer.render(_hours(chosen.hours))}",
        row(
            PrivacyButton(PrivacyVerb.OPEN).button(say("My data"), renderer, emoji="🔏"),
            *([SettingsButton(SettingsPage.SERVER).button(say("This server"), renderer)] if may_manage else []),
        ),
    ]
    return layout(GUIDE_COLOUR, *parts)


def _wishes(chosen: OwnSettings, renderer: Renderer) -> list[discord.SelectOption]:
    meanings, chosen_ones = WISH_MEANINGS.get, chosen.wishes
    return [
        option(WISH_LABELS[wish], wish, renderer, description=meanings(wish), is_chosen=wish in chosen_ones)
        for wish in Wish
    ]


def _away_menu(chosen: OwnSettings, renderer: Renderer) -> ui.Select[Any]:
    is_away = chosen.away_until is not None
    here = option(say("I'm back") if is_away else say("I am here"), 0, renderer, is_chosen=not is_away)
    vacations = [option(say("Away for {days} days", days=days), days, renderer) for days in VACATIONS]
    return OwnMenu(OwnSetting.AWAY).menu([here, *vacations], renderer, say("Tap here when you are back"))


def _away(until: datetime | None) -> Text:
    """Until when the member is away, and what a vacation does."""
    if until is None:
        return say(
            "While you are away, your clocks at day-by-day tables stand still, for up to {days} days a game.",
            days=LONGEST_PAUSE.days,
        )
    return say(
        "You are away until {when}. Your clocks at day-by-day tables stand still, for up to {days} days a game.",
        when=discord.utils.format_dt(until, "f"),
        days=LONGEST_PAUSE.days,
    )


def _hours(hours: QuietHours | None) -> Text:
    if hours is None:
        return say("No time zone or quiet hours set. Use /settings zone.")
    if hours.start == hours.end:
        return say("Your time zone is {zone}. You are pinged at any hour.", zone=hours.zone)
    return say(
        "From {start} to {end} in {zone}, you are not pinged. Clocks keep running.",
        start=f"{hours.start}:00",
        end=f"{hours.end}:00",
        zone=hours.zone,
    )


def _several(
    setting: OwnSetting, options: list[discord.SelectOption], placeholder: Text, renderer: Renderer
) -> ui.Select[Any]:
    return OwnMenu(setting).menu(options, renderer, placeholder, 0, len(options))


class ServerMenu(Control, prefix="server"):
    """Chooses the value of a server's setting."""

    setting: ServerSetting


HEADINGS: Mapping[ServerSetting, Text] = {
    ServerSetting.THREADS: say("Threads"),
    ServerSetting.TABLES: say("Open tables in a channel"),
    ServerSetting.PACE: say("Pace of new tables"),
    ServerSetting.PICTURES: say("Pictures"),
    ServerSetting.LANGUAGE: say("Language of public messages"),
    ServerSetting.ENDING: say("Who may end a game without a result"),
    ServerSetting.LEADERBOARD: say("Leaderboard"),
    ServerSetting.DAILY: say("Game of the day"),
}

LABELS: Mapping[tuple[ServerSetting, str], Text] = {
    (ServerSetting.THREADS, OFF): say("Tables are in the channel"),
    (ServerSetting.THREADS, ON): say("Each table has its own thread"),
    **{(ServerSetting.PACE, pace): pace.label for pace in CHOICES},
    (ServerSetting.PICTURES, ON): say("Tables are shown as pictures"),
    (ServerSetting.PICTURES, OFF): say("Tables are shown in words"),
    (ServerSetting.LANGUAGE, SERVER_LANGUAGE): say("The server's language on Discord"),
    (ServerSetting.ENDING, MayEnd.ALL): say("All players together, and members who may manage messages"),
    (ServerSetting.ENDING, MayEnd.HOST): say("The host, and members who may manage messages"),
    (ServerSetting.ENDING, MayEnd.MODERATORS): say("Only members who may manage messages"),
    (ServerSetting.ENDING, MayEnd.PLAYERS): say("Any player, and members who may manage messages"),
    (ServerSetting.LEADERBOARD, ON): say("Members can look at ratings and records"),
    (ServerSetting.LEADERBOARD, OFF): say("Ratings and records are not shown"),
    (ServerSetting.DAILY, ON): say("Members can play the game of the day"),
    (ServerSetting.DAILY, OFF): say("There is no game of the day"),
}


def languages() -> dict[str, str]:
    """The languages that a server can choose, each by its own name."""
    codes = ("en", *default_catalogue().languages)
    return {code: (Locale.parse(code).display_name or code).capitalize() for code in codes}


def values_of(setting: ServerSetting) -> tuple[str, ...]:
    """What can be chosen."""
    return VALUES[setting] if setting in VALUES else (SERVER_LANGUAGE, *languages())


def server_panel(
    chosen: Mapping[ServerSetting, str], hours: QuietHours | None, missing: Text | None, renderer: Renderer
) -> ui.LayoutView:
    """The panel with the present choices. ``missing`` are the permissions for threads that the bot lacks here."""
    parts: Parts = ["### " + renderer.render(say("Settings of this server"))]
    for setting in ServerSetting:
        options = [
            option(_choice(setting, value), value, renderer, is_chosen=value == chosen[setting])
            for value in values_of(setting)
        ]
        parts += [f"**{renderer.render(HEADINGS[setting])}**", row(ServerMenu(setting).menu(options, renderer))]
        if setting is ServerSetting.THREADS and chosen[setting] == ON and missing is not None:
            lacking = say(
                "In this channel I can't create threads without these permissions: {missing}.", missing=missing
            )
            parts.append(f"⚠️ {renderer.render(lacking)}")
    buttons = row(
        SettingsButton(SettingsPage.SERVER_HOURS).button(say("Use my time zone and quiet hours"), renderer),
        SettingsButton(SettingsPage.HONOURS).button(say("Roles for the best"), renderer, emoji="🏅"),
        SettingsButton(SettingsPage.SUNDAY).button(say("Weekly post"), renderer, emoji="📰"),
        SettingsButton(SettingsPage.INSIGHTS).button(say("How it goes"), renderer, emoji="📈"),
    )
    return layout(GUIDE_COLOUR, *parts, f"-# {renderer.render(_server_hours(hours))}", buttons)


def _server_hours(hours: QuietHours | None) -> Text:
    """The time zone in which the server's days end, and when members without a choice of their own are not pinged."""
    if hours is None:
        return say("The days of this server end at midnight UTC. Members are pinged at any hour.")
    if hours.start == hours.end:
        return say("The time zone of this server is {zone}. Members are pinged at any hour.", zone=hours.zone)
    return say(
        "From {start} to {end} in {zone}, nobody is pinged on this server.",
        start=f"{hours.start}:00",
        end=f"{hours.end}:00",
        zone=hours.zone,
    )


def _choice(setting: ServerSetting, value: str) -> Text:
    if setting is ServerSetting.LANGUAGE and value != SERVER_LANGUAGE:
        return verbatim(languages()[value])
    if setting is ServerSetting.TABLES:
        return say_count("One table", "{count} tables", int(value))
    return LABELS[setting, value]
