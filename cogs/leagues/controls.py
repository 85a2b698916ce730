"""The buttons of a league's post."""

from dataclasses import dataclass
from enum import StrEnum

from cogs.shared.controls import Control


class LeagueVerb(StrEnum):
    """What a button of a league's post does."""

    JOIN = "join"
    LEAVE = "leave"


@dataclass(frozen=True)
class LeagueButton(Control):
    """Does something in a league."""

    prefix = "league"

    league: int
    verb: LeagueVerb
