"""How long a game takes, and how a match of a league is played: in which way, with which house rules.

Measured with normal computers: a way is offered only where 95 % of honest members finish in the time that they have,
and where the stronger still wins.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar


class Way(StrEnum):
    """The ways of playing a match."""

    DAY_BY_DAY = "day_by_day"
    """At one table, over days."""
    TOGETHER = "together"
    """At one table, live, at an agreed time."""
    SAME_CARDS = "same_cards"
    """Each alone against computers, on the same deals."""


@dataclass(frozen=True, slots=True)
class MatchFormat:
    """How a match can be played: ``minutes`` of playing for each of its ``deals``, with these house rules."""

    way: Way
    minutes: int
    options: Mapping[str, Any] = field(default_factory=dict)
    deals: int = 1


class Lengths:
    """What a game says about the time it takes."""

    short_form: ClassVar[Mapping[str, Any]] = {}
    """The house rules that make a game of weeks one of a week or so at a pace of days; none if it is short anyway."""

    def expected_handovers(self, seats: int, options: Any) -> float | None:
        """How often the turn passes from one player to another in a game by sound players; ``None``: not known."""
        return None

    def match_formats(self, seats: int) -> Sequence[MatchFormat]:
        """How a match of a league between so many can be played, the best way first. Nothing else is offered."""
        return (MatchFormat(Way.TOGETHER, minutes=30),)


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game of about five minutes for one player against ``opponents`` computers.

    ``options`` are the house rules that differ from the defaults. They must not cause decisions with a time limit,
    because speed must not matter. ``fewest_points_win`` says whether lower ``Outcome.points`` are better.
    """

    opponents: int
    options: Mapping[str, Any] = field(default_factory=dict)
    fewest_points_win: bool = False
