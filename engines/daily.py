"""How a game is played as the game of the day: short, and alike for everybody."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class DailyGame:
    """A game of about five minutes for one player against ``opponents`` computers.

    ``options`` are the house rules that differ from the usual ones. They must not lead to decisions with a time limit,
    because nobody's speed may matter. ``fewest_points_win`` says which ``Outcome.points`` are the better ones.
    """

    opponents: int
    options: Mapping[str, Any] = field(default_factory=dict)
    fewest_points_win: bool = False
