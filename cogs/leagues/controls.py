"""The buttons and menus of leagues."""

from dataclasses import dataclass
from enum import StrEnum

from cogs.shared.controls import Control


class LeagueVerb(StrEnum):
    """What a button of a league does."""

    JOIN = "join"
    LEAVE = "leave"
    START = "start"
    MINE = "mine"
    """Show a member's own match."""
    WORDS = "words"
    """Show the table in words."""
    TOOLS = "tools"
    """Show what the organiser can do."""
    ASK_OUT = "askout"
    """Ask whether to drop out while the league is played."""
    OUT = "out"
    ASK_CANCEL = "askcancel"
    CANCEL = "cancel"
    KEEP = "keep"
    """Change nothing after all."""
    EXPORT = "export"
    NEXT_ROUND = "next"


@dataclass(frozen=True)
class LeagueButton(Control):
    """Does something in a league."""

    prefix = "league"

    league: int
    verb: LeagueVerb


class MatchVerb(StrEnum):
    """What a player of a match does about it."""

    POSTPONE = "postpone"
    AGREE = "agree"


@dataclass(frozen=True)
class MatchButton(Control):
    """Postpones a match of a league."""

    prefix = "match"

    league: int
    match: int
    verb: MatchVerb


@dataclass(frozen=True)
class MatchMenu(Control):
    """Chooses the match whose result an organiser enters."""

    prefix = "league_match"

    league: int


@dataclass(frozen=True)
class ResultMenu(Control):
    """Enters the result of a match: its values are the numbers of the entries, and a draw."""

    prefix = "league_result"

    league: int
    match: int


@dataclass(frozen=True)
class EntryMenu(Control):
    """Chooses who is to be replaced."""

    prefix = "league_entry"

    league: int


@dataclass(frozen=True)
class ReplacementMenu(Control):
    """Chooses the member who takes over an entry."""

    prefix = "league_by"

    league: int
    number: int
