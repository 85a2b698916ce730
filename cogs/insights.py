"""The page of /settings that shows how it goes on a server, for those who manage it."""

import math
from datetime import timedelta
from typing import Any

import discord
from discord import ui

from cogs.settings.screen import SettingsButton, SettingsPage
from cogs.shared.controls import handles
from cogs.shared.feature import Feature
from cogs.shared.layout import STATS_COLOUR, Parts, layout, row, rule
from cogs.shared.permissions import place_of, require_manager
from cogs.shared.rendering import Renderer
from cogs.shared.responses import show_in_place
from engines.texts import Text, say, say_count
from sessions.insights import DAYS, HOURS_TOGETHER, Report

LONGEST_BAR = 12
"""Squares of the longest bar."""


def insights_screen(report: Report, renderer: Renderer) -> ui.LayoutView:
    """Numbers, a heading for each kind."""
    note = say("The last {days} days. Numbers only: nobody is named.", days=DAYS)
    title = say("How it goes")
    parts: Parts = [f"## 📈 {renderer.render(title)}\n-# {renderer.render(note)}", rule()]
    for label, lines in (
        (say("Members who came back"), _came_back(report)),
        (say("From opening a table to the deal"), _waits(report)),
        (say("How tables ended"), _endings(report)),
    ):
        parts.append("\n".join([f"**{renderer.render(label)}**", *map(renderer.render, lines)]))
    parts.append(_hours(report, renderer))
    back = SettingsButton(SettingsPage.SERVER).button(say("This server"), renderer, emoji="↩️")
    return layout(STATS_COLOUR, *parts, row(back))


def _came_back(report: Report) -> list[Text]:
    """Only the weeks after which anybody could have come back."""
    shown = [
        say_count(
            "After one week: {back} of {all}", "After {count} weeks: {back} of {all}", weeks, back=back, all=everybody
        )
        for weeks, (everybody, back) in report.came_back.items()
        if everybody
    ]
    return shown or [say("Too little was played before last week.")]


def _waits(report: Report) -> list[Text]:
    if report.usual_wait is None or report.long_wait is None:
        return [say("No game has begun.")]
    return [
        say("Usually {time}", time=_minutes(report.usual_wait)),
        say("Nine tables out of ten: within {time}", time=_minutes(report.long_wait)),
    ]


def _minutes(time: timedelta) -> Text:
    """Full minutes, or hours if there are many. A wait of seconds is told as one minute."""
    minutes = max(1, math.ceil(time / timedelta(minutes=1)))
    if minutes < 120:
        return say_count("1 minute", "{count} minutes", minutes)
    return say_count("1 hour", "{count} hours", round(minutes / 60))


def _endings(report: Report) -> list[Text]:
    endings = report.endings
    return [
        say("Played to a result: {count}", count=endings.finished),
        say("Begun and ended without a result: {count}", count=endings.ended),
        say("Closed before the deal: {count}", count=endings.not_started),
        say("Open now: {count}", count=endings.under_way),
    ]


def _hours(report: Report, renderer: Renderer) -> str:
    """Games by parts of the day: a bar and a number for each."""
    label = renderer.render(say("Games started, by hour (server time)"))
    most = max(report.begun.values(), default=0)
    lines = [
        f"`{hour:02}–{hour + HOURS_TOGETHER:02}` {'▰' * round(LONGEST_BAR * count / most) if most else ''} {count}"
        for hour, count in report.begun.items()
    ]
    return "\n".join([f"**{label}**", *lines])


class InsightFeature(Feature):
    """How it goes, for those who manage a server."""

    @handles(SettingsButton, SettingsPage.INSIGHTS)
    async def _on_page(self, interaction: discord.Interaction[Any], button: SettingsButton) -> None:
        require_manager(interaction)
        report = await self.service.insights.report(place_of(interaction))
        await show_in_place(interaction, insights_screen(report, self.renderers.without_names(interaction)))
