"""Leaderboards and a player's record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.controls import ALL_GAMES, BoardButton
from cogs.screens.limits import finish
from cogs.screens.parts import layout, row, rule
from cogs.screens.result import medal
from cogs.voice import Voice, safe_name
from db.records import GameStats, Rating, Standing
from engines.contract import Game
from engines.texts import Text, say, say_count
from sessions.ratings import shown_rating

BOARD_COLOUR = 0xF1B82D
STATS_COLOUR = 0x5865F2
STANDINGS_PER_PAGE = 15
"""Lines of a leaderboard that fit a phone's screen."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A page of a server's leaderboard.

    ``game`` is ``None`` for the ratings over all games; ``page`` counts from 0; ``own`` is the reader's
    line, ``None`` without a rated game; ``names`` are the members' names by user id, as they are.
    """

    game: Game[Any] | None
    standings: tuple[Standing, ...]
    page: int
    pages: int
    own: Standing | None
    names: Mapping[int, str]


def leaderboard_screen(leaderboard: Leaderboard, voice: Voice) -> ui.LayoutView:
    """A page of the leaderboard, the reader's own place at its foot."""
    title = leaderboard.game.name if leaderboard.game else voice.say(say("All games"))
    lines = [_standing_line(standing, leaderboard, voice) for standing in leaderboard.standings]
    body = "\n".join(lines) or voice.say(say("Nobody has finished a rated game yet. /play opens a table."))
    parts: list[str | ui.Item[Any]] = [f"## 🏆 {voice.say(say('Leaderboard'))} · {title}", rule(), body]
    if leaderboard.own is not None and leaderboard.own not in leaderboard.standings:
        parts += [rule(), _standing_line(leaderboard.own, leaderboard, voice)]
    if leaderboard.pages > 1:
        parts.append(_paging(leaderboard, voice))
    return finish(layout(BOARD_COLOUR, *parts))


def stats_screen(
    name: str, stats: Sequence[GameStats], games: Mapping[str, Game[Any]], overall: Rating | None, voice: Voice
) -> ui.LayoutView:
    """A player's record on this server: over all games and in each; ``name`` as it is."""
    heading = f"## 📊 {safe_name(name)}"
    if not stats:
        nothing = voice.say(say("No finished game on this server yet. /play opens a table."))
        return finish(layout(STATS_COLOUR, heading, nothing))
    played, won = sum(line.games for line in stats), sum(line.wins for line in stats)
    summary = [voice.say(text) for text in _record(played, won, overall)]
    lines = [_stats_line(line, games, voice) for line in stats]
    return finish(layout(STATS_COLOUR, f"{heading}\n{' · '.join(summary)}", rule(), "\n".join(lines)))


def _standing_line(standing: Standing, leaderboard: Leaderboard, voice: Voice) -> str:
    raw = leaderboard.names.get(standing.user_id)
    name = safe_name(raw) if raw else f"*{voice.say(say('former member'))}*"
    own = leaderboard.own is not None and leaderboard.own.user_id == standing.user_id
    name = f"**{name}** ({voice.say(say('you'))})" if own else f"**{name}**"
    facts = _record(standing.games, standing.wins, None)
    return (
        f"{medal(standing.rank)} {standing.rank}\\. {name} — **{shown_rating(standing.rating)}**"
        f" · {' · '.join(voice.say(fact) for fact in facts)}"
    )


def _stats_line(stats: GameStats, games: Mapping[str, Game[Any]], voice: Voice) -> str:
    title = games[stats.game].name if stats.game in games else stats.game
    facts = _record(stats.games, stats.wins, stats.rating)
    return f"**{title}**\n-# {' · '.join(voice.say(fact) for fact in facts)}"


def _record(played: int, won: int, rating: Rating | None) -> list[Text]:
    """Rating (if there is one), games, wins and the share of the games that they are."""
    facts = [say("rating {rating}", rating=shown_rating(rating))] if rating is not None else []
    share = round(100 * won / played)
    wins = say_count("1 win ({share} %)", "{count} wins ({share} %)", won, share=share)
    return [*facts, say_count("1 game", "{count} games", played), wins]


def _paging(leaderboard: Leaderboard, voice: Voice) -> ui.ActionRow[Any]:
    game = leaderboard.game.key if leaderboard.game else ALL_GAMES
    page, last = leaderboard.page, leaderboard.pages - 1
    # A button that is switched off leads to a page that is not there, so that custom ids differ.
    before = BoardButton(game, page - 1 if page else last + 2, voice.say(say("Previous")), "◀️", disabled=page == 0)
    after = BoardButton(game, page + 1, voice.say(say("Next")), "▶️", disabled=page >= last)
    return row(before, after)
