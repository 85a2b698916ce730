"""The season of a server, and the hall of fame of past ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.leaderboards.screen import (
    ALL_GAMES,
    STANDINGS_PER_PAGE,
    LeaderboardButton,
    Pool,
    PostLeaderboardButton,
    member_name,
    pool_button,
)
from cogs.shared.controls import page_buttons
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, finish, layout, medal, row, rule
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from db.leaderboards.seasons import SeasonLine
from engines.texts import Text, say, say_count
from sessions.leaderboards import Season, SeasonPage

PAST_LEAGUES = 10
"""How many of the latest leagues are looked at for their winners."""


@dataclass(frozen=True, slots=True)
class SeasonBoard:
    """A page of the season now; ``page`` counts from 0, and ``names`` are the members' names, not yet escaped."""

    read: SeasonPage
    page: int
    names: Mapping[int, str]


def season_screen(board: SeasonBoard, user_id: int, renderer: Renderer) -> ui.LayoutView:
    """A page of the season, with the reader's own line at its foot if it is not on the page."""
    read = board.read
    parts = _page_parts(board, user_id, renderer)
    if read.own is not None and read.own not in read.lines:
        parts += [rule(), _line(read.own, board.names, renderer, user_id)]
    return finish(layout(LEADERBOARD_COLOUR, *parts, _page_row(board, renderer)))


def posted_season_screen(board: SeasonBoard, renderer: Renderer) -> ui.LayoutView:
    """A page of the season for everybody in a channel: nobody's own line, and nothing to tap."""
    return finish(layout(LEADERBOARD_COLOUR, *_page_parts(board, None, renderer)))


def hall_screen(
    seasons: Mapping[Season, Sequence[SeasonLine]],
    champions: Sequence[Text],
    names: Mapping[int, str],
    renderer: Renderer,
) -> ui.LayoutView:
    """Who came first in past seasons, and who has won leagues."""
    heading = f"## 🏛️ {renderer.render(say('Hall of fame'))}"
    parts: Parts = [heading, rule()]
    for season, lines in seasons.items():
        shown = [_line(line, names, renderer) for line in lines]
        parts.append("\n".join([f"**{renderer.render(season.name)}**", *shown]))
    if champions:
        parts += [rule(), "\n".join(f"👑 {renderer.render(champion)}" for champion in champions)]
    if not seasons:
        nobody = say("The first season is still going on. When it ends, its first three have their place here.")
        parts.append(renderer.render(nobody))
    buttons = row(pool_button(Pool.SEASON, renderer), pool_button(Pool.MEMBERS, renderer))
    return finish(layout(LEADERBOARD_COLOUR, *parts, buttons))


def _page_parts(board: SeasonBoard, user_id: int | None, renderer: Renderer) -> Parts:
    """Which season it is, how points are scored, and the lines of a page."""
    title = renderer.render(say("Season: {months}", months=board.read.season.name))
    ending = say("The season ends {when}.", when=discord.utils.format_dt(board.read.ends_at, "R"))
    notes = f"{renderer.render(_RULE)} {renderer.render(ending)}"
    lines = [_line(line, board.names, renderer, user_id) for line in board.read.lines]
    body = "\n".join(lines) or renderer.render(say("Nobody has points this season yet. /play opens a table."))
    return [f"## 🏆 {title}\n-# {notes}", rule(), body]


_RULE = say(
    "Each rated game among members that you win gives you 1 point for each player behind you. Lost games give nothing. "
    "Your best 20 games count."
)


def _line(line: SeasonLine, names: Mapping[int, str], renderer: Renderer, user_id: int | None = None) -> str:
    name = f"**{member_name(line.user_id, names, renderer)}**"
    if line.user_id == user_id:
        name = renderer.render(say("{name} (you)", name=name))
    facts = (say_count("1 point", "{count} points", line.points), say_count("1 win", "{count} wins", line.wins))
    points, wins = [renderer.render(fact) for fact in facts]
    return f"{medal(line.rank)} {line.rank}\\. {name} — **{points}** · {wins}"


def _page_row(board: SeasonBoard, renderer: Renderer) -> ui.ActionRow[Any]:
    """Buttons to the pages before and after, if any, to the ratings and past seasons, and to post this page."""
    page, last = board.page, max(0, -(-board.read.total // STANDINGS_PER_PAGE) - 1)
    controls = (
        page_buttons(lambda to: LeaderboardButton(Pool.SEASON, ALL_GAMES, to), page, last, renderer) if last else []
    )
    controls += [pool_button(Pool.MEMBERS, renderer), pool_button(Pool.PAST, renderer)]
    if board.read.lines:
        post = PostLeaderboardButton(Pool.SEASON, ALL_GAMES, page)
        controls.append(post.button(renderer.label(say("Post here"), BUTTON_LABEL_LIMIT), emoji="📣"))
    return row(*controls)
