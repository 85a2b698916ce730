"""The game of the day: the offer of the only try, how everybody did, and the week so far."""

from collections.abc import Mapping
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, finish, layout, medal, row, rule
from cogs.shared.renderers import FORMER_PLAYER
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.table_parts import TableButton, Verb, learn_buttons
from engines.contract import Game
from engines.kit.wording import in_points
from engines.texts import Player, Text, say, say_count
from sessions.daily.games import DailyOffer, DailyResults, WeekLine
from sessions.races import RaceLine


class BeginButton(Control, prefix="day"):
    """Begins a member's try at the game of this day."""

    day: int


def offer_screen(offer: DailyOffer, renderer: Renderer) -> ui.LayoutView:
    """The game, its rules of the day, and buttons to begin it and to learn it first."""
    title = say("Daily #{number}: {game}", number=str(offer.day), game=offer.game.name)
    against = say_count(
        "You play against a computer ({level}).",
        "You play against {count} computers ({level}).",
        offer.opponents,
        level=offer.level.label,
    )
    rules = say(
        "You have one try, without hints and without taking moves back. It starts when you tap Begin, and counts if "
        "you finish before the day ends, {when}.",
        when=discord.utils.format_dt(offer.ends_at, "R"),
    )
    begin = BeginButton(offer.day).button(say("Begin"), renderer, discord.ButtonStyle.success, emoji="🗓️")
    told = "\n".join(renderer.render(text) for text in (offer.game.summary, against, rules))
    buttons = row(begin, *learn_buttons(offer.game, renderer))
    return finish(layout(LEADERBOARD_COLOUR, f"## 🗓️ {renderer.render(title)}\n{told}", buttons))


MOST_LINES = 15
"""Lines of a table that fit a phone's screen."""


def day_screen(results: DailyResults, user_id: int, names: Mapping[int, str], renderer: Renderer) -> ui.LayoutView:
    """The rankings of the day and of its week, each with the reader's own line, at its foot if necessary."""

    def name_of(user: int) -> str:
        name = names.get(user)
        shown = f"**{safe_name(name)}**" if name else f"*{renderer.render(FORMER_PLAYER)}*"
        return renderer.render(say("{name} (you)", name=shown)) if user == user_id else shown

    day = [(line.user_id, _day_line(line, results, name_of(line.user_id), renderer)) for line in results.lines]
    week = [(line.user_id, _week_line(line, name_of(line.user_id), renderer)) for line in results.week]
    nobody = renderer.render(say("Nobody has finished this game yet."))
    parts: Parts = [
        _heading(results, renderer),
        rule(),
        _table(day, user_id) or nobody,
        rule(),
        f"### {renderer.render(_THIS_WEEK)}\n-# {renderer.render(_HOW)}",
        _table(week, user_id) or nobody,
    ]
    return finish(layout(LEADERBOARD_COLOUR, *parts, *_buttons(results, renderer)))


_THIS_WEEK = say("This week")
_HOW = say(
    "Each day you score the percentage of other finishers you beat. One missed day a week does not end a streak."
)


def members_shown(results: DailyResults, user_id: int) -> set[int]:
    """The members whose names the screen shows."""
    shown = {line.user_id for line in (*results.lines[:MOST_LINES], *results.week[:MOST_LINES])}
    return shown | {user_id}


def shared_line(results: DailyResults) -> Text | None:
    """What a member, in seat 0, shares with the others, without giving away cards; ``None`` before the end."""
    own = results.own
    if own is None or own.rank is None or results.game is None:
        return None
    shown = {
        "player": Player(0),
        "number": str(results.day),
        "game": results.game.name,
        "rank": own.rank,
        "count": results.finishers,
        "streak": results.streak,
    }
    if results.is_over:
        return say("🗓️ Daily #{number}, {game}: {player}, place {rank} of {count} · streak {streak} 🔥", **shown)
    return say("🗓️ Daily #{number}, {game}: {player}, place {rank} of {count} so far · streak {streak} 🔥", **shown)


def _heading(results: DailyResults, renderer: Renderer) -> str:
    game = results.game.name if results.game else ""
    title = renderer.render(say("Daily #{number}: {game}", number=str(results.day), game=game))
    if results.is_over:
        ending = say("The day is over.")
    else:
        ending = say("The day ends {when}; until then others can still play.", when=_when(results))
    return f"## 🗓️ {title}\n-# {renderer.render(ending)}\n{renderer.render(_own(results))}"


def _when(results: DailyResults) -> str:
    return discord.utils.format_dt(results.ends_at, "R")


def _own(results: DailyResults) -> Text:
    """How the reader did."""
    if results.own is None:
        return say("You did not play.")
    if results.own.rank is None:
        return say("You have not finished this game, so it does not count.")
    return say(
        "You: place {rank} of {count} · streak {streak} 🔥",
        rank=results.own.rank,
        count=results.finishers,
        streak=results.streak,
    )


def _table(lines: list[tuple[int, str]], user_id: int) -> str:
    """The first lines, and the reader's own line if it is not among them."""
    own = [line for user, line in lines[MOST_LINES:] if user == user_id]
    return "\n".join([*(line for _, line in lines[:MOST_LINES]), *own])


def _day_line(line: RaceLine, results: DailyResults, name: str, renderer: Renderer) -> str:
    if line.rank is None or line.points is None:
        return f"▫️ {name} — " + renderer.render(say("not finished"))
    points = renderer.render(_score(results.game, line.points))
    return f"{medal(line.rank)} {line.rank}\\. {name} — **{points}**"


def _score(game: Game[Any] | None, points: float) -> Text:
    """Points in the words of the game. It chooses them by a view, so a game is dealt for this."""
    if game is None or game.daily is None:
        return in_points(points)
    dealt = game.deal(seats=game.daily.opponents + 1, seed="words", options=game.Options(**game.daily.options))
    return game.score(dealt.view(None), points)


def _week_line(line: WeekLine, name: str, renderer: Renderer) -> str:
    days = renderer.render(say_count("1 day", "{count} days", line.days))
    return f"{medal(line.rank)} {line.rank}\\. {name} — **{line.score}** · {days}"


def _buttons(results: DailyResults, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """Buttons to the reader's own game, to its replay when the day is over, and to share the result."""
    table = results.table
    if table is None or results.own is None:
        return []
    offered = [(Verb.HAND, say("My game"), "🎴")] if results.own.rank is not None else []
    if results.own.rank is not None and results.is_over:
        offered.append((Verb.REPLAY, say("Replay"), "🎞️"))
    if results.own.rank is not None:
        offered.append((Verb.SHARE, say("Share"), "📣"))
    offered.append((Verb.DAY, say("Refresh"), "🔄"))
    buttons = [TableButton(table, 0, verb).button(label, renderer, emoji=emoji) for verb, label, emoji in offered]
    return [row(*buttons)]
