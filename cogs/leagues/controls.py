"""The buttons and menus of leagues, and the form that asks for a new one."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.limits import FORM_LABEL_LIMIT, OPTION_LIMIT
from cogs.shared.rendering import Renderer
from engines.contract import Game
from engines.texts import Text, say
from sessions.leagues.sign_up import LONGEST_NAME, NewLeague
from sessions.leagues.tools import Tool
from sessions.shared.refusals import Refused


class LeagueVerb(StrEnum):
    """What a button or a menu of a league does."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    NEXT_ROUND = "next"
    MINE = "mine"
    """Show a member's own match."""
    WORDS = "words"
    """Show the table in words."""
    EXPORT = "export"
    NEXT_SEASON = "season"
    """Open the list of the next season."""
    ASK_OUT = "askout"
    """Ask whether to drop out while the league is played."""
    OUT = "out"
    TOOLS = "tools"
    """Show what the organiser can do."""
    TOOL = "tool"
    """Choose one of them."""
    REPLACEMENT = "replacement"
    """Choose the member who takes over an entry."""
    ADD = "add"
    """Choose a member who takes part from now on."""
    APPOINT = "appoint"
    """Choose a member who organises, too."""
    UNDO = "undo"
    WHY = "why"
    """Ask for the reason of what has been done."""
    CANCEL = "cancel"
    KEEP = "keep"
    """Change nothing after all."""


class LeagueControl(Control, prefix="league"):
    """Does something in a league. ``about`` is the id of a match or of a deed, or the number of an entry."""

    league: int
    verb: LeagueVerb
    about: int = 0


class ReasonForm(Control, prefix="leaguewhy"):
    """Says why something has been done by hand."""

    league: int
    deed: int


class ToolPage(Control, prefix="leaguepage"):
    """Shows a page of what a tool of the organiser can be applied to."""

    league: int
    tool: Tool
    page: int


class ToolMenu(Control, prefix="leaguetool"):
    """Applies a tool of the organiser to what is chosen."""

    league: int
    tool: Tool


MOST_PLAYERS, MOST_WEEKS = 40, 26
LEAST = 2
"""The fewest players and weeks."""


class LeagueForm(Control, prefix="newleague"):
    """Opens a league."""


def new_league(filled: Mapping[str, Any]) -> NewLeague:
    """The league of these fields. Raises ``Refused`` if one of them is impossible or missing."""
    name = str(filled.get("name") or "").strip()
    if not 0 < len(name) <= LONGEST_NAME:
        raise Refused(say("The league needs a name of at most {most} characters.", most=str(LONGEST_NAME)))
    return NewLeague(
        name,
        _chosen(filled, "game"),
        _number(filled, "players", say("The number of players"), MOST_PLAYERS),
        _number(filled, "weeks", say("The number of weeks"), MOST_WEEKS),
    )


def league_fields(games: Mapping[str, Game[Any]], given: Mapping[str, Any], renderer: Renderer) -> list[ui.Label[Any]]:
    """The fields of a league, of which some are ``given``."""
    game = ui.Select[Any](
        custom_id="game",
        options=[
            discord.SelectOption(label=one.name, value=key, default=key == given.get("game"))
            for key, one in games.items()
        ],
    )
    return [
        _label(say("Name"), _typed("name", given, LONGEST_NAME), renderer),
        _label(say("Game"), game, renderer),
        _label(say("Players at most"), _typed("players", given, 2, f"{LEAST}–{MOST_PLAYERS}"), renderer),
        _label(say("Weeks"), _typed("weeks", given, 2, f"{LEAST}–{MOST_WEEKS}"), renderer, say("A round each.")),
    ]


def _label(name: Text, component: ui.Item[Any], renderer: Renderer, explanation: Text | None = None) -> ui.Label[Any]:
    described = renderer.label(explanation, OPTION_LIMIT) if explanation else None
    return ui.Label(text=renderer.label(name, FORM_LABEL_LIMIT), description=described, component=component)


def _typed(name: str, given: Mapping[str, Any], longest: int, hint: str | None = None) -> ui.TextInput[Any]:
    default = str(given[name]) if name in given else None
    return ui.TextInput(custom_id=name, default=default, placeholder=hint, max_length=longest)


def _chosen(filled: Mapping[str, Any], name: str) -> str:
    """The only value chosen, which is a list in a menu and a text elsewhere."""
    match filled.get(name):
        case str(value) | [str(value)]:
            return value
        case _:
            raise Refused(say("Choose a game for the league."))


def _number(filled: Mapping[str, Any], name: str, what: Text, most: int) -> int:
    typed = str(filled.get(name) or "").strip()
    if not typed.isdecimal() or len(typed) > len(str(most)) or not LEAST <= int(typed) <= most:
        raise Refused(say("{what} has to be {least} to {most}.", what=what, least=str(LEAST), most=str(most)))
    return int(typed)
