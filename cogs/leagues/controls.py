"""The buttons and menus of leagues."""

from dataclasses import dataclass
from enum import StrEnum

from cogs.shared.controls import Control
from sessions.leagues.tools import Tool


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


@dataclass(frozen=True)
class LeagueControl(Control):
    """Does something in a league. ``about`` is the id of a match or of a deed, or the number of an entry."""

    prefix = "league"

    league: int
    verb: LeagueVerb
    about: int = 0


@dataclass(frozen=True)
class ReasonForm(Control):
    """Says why something has been done by hand."""

    prefix = "leaguewhy"

    league: int
    deed: int


@dataclass(frozen=True)
class ToolPage(Control):
    """Shows a page of what a tool of the organiser can be applied to."""

    prefix = "leaguepage"

    league: int
    tool: Tool
    page: int


@dataclass(frozen=True)
class ToolMenu(Control):
    """Applies a tool of the organiser to what is chosen."""

    prefix = "leaguetool"

    league: int
    tool: Tool
