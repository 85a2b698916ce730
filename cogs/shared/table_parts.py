"""What the messages of a table and of the hands at it have in common: buttons, and lines such as whose turn it is.

Each feature handles the verbs of its own buttons.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import CLOSED_COLOUR, GUIDE_COLOUR, layout, row, rows
from cogs.shared.rendering import Renderer
from db.purpose_records import DayTry, DealTry, Unrated
from db.records import TableRecord
from engines.contract import Game
from engines.kit.wording import names
from engines.scenes import Scene
from engines.texts import Player, Text, say, say_count
from sessions.snapshots import Snapshot
from sessions.tables.leaving import seats_out_of_time

LEARN = "🎓"
LEARN_ONE = say("Learn a game in three minutes:")


CANNOT_BE_SHOWN = say("This game cannot be shown.")


class Verb(StrEnum):
    """What a table button does."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    SHORT_FORM = "short"
    LONG_FORM = "long"
    RULES = "rules"
    HOUSE_RULES = "house"
    """Lets the host change the house rules before the game."""
    HAND = "hand"
    REMATCH = "rematch"
    REPLAY = "replay"
    FILM = "film"
    POST_FILM = "screening"
    """Posts the film in the channel."""
    TAKE_BACK = "back"
    ASK_BACK = "ask"
    GO_ON = "go"
    WHY_NOT = "why"
    HINT = "hint"
    ADVICE = "advice"
    """Shows the move that a hint is about."""
    UNSEEN = "unseen"
    RETURN = "return"
    TEXT = "text"
    LOG = "log"
    FOLLOW = "follow"
    RESIGN = "resign"
    AGAIN = "again"
    REVIEW = "review"
    """Shows the moves that cost a player most."""
    MISTAKES = "mistakes"
    """Asks a player again what would have been better."""
    DAY = "day"
    """Shows how the others did in the game of a day."""
    SHARE = "share"
    DARE = "dare"
    """Invites a channel to the cards of a practice game."""
    FORGET = "forget"
    """Withdraws what a player has planned."""
    MORE = "more"
    DOWN = "down"
    """Posts the table anew, at the bottom of its channel."""
    OUT = "out"
    """Leaves a game in progress; a computer plays on."""
    END = "end"
    VERIFY = "verify"


class TableButton(Control, prefix="table"):
    """A button about a table, drawn at revision ``rev``."""

    table: int
    rev: int
    verb: Verb


def table_button(
    snapshot: Snapshot,
    renderer: Renderer,
    verb: Verb,
    label: Text,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> ui.Button[Any]:
    """A button about this table at its present revision."""
    control = TableButton(snapshot.table.id, snapshot.table.rev, verb)
    return control.button(label, renderer, style, emoji=emoji, disabled=disabled)


def more_button(snapshot: Snapshot, renderer: Renderer) -> ui.Button[Any]:
    """What else a member can look at and do at this table."""
    return table_button(snapshot, renderer, Verb.MORE, say("More"))


class LearnButton(Control, prefix="learn"):
    """Opens a game's first lesson in a message of its own."""

    game: str


class FirstGameButton(Control, prefix="first_game"):
    """Starts a private game against as few easy computers as possible."""

    game: str


def newcomers_buttons(game: Game[Any], renderer: Renderer) -> list[ui.Button[Any]]:
    """The lesson and a first game against a computer, if the game has a lesson."""
    learn = learn_buttons(game, renderer)
    return [*learn, FirstGameButton(game.key).button(say("Play a computer"), renderer)] if learn else []


def learn_buttons(game: Game[Any], renderer: Renderer) -> list[ui.Button[Any]]:
    """The button, if the game has a lesson."""
    return [LearnButton(game.key).button(say("Learn"), renderer, emoji=LEARN)] if game.lessons else []


def lesson_rows(games: Mapping[str, Game[Any]], renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """A button to the first lesson of every game that has one."""
    return rows(
        [
            LearnButton(game.key).button(Text(game.name), renderer, emoji=LEARN)
            for game in games.values()
            if game.lessons
        ]
    )


def newcomers_screen(text: Text, games: Mapping[str, Game[Any]], renderer: Renderer) -> ui.LayoutView:
    """A sentence for members who have no table, and the lessons."""
    lessons = lesson_rows(games, renderer)
    told = [text, *([LEARN_ONE] if lessons else [])]
    return layout(GUIDE_COLOUR, "\n".join(renderer.render(line) for line in told), *lessons)


def closed_screen(snapshot: Snapshot, renderer: Renderer, closed_by: int | None = None) -> ui.LayoutView:
    """A table that was closed without a result, by this member if one is given."""
    table = snapshot.table
    players = ", ".join(renderer.player(seat.seat) for seat in table.seats if seat not in table.invited)
    closed = renderer.render(_closing(table, closed_by))
    return _ended_screen(snapshot, renderer, closed, f"-# {players}" if players else "")


def trouble_screen(snapshot: Snapshot, renderer: Renderer, trouble: Text | None = None) -> ui.LayoutView:
    """Why this game cannot be shown."""
    return _ended_screen(snapshot, renderer, f"⚠️ {renderer.render(trouble or snapshot.trouble or CANNOT_BE_SHOWN)}")


def waiting_line(snapshot: Snapshot, scene: Scene | None, renderer: Renderer, *, is_small: bool = False) -> str:
    """Who or what the table waits for, and until when if a clock is running. Small if a picture says it, too."""
    waiting = whose_turn(snapshot.waits_for) if scene is None else scene.waiting
    if waiting is None:
        return ""
    line = f"{'-#' if is_small else '###'} ⏳ {renderer.render(waiting)}"
    if snapshot.thinking:
        line += " · 💭 " + renderer.render(say("thinking…"))
    deadline = time_is_up(snapshot)
    return f"{line} · {renderer.render(due(deadline))}" if deadline else line


def due(deadline: datetime) -> Text:
    """By when something is to be done; Discord says "in 20 hours"."""
    return say("due {when}", when=discord.utils.format_dt(deadline, "R"))


def whose_turn(seats: Sequence[int]) -> Text | None:
    """Whom a game waits for, without saying what they are asked; ``None`` if it is nobody."""
    if not seats:
        return None
    if len(seats) == 1:
        return say("It's {player}'s turn.", player=Player(seats[0]))
    return say_count("Waiting for {count} player.", "Waiting for {count} players.", len(seats))


def time_is_up(snapshot: Snapshot) -> datetime | None:
    """When the time for the present decision runs out; ``None`` if there is no limit, or it matters to nobody now."""
    return None if snapshot.has_no_hurry else snapshot.until


def resignations(snapshot: Snapshot, renderer: Renderer) -> str:
    """Who has given up, a line each."""
    out = seats_out_of_time(snapshot.table)
    lines = [
        say("{player} ran out of time three times and is out; a computer plays on.", player=Player(seat.seat))
        if seat.seat in out
        else say("{player} has given up; a computer plays on.", player=Player(seat.seat))
        for seat in snapshot.table.seats
        if seat.resigned
    ]
    return "\n".join(f"-# 🏳️ {renderer.render(line)}" for line in lines)


def _closing(table: TableRecord, closed_by: int | None) -> Text:
    """Who closed the table, if a member did. One without a seat is named by a mention, which notifies nobody."""
    if isinstance(table.purpose, DayTry):
        return say("You have not finished this game of the day, so it does not count.")
    if isinstance(table.purpose, DealTry):
        return say("You have not finished these cards in time, so your try does not count.")
    if closed_by is None:
        return say("This table was closed without a result.")
    seat = table.seat_of(closed_by)
    player = Player(seat.seat) if seat else f"<@{closed_by}>"
    return say("{player} closed this table without a result.", player=player)


def _ended_screen(snapshot: Snapshot, renderer: Renderer, text: str, below: str = "") -> ui.LayoutView:
    more = more_button(snapshot, renderer)
    return layout(CLOSED_COLOUR, f"## 🃏 {snapshot.game.name}\n{text}", below, row(more))


def unrated_line(snapshot: Snapshot, renderer: Renderer) -> str:
    """A small line that says why the game changes no ratings; nothing if it may."""
    reason = _reason(snapshot, renderer)
    return f"-# ⚖️ {renderer.render(reason)}" if reason else ""


def _reason(snapshot: Snapshot, renderer: Renderer) -> Text | None:
    match snapshot.unrated:
        case Unrated.ENOUGH if len(snapshot.table.users) == 2:
            return say("Ratings stay as they are: only three games in 24 hours between the same two players count.")
        case Unrated.ENOUGH:
            return say("Ratings stay as they are: somebody here has played all the others three times in 24 hours.")
        case Unrated.FIRST:
            return say("This game isn't rated: your first one against computers is just practice.")
        case Unrated.KNOWN:
            return say("This game does not count: its cards were already known.")
        case Unrated.CHOSEN:
            return say("Ratings stay as they are: somebody chose who starts, and house rules are changed.")
        case Unrated.LEFT_EARLY:
            early = [seat.seat for seat in snapshot.table.seats if seat.left_early]
            return say_count(
                "Ratings stay as they are: {players} left before their third decision.",
                "Ratings stay as they are: {players} left before their third decision.",
                len(early),
                players=names(early),
            )
        case None:
            return None
