"""The buttons and menus of leagues."""

from dataclasses import dataclass
from enum import StrEnum

from cogs.shared.controls import Control


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
    ASK_OUT = "askout"
    """Ask whether to drop out while the league is played."""
    OUT = "out"
    TOOLS = "tools"
    """Show what the organiser can do."""
    MATCH = "match"
    """Choose the match whose result the organiser enters."""
    RESULT = "result"
    """Enter the result of a match: the values are the numbers of the entries, and a draw."""
    ENTRY = "entry"
    """Choose who is to be replaced."""
    REPLACEMENT = "replacement"
    """Choose the member who takes over an entry."""
    ASK_CANCEL = "askcancel"
    CANCEL = "cancel"
    KEEP = "keep"
    """Change nothing after all."""


@dataclass(frozen=True)
class LeagueControl(Control):
    """Does something in a league. ``about`` is the id of a match or the number of an entry, if it has one."""

    prefix = "league"

    league: int
    verb: LeagueVerb
    about: int = 0
