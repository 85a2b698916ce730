"""How a game is played as the game of the day: short, and the same for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game of about five minutes for one player against ``opponents`` computers.

    ``options`` are the house rules that differ from the defaults. They must not cause decisions with a time limit,
    because speed must not matter. ``fewest_points_win`` says whether lower ``Outcome.points`` are better.
    """

    opponents: int
    options: Mapping[str, Any] = field(default_factory=dict)
    fewest_points_win: bool = False
