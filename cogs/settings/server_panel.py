"""The settings of a server, with a menu for each."""

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from babel import Locale
from discord import ui

from cogs.settings.own_page import Page, SettingsButton
from cogs.shared.catalogue import default_catalogue
from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, Parts, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, OPTION_LIMIT
from cogs.shared.rendering import Renderer, clip
from engines.texts import Text, say, say_count
from sessions.settings.server import OFF, ON, SERVER_LANGUAGE, VALUES, MayEnd, ServerSetting
from sessions.settings.settings import QuietHours
from sessions.tables.pace import CHOICES


@dataclass(frozen=True)
class ServerMenu(Control):
    """Chooses the value of a server's setting."""

    prefix = "server"

    setting: ServerSetting


HEADINGS: Mapping[ServerSetting, Text] = {
    ServerSetting.THREADS: say("Threads"),
    ServerSetting.TABLES: say("Open tables in a channel"),
    ServerSetting.PACE: say("Pace of new tables"),
    ServerSetting.PICTURES: say("Pictures"),
    ServerSetting.LANGUAGE: say("Language of what everybody reads"),
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
            discord.SelectOption(label=_label(setting, value, renderer), value=value, default=value == chosen[setting])
            for value in values_of(setting)
        ]
        parts += [f"**{renderer.render(HEADINGS[setting])}**", row(ServerMenu(setting).menu(options))]
        if setting is ServerSetting.THREADS and chosen[setting] == ON and missing is not None:
            lacking = say(
                "In this channel I can't create threads without these permissions: {missing}.", missing=missing
            )
            parts.append(f"⚠️ {renderer.render(lacking)}")
    adopt = SettingsButton(Page.SERVER_HOURS).button(
        renderer.label(say("Use my time zone and quiet hours"), BUTTON_LABEL_LIMIT)
    )
    honours = SettingsButton(Page.HONOURS).button(
        renderer.label(say("Roles for the best"), BUTTON_LABEL_LIMIT), emoji="🏅"
    )
    insights = SettingsButton(Page.INSIGHTS).button(renderer.label(say("How it goes"), BUTTON_LABEL_LIMIT), emoji="📈")
    sunday = SettingsButton(Page.SUNDAY).button(renderer.label(say("Weekly post"), BUTTON_LABEL_LIMIT), emoji="📰")
    return finish(
        layout(GUIDE_COLOUR, *parts, f"-# {renderer.render(_hours(hours))}", row(adopt, honours, sunday, insights))
    )


def _hours(hours: QuietHours | None) -> Text:
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


def _label(setting: ServerSetting, value: str, renderer: Renderer) -> str:
    if setting is ServerSetting.LANGUAGE and value != SERVER_LANGUAGE:
        return clip(languages()[value], OPTION_LIMIT)
    if setting is ServerSetting.TABLES:
        return renderer.label(say_count("One table", "{count} tables", int(value)), OPTION_LIMIT)
    return renderer.label(LABELS[setting, value], OPTION_LIMIT)
