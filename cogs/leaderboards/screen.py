"""The season of a server, the hall of fame of past ones, ratings, and a player's record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, page_buttons
from cogs.shared.layout import LEADERBOARD_COLOUR, STATS_COLOUR, Parts, layout, medal, row, rule
from cogs.shared.renderers import COMPUTER, FORMER_PLAYER
from cogs.shared.rendering import Renderer, safe_name
from db.leaderboards.seasons import SeasonLine
from db.records import GameStats, Player, Rating, Standing
from engines.contract import Game
from engines.texts import Text, say, say_count
from opponents import Level
from sessions.leaderboards import HeadToHead, Season, SeasonPage
from sessions.tables.results import shown_rating

STANDINGS_PER_PAGE = 15
"""Lines of a leaderboard that fit a phone's screen."""


ALL_GAMES = "all"
"""Stands for the leaderboard over all games."""


class Pool(StrEnum):
    """What a leaderboard shows."""

    MEMBERS = "members"
    """Ratings, from games among members."""
    COMPUTERS = "computers"
    """Practice: ratings from games against computers."""
    SEASON = "season"
    """The points of the season now."""
    PAST = "past"
    """Who came first in past seasons."""


class LeaderboardButton(Control, prefix="board"):
    """Shows a page of a leaderboard; ``game`` is a game's key or ``ALL_GAMES``."""

    pool: Pool
    game: str
    page: int


class PostLeaderboardButton(Control, prefix="postboard"):
    """Posts a page of a leaderboard in the channel; the fields are those of ``LeaderboardButton``."""

    pool: Pool
    game: str
    page: int


_POOL_LABELS: Mapping[Pool, tuple[Text, str]] = {
    Pool.MEMBERS: (say("Ratings"), "👥"),
    Pool.COMPUTERS: (say("Against computers"), COMPUTER),
    Pool.SEASON: (say("This season"), "📅"),
    Pool.PAST: (say("Hall of fame"), "🏛️"),
}


def pool_button(pool: Pool, renderer: Renderer, game: str | None = None) -> ui.Button[Any]:
    """A button to the first page of another leaderboard."""
    label, emoji = _POOL_LABELS[pool]
    to = LeaderboardButton(pool, game or ALL_GAMES, 0)
    return to.button(label, renderer, emoji=emoji)


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a server's leaderboard.

    ``game`` is ``None`` for the ratings over all games; ``page`` counts from 0; ``own`` is the reader's line,
    ``None`` without a rated game; ``names`` are the members' names by user id, not yet escaped.
    """

    game: Game[Any] | None
    pool: Pool
    standings: tuple[Standing, ...]
    page: int
    pages: int
    own: Standing | None
    names: Mapping[int, str]


def leaderboard_screen(leaderboard: Leaderboard, renderer: Renderer) -> ui.LayoutView:
    """A page of the leaderboard, with the reader's own line at its foot if it is not on the page."""
    parts = _page_parts(leaderboard, renderer)
    if leaderboard.own is not None and leaderboard.own not in leaderboard.standings:
        faded = say("You have not played for 30 days. Your next game puts you back on the list.")
        note = [f"-# {renderer.render(faded)}"] if leaderboard.own.has_faded else []
        parts += [rule(), _standing_line(leaderboard.own, leaderboard, renderer), *note]
    return layout(LEADERBOARD_COLOUR, *parts, _leaderboard_row(leaderboard, renderer))


def posted_leaderboard_screen(leaderboard: Leaderboard, renderer: Renderer) -> ui.LayoutView:
    """A page of the leaderboard for everybody in a channel: nobody's own line, and nothing to tap."""
    return layout(LEADERBOARD_COLOUR, *_page_parts(replace(leaderboard, own=None), renderer))


def _page_parts(leaderboard: Leaderboard, renderer: Renderer) -> Parts:
    game = leaderboard.game
    title = say("Leaderboard: {game}", game=game.name) if game else say("Leaderboard: all games")
    heading = f"## 🏆 {renderer.render(title)}"
    if leaderboard.pool is Pool.COMPUTERS:
        note = say("Games against computers. They do not count towards the leaderboard among members.")
        heading += f"\n-# {renderer.render(note)}"
    lines = [_standing_line(standing, leaderboard, renderer) for standing in leaderboard.standings]
    body = "\n".join(lines) or renderer.render(say("Nobody has finished a rated game yet. /play opens a table."))
    return [heading, rule(), body]


def stats_screen(
    name: str,
    stats: Sequence[GameStats],
    games: Mapping[str, Game[Any]],
    overall: Rating | None,
    renderer: Renderer,
    practice: Sequence[GameStats] = (),
    head_to_head: HeadToHead | None = None,
) -> ui.LayoutView:
    """A player's record over all games, in each game, against computers and against the reader.

    ``name`` is not yet escaped.
    """
    heading = f"## 📊 {safe_name(name)}"
    if not stats and not practice:
        nothing = renderer.render(say("No finished games on this server yet. /play opens a table."))
        return layout(STATS_COLOUR, heading, nothing)
    parts: Parts = [heading]
    if stats:
        summary = _record(sum(line.games for line in stats), sum(line.wins for line in stats), overall, renderer)
        parts = [f"{heading}\n{summary}", rule(), _stats_lines(stats, games, renderer)]
    if head_to_head is not None and head_to_head.games:
        parts += [rule(), renderer.render(_head_to_head(head_to_head, safe_name(name)))]
    if practice:
        title = renderer.render(say("Against computers"))
        parts += [rule(), f"### {COMPUTER} {title}\n{_stats_lines(practice, games, renderer)}"]
    return layout(STATS_COLOUR, *parts)


def _head_to_head(head_to_head: HeadToHead, name: str) -> Text:
    """How it went between the reader and the member whose record this is."""
    return say_count(
        "You and {name}: 1 game together. You finished ahead in {won}, {name} in {lost}.",
        "You and {name}: {count} games together. You finished ahead in {won}, {name} in {lost}.",
        head_to_head.games,
        name=name,
        won=head_to_head.won,
        lost=head_to_head.lost,
    )


def _standing_line(standing: Standing, leaderboard: Leaderboard, renderer: Renderer) -> str:
    name = f"**{_name(standing.player, leaderboard, renderer)}**"
    if leaderboard.own is not None and leaderboard.own.player == standing.player:
        name = renderer.render(say("{name} (you)", name=name))
    record = _record(standing.games, standing.wins, None, renderer)
    return f"{medal(standing.rank)} {standing.rank}\\. {name} — **{shown_rating(standing.rating)}** · {record}"


def _name(player: Player, leaderboard: Leaderboard, renderer: Renderer) -> str:
    """A player's name. Computers of one level share a line."""
    if isinstance(player, str):
        computers = say("computers, {level}", level=Level(player).label)
        return f"{COMPUTER} {renderer.render(computers)}"
    return member_name(player, leaderboard.names, renderer)


def member_name(user_id: int, names: Mapping[int, str], renderer: Renderer) -> str:
    """A member's name, escaped."""
    name = names.get(user_id)
    return safe_name(name) if name else f"*{renderer.render(FORMER_PLAYER)}*"


def _stats_lines(stats: Sequence[GameStats], games: Mapping[str, Game[Any]], renderer: Renderer) -> str:
    """Two lines for each game: its name and the player's record."""
    return "\n".join(
        f"**{games[line.game].name if line.game in games else line.game}**\n"
        f"-# {_record(line.games, line.wins, line.rating, renderer, line.streak)}"
        for line in stats
    )


def _record(played: int, won: int, rating: Rating | None, renderer: Renderer, streak: int = 0) -> str:
    """Rating (if there is one), games and wins with the share of games won, and two or more wins in a row."""
    share = round(100 * won / played)
    facts: list[Text] = [
        say_count("1 game", "{count} games", played),
        say_count("1 win ({share}%)", "{count} wins ({share}%)", won, share=share),
    ]
    if rating is not None:
        facts.insert(0, say("rating {rating}", rating=shown_rating(rating)))
    if streak > 1:
        facts.append(say("{count} wins in a row", count=streak))
    return " · ".join(renderer.render(fact) for fact in facts)


def _leaderboard_row(leaderboard: Leaderboard, renderer: Renderer) -> ui.ActionRow[Any]:
    game = leaderboard.game.key if leaderboard.game else ALL_GAMES
    shown = LeaderboardButton(leaderboard.pool, game, leaderboard.page)
    other = Pool.COMPUTERS if leaderboard.pool is Pool.MEMBERS else Pool.MEMBERS
    others = [pool_button(other, renderer, game), pool_button(Pool.SEASON, renderer)]
    return _page_row(shown, leaderboard.pages, others, renderer, is_empty=not leaderboard.standings)


def _page_row(
    shown: LeaderboardButton, pages: int, others: Sequence[ui.Button[Any]], renderer: Renderer, *, is_empty: bool
) -> ui.ActionRow[Any]:
    """Buttons to the pages before and after the one that is shown, if any, to ``others``, and to post this page."""
    controls = [*others]
    if pages > 1:
        controls[:0] = page_buttons(lambda to: replace(shown, page=to), shown.page, pages - 1, renderer)
    if not is_empty:
        post = PostLeaderboardButton(shown.pool, shown.game, shown.page)
        controls.append(post.button(say("Post here"), renderer, emoji="📣"))
    return row(*controls)


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
    parts = _season_parts(board, user_id, renderer)
    if read.own is not None and read.own not in read.lines:
        parts += [rule(), _season_line(read.own, board.names, renderer, user_id)]
    shown = LeaderboardButton(Pool.SEASON, ALL_GAMES, board.page)
    pages = -(-read.total // STANDINGS_PER_PAGE)
    others = [pool_button(Pool.MEMBERS, renderer), pool_button(Pool.PAST, renderer)]
    return layout(LEADERBOARD_COLOUR, *parts, _page_row(shown, pages, others, renderer, is_empty=not read.lines))


def posted_season_screen(board: SeasonBoard, renderer: Renderer) -> ui.LayoutView:
    """A page of the season for everybody in a channel: nobody's own line, and nothing to tap."""
    return layout(LEADERBOARD_COLOUR, *_season_parts(board, None, renderer))


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
        shown = [_season_line(line, names, renderer) for line in lines]
        parts.append("\n".join([f"**{renderer.render(season.name)}**", *shown]))
    if champions:
        parts += [rule(), "\n".join(f"👑 {renderer.render(champion)}" for champion in champions)]
    if not seasons:
        nobody = say("The first season is still going on. When it ends, its top three appear here.")
        parts.append(renderer.render(nobody))
    buttons = row(pool_button(Pool.SEASON, renderer), pool_button(Pool.MEMBERS, renderer))
    return layout(LEADERBOARD_COLOUR, *parts, buttons)


def _season_parts(board: SeasonBoard, user_id: int | None, renderer: Renderer) -> Parts:
    """Which season it is, how points are scored, and the lines of a page."""
    title = renderer.render(say("Season: {months}", months=board.read.season.name))
    ending = say("The season ends {when}.", when=discord.utils.format_dt(board.read.ends_at, "R"))
    notes = f"{renderer.render(_SEASON_RULE)} {renderer.render(ending)}"
    lines = [_season_line(line, board.names, renderer, user_id) for line in board.read.lines]
    body = "\n".join(lines) or renderer.render(say("Nobody has points this season yet. /play opens a table."))
    return [f"## 🏆 {title}\n-# {notes}", rule(), body]


_SEASON_RULE = say(
    "Each rated game among members that you win gives you 1 point for each player behind you; those who left count as "
    "one. Lost games give nothing. Your best 20 games count."
)


def _season_line(line: SeasonLine, names: Mapping[int, str], renderer: Renderer, user_id: int | None = None) -> str:
    name = f"**{member_name(line.user_id, names, renderer)}**"
    if line.user_id == user_id:
        name = renderer.render(say("{name} (you)", name=name))
    facts = (say_count("1 point", "{count} points", line.points), say_count("1 win", "{count} wins", line.wins))
    points, wins = [renderer.render(fact) for fact in facts]
    return f"{medal(line.rank)} {line.rank}\\. {name} — **{points}** · {wins}"
