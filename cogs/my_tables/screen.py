"""All tables of a member: whom each waits for, and a button that opens the hand there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, page_buttons
from cogs.shared.layout import PLAY_COLOUR, LimitError, Parts, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.your_table import table_link, table_title, turn
from db.records import Phase, TableRecord
from engines.contract import Game
from engines.texts import Text, say
from sessions.tables.lookup import FoundTable

TABLES_PER_PAGE = 6


@dataclass(frozen=True)
class GamesButton(Control):
    """Turns to a page of the member's tables, which counts from 0."""

    prefix = "games"

    page: int


@dataclass(frozen=True)
class OpenHandButton(Control):
    """Opens the hand at a table in a message of its own, in whatever channel it is tapped."""

    prefix = "openhand"

    table: int


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with what is shown of it. ``renderer`` knows the names of its players, ``server`` is not yet escaped.

    ``is_here``: its hand can be opened here. Otherwise, another process of the bot serves its server.
    """

    place: FoundTable
    game: Game[Any] | None
    server: str
    renderer: Renderer
    is_here: bool = True


def games_screen(tables: Sequence[ListedTable], page: int, pages: int, renderer: Renderer) -> ui.LayoutView:
    """A page of the member's tables."""
    try:
        return _page(tables, page, pages, renderer, names_players=True)
    except LimitError:  # large tables of members with long names
        return _page(tables, page, pages, renderer, names_players=False)


def _page(
    tables: Sequence[ListedTable], page: int, pages: int, renderer: Renderer, *, names_players: bool
) -> ui.LayoutView:
    heading = "### " + renderer.render(say("Your tables"))
    if pages > 1:
        heading += "\n-# " + renderer.render(say("Page {page} of {pages}", page=page + 1, pages=pages))
    parts: Parts = [heading, *(_table(listed, names_players=names_players) for listed in tables)]
    if pages > 1:
        parts.append(row(*page_buttons(GamesButton, page, pages - 1, renderer)))
    return finish(layout(PLAY_COLOUR, *parts))


def _table(listed: ListedTable, *, names_players: bool) -> str | ui.Section[Any]:
    place, renderer = listed.place, listed.renderer
    table = place.table
    title = table_title(table, listed.game, renderer)
    if not names_players and listed.game is not None:
        title = Text(listed.game.name)
    sign = "▶️ " if place.is_own_turn else ""
    text = "\n".join(
        [
            f"{sign}**{renderer.render(title)}**",
            f"{renderer.render(turn(place))} {_times(place, renderer)}",
            f"-# {safe_name(listed.server)} · <#{table.channel_id}> · {_where(table, renderer)}",
        ]
    )
    if table.phase is not Phase.PLAYING or listed.game is None or not listed.is_here:
        return text
    return ui.Section(text, accessory=_hand_button(place, renderer))


def _where(table: TableRecord, renderer: Renderer) -> str:
    """A link to the table. Practice games have none, because only the hand shows them."""
    if table.purpose.is_private:
        return renderer.render(say("only you see this game"))
    label = renderer.render(say("Go to the table"))
    return f"[{label}]({table_link(table)})"


def _hand_button(place: FoundTable, renderer: Renderer) -> ui.Item[Any]:
    style = discord.ButtonStyle.primary if place.is_own_turn else discord.ButtonStyle.secondary
    label = renderer.label(say("My hand"), BUTTON_LABEL_LIMIT)
    return OpenHandButton(place.table.id).button(label, style, emoji="🎴")


def _times(place: FoundTable, renderer: Renderer) -> str:
    """When the table last changed, and until when it waits."""
    since = discord.utils.format_dt(place.since, "R")
    if place.table.deadline is None:
        return renderer.render(say("(last change {since})", since=since))
    until = discord.utils.format_dt(place.table.deadline, "R")
    if place.is_timed:
        return renderer.render(say("(last change {since}, time runs out {until})", since=since, until=until))
    return renderer.render(say("(last change {since}, the table closes {until})", since=since, until=until))
