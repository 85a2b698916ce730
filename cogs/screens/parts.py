"""Pieces that several screens are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from cogs.controls import TableButton, Verb
from cogs.rendering import Renderer
from cogs.screens.limits import BUTTON_LABEL_LIMIT, ROW_LIMIT, Detail, LimitError
from engines.contract import Game
from engines.texts import Text, say, say_count
from sessions.snapshots import Snapshot

NEWS_LINES: Mapping[Detail, int] = MappingProxyType({Detail.SHORT: 4, Detail.BARE: 1})
"""How many of the news are left where space is short."""


def layout(colour: int, *parts: str | ui.Item[Any]) -> ui.LayoutView:
    """A message of one coloured container; strings become text displays, empty ones nothing.

    Raises ``LimitError`` for more components than Discord takes.
    """
    container: ui.Container[Any] = ui.Container(accent_colour=colour)
    for part in parts:
        if not isinstance(part, str):
            container.add_item(part)
        elif part.strip():
            container.add_item(ui.TextDisplay(part))
    try:
        return ui.LayoutView(timeout=None).add_item(container)
    except ValueError as error:  # discord.py counts them too
        raise LimitError(str(error)) from error


def rule() -> ui.Separator[Any]:
    """A thin line between parts that belong together less closely."""
    return ui.Separator(spacing=discord.SeparatorSpacing.small)


def row(*controls: ui.Item[Any]) -> ui.ActionRow[Any]:
    """Controls side by side."""
    return ui.ActionRow(*controls)


def rows(controls: Sequence[ui.Item[Any]]) -> list[ui.ActionRow[Any]]:
    """As many full rows of controls as it takes."""
    return [row(*controls[start : start + ROW_LIMIT]) for start in range(0, len(controls), ROW_LIMIT)]


def how_many_players(game: Game[Any]) -> Text:
    """How many can play the game."""
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return say_count("one player", "{count} players", least)
    return say("{least} to {most} players", least=least, most=most)


def table_button(
    snapshot: Snapshot,
    renderer: Renderer,
    verb: Verb,
    label: Text,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> TableButton:
    """A button about this table at its present revision."""
    table = snapshot.table
    words = renderer.label(label, BUTTON_LABEL_LIMIT)
    return TableButton(table.id, table.rev, verb, words, style, disabled, emoji)


def news_lines(news: Sequence[Text], renderer: Renderer, detail: Detail) -> list[str | ui.Item[Any]]:
    """What just happened, the latest last, below a thin line; nothing if there is no news."""
    latest = news[-NEWS_LINES.get(detail, len(news)) :]
    if not latest:
        return []
    return [rule(), "\n".join(f"-# • {renderer.say(text)}" for text in latest)]
