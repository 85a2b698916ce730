"""The settings of a member, all on one page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.privacy import PrivacyButton, Step
from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import GUIDE_COLOUR, Parts, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, MENU_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer
from engines.contract import Game
from engines.texts import Text, say
from sessions.settings.settings import Pings, QuietHours, Wish
from sessions.tables.pace import LONGEST_PAUSE


class OwnSetting(StrEnum):
    """What a menu of the page chooses."""

    PINGS = "pings"
    CALLS = "calls"
    """The games whose tables ping the member when they need players."""
    WISHES = "wishes"
    AWAY = "away"


class Page(StrEnum):
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


@dataclass(frozen=True)
class OwnMenu(Control):
    """Chooses the value of a member's setting."""

    prefix = "own"

    setting: OwnSetting


@dataclass(frozen=True)
class SettingsButton(Control):
    """Leads to another page of settings."""

    prefix = "settings"

    page: Page


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
    Pings.AWAY: say("Ping me at my turn if away"),
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
    parts: Parts = [
        "### " + renderer.render(say("Your settings")),
        row(_menu(OwnSetting.PINGS, [_option(PING_LABELS[one], one, one is chosen.pings, renderer) for one in Pings])),
        row(_several(OwnSetting.WISHES, _wishes(chosen, renderer), say("None of these"), renderer)),
    ]
    if is_on_server:
        calls = [
            _option(
                say("Ping me when {game} needs players", game=game.name), game.key, game.key in chosen.calls, renderer
            )
            for game in games[:MENU_LIMIT]
        ]
        parts.append(row(_several(OwnSetting.CALLS, calls, say("Ping me for open tables…"), renderer)))
    parts += [
        f"-# {renderer.render(_away(chosen.away_until))}",
        row(_away_menu(chosen, renderer)),
        f"-# {renderer.render(_hours(chosen.hours))}",
        row(
            PrivacyButton(Step.OPEN).button(_label(say("My data"), renderer), emoji="🔏"),
            *([SettingsButton(Page.SERVER).button(_label(say("This server"), renderer))] if may_manage else []),
        ),
    ]
    return finish(layout(GUIDE_COLOUR, *parts))


def _wishes(chosen: OwnSettings, renderer: Renderer) -> list[discord.SelectOption]:
    options = [_option(WISH_LABELS[wish], wish, wish in chosen.wishes, renderer) for wish in Wish]
    for wish, option in zip(Wish, options, strict=True):
        if wish in WISH_MEANINGS:
            option.description = renderer.label(WISH_MEANINGS[wish], OPTION_LIMIT)
    return options


def _away_menu(chosen: OwnSettings, renderer: Renderer) -> ControlItem:
    is_away = chosen.away_until is not None
    here = _option(say("I'm back") if is_away else say("I am here"), "0", not is_away, renderer)
    vacations = [_option(say("Away for {days} days", days=days), str(days), False, renderer) for days in VACATIONS]
    return _menu(OwnSetting.AWAY, [here, *vacations], _placeholder(say("Tap here when you are back"), renderer))


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


def _menu(setting: OwnSetting, options: list[discord.SelectOption], placeholder: str | None = None) -> ControlItem:
    return OwnMenu(setting).menu(options, placeholder)


def _several(
    setting: OwnSetting, options: list[discord.SelectOption], placeholder: Text, renderer: Renderer
) -> ControlItem:
    return OwnMenu(setting).menu(options, _placeholder(placeholder, renderer), 0, len(options))


def _option(label: Text, value: str, is_chosen: bool, renderer: Renderer) -> discord.SelectOption:
    return discord.SelectOption(label=renderer.label(label, OPTION_LIMIT), value=value, default=is_chosen)


def _label(text: Text, renderer: Renderer) -> str:
    return renderer.label(text, BUTTON_LABEL_LIMIT)


def _placeholder(text: Text, renderer: Renderer) -> str:
    return renderer.label(text, PLACEHOLDER_LIMIT)
