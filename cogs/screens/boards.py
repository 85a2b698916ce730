"""Leaderboards and a player's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.controls import ALL_GAMES, BoardButton
from cogs.names import COMPUTER
from cogs.rendering import Renderer, safe_name
from cogs.screens.limits import finish
from cogs.screens.parts import layout, row, rule
from cogs.screens.result import medal
from db.records import GameStats, Player, Rating, Standing
from engines.contract import Game
from engines.texts import Text, say, say_count
from opponents import Level
from sessions.ratings import shown_rating

BOARD_COLOUR = 0xF1B82D
STATS_COLOUR = 0x5865F2
STANDINGS_PER_PAGE = 15
"""Lines of a leaderboard that fit a phone's screen."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a server's leaderboard.

    ``game`` is ``None`` for the ratings over all games; ``practice``: games against computers; ``page`` counts from
    0; ``own`` is the reader's line, ``None`` without a rated game; ``names`` are the members' names by user id, as
    they are.
    """

    game: Game[Any] | None
    practice: bool
    standings: tuple[Standing, ...]
    page: int
    pages: int
    own: Standing | None
    names: Mapping[int, str]


def leaderboard_screen(leaderboard: Leaderboard, renderer: Renderer) -> ui.LayoutView:
    """A page of the leaderboard, the reader's own place at its foot."""
    title = leaderboard.game.name if leaderboard.game else renderer.say(say("All games"))
    lines = [_standing_line(standing, leaderboard, renderer) for standing in leaderboard.standings]
    body = "\n".join(lines) or renderer.say(say("Nobody has finished a rated game yet. /play opens a table."))
    heading = f"## 🏆 {renderer.say(say('Leaderboard'))} · {title}"
    if leaderboard.practice:
        heading += f"\n-# {renderer.say(say('Games against computers, which do not count among members'))}"
    parts: list[str | ui.Item[Any]] = [heading, rule(), body]
    if leaderboard.own is not None and leaderboard.own not in leaderboard.standings:
        parts += [rule(), _standing_line(leaderboard.own, leaderboard, renderer)]
    parts.append(_paging(leaderboard, renderer))
    return finish(layout(BOARD_COLOUR, *parts))


def stats_screen(
    name: str,
    stats: Sequence[GameStats],
    games: Mapping[str, Game[Any]],
    overall: Rating | None,
    renderer: Renderer,
    practice: Sequence[GameStats] = (),
) -> ui.LayoutView:
    """A player's record on this server: over all games, in each, and against computers; ``name`` as it is."""
    heading = f"## 📊 {safe_name(name)}"
    apart = _practice_parts(practice, games, renderer)
    if not stats and not practice:
        nothing = renderer.say(say("No finished game on this server yet. /play opens a table."))
        return finish(layout(STATS_COLOUR, heading, nothing))
    if not stats:
        return finish(layout(STATS_COLOUR, heading, *apart))
    played, won = sum(line.games for line in stats), sum(line.wins for line in stats)
    summary = [renderer.say(text) for text in _record(played, won, overall)]
    lines = [_stats_line(line, games, renderer) for line in stats]
    return finish(layout(STATS_COLOUR, f"{heading}\n{' · '.join(summary)}", rule(), "\n".join(lines), *apart))


def _practice_parts(
    practice: Sequence[GameStats], games: Mapping[str, Game[Any]], renderer: Renderer
) -> list[str | ui.Item[Any]]:
    """A player's record against computers, if there is one."""
    if not practice:
        return []
    lines = [_stats_line(line, games, renderer) for line in practice]
    return [rule(), f"### {COMPUTER} {renderer.say(say('Against computers'))}\n" + "\n".join(lines)]


def _standing_line(standing: Standing, leaderboard: Leaderboard, renderer: Renderer) -> str:
    name = _name(standing.player, leaderboard, renderer)
    own = leaderboard.own is not None and leaderboard.own.player == standing.player
    name = f"**{name}** ({renderer.say(say('you'))})" if own else f"**{name}**"
    facts = _record(standing.games, standing.wins, None)
    return (
        f"{medal(standing.rank)} {standing.rank}\\. {name} — **{shown_rating(standing.rating)}**"
        f" · {' · '.join(renderer.say(fact) for fact in facts)}"
    )


def _name(player: Player, leaderboard: Leaderboard, renderer: Renderer) -> str:
    """What a line's player is called; computers of one level share a line."""
    if isinstance(player, str):
        return f"{COMPUTER} {renderer.say(say('computers, {level}', level=Level(player).label))}"
    raw = leaderboard.names.get(player)
    return safe_name(raw) if raw else f"*{renderer.say(say('former member'))}*"


def _stats_line(stats: GameStats, games: Mapping[str, Game[Any]], renderer: Renderer) -> str:
    title = games[stats.game].name if stats.game in games else stats.game
    facts = _record(stats.games, stats.wins, stats.rating)
    return f"**{title}**\n-# {' · '.join(renderer.say(fact) for fact in facts)}"


def _record(played: int, won: int, rating: Rating | None) -> list[Text]:
    """Rating (if there is one), games, wins and the share of the games that they are."""
    facts = [say("rating {rating}", rating=shown_rating(rating))] if rating is not None else []
    share = round(100 * won / played)
    wins = say_count("1 win ({share} %)", "{count} wins ({share} %)", won, share=share)
    return [*facts, say_count("1 game", "{count} games", played), wins]


def _paging(leaderboard: Leaderboard, renderer: Renderer) -> ui.ActionRow[Any]:
    """The way to other pages, if there are some, and to the other board."""
    game = leaderboard.game.key if leaderboard.game else ALL_GAMES
    page, last, practice = leaderboard.page, leaderboard.pages - 1, leaderboard.practice
    other = say("Among members") if practice else say("Against computers")
    controls = [BoardButton(game, 0, renderer.say(other), "👥" if practice else COMPUTER, practice=not practice)]
    if last > 0:
        # A button that is switched off leads to a page that is not there, so that custom ids differ.
        before, after = (page - 1 if page else last + 2), page + 1
        controls[:0] = [
            BoardButton(game, before, renderer.say(say("Previous")), "◀️", disabled=page == 0, practice=practice),
            BoardButton(game, after, renderer.say(say("Next")), "▶️", disabled=page >= last, practice=practice),
        ]
    return row(*controls)
