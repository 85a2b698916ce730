"""The buttons about a table as a whole, which stand below tables and hands; each feature handles its own verbs."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, finish, layout, rows
from cogs.shared.rendering import Renderer
from engines.contract import Game
from engines.texts import Text, say
from sessions.snapshots import Snapshot


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


LEARN = "🎓"
LEARN_ONE = say("Learn a game in three minutes:")


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
    return finish(layout(GUIDE_COLOUR, "\n".join(renderer.render(line) for line in told), *lessons))
