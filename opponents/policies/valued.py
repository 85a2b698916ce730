"""Policies that judge a position by a weighted sum of its features, fitted to games that computers have played."""

import json
from collections.abc import Sequence
from operator import mul
from pathlib import Path
from typing import Any, TypeVar

from opponents.policies.base import Policy, shares

A = TypeVar("A")

WEIGHTS = Path(__file__).with_name("weights.json")
"""By game and feature. ``python -m benchmarks.fit_values`` writes it."""


def weights_of(key: str, names: Sequence[str]) -> tuple[float, ...]:
    """The weights of these features of a game; 0 for a feature that has not been fitted yet."""
    fitted: dict[str, float] = json.loads(WEIGHTS.read_text(encoding="utf-8")).get(key, {})
    return tuple(fitted.get(name, 0.0) for name in names)


class ValuedPolicy(Policy[A]):
    """The odds of a seat's win grow by e for each point of its weighted sum."""

    key: str
    """The game."""
    names: tuple[str, ...]
    """What the features are called."""

    def __init__(self) -> None:
        self.weights = weights_of(self.key, self.names)

    def features(self, state: Any, seat: int) -> Sequence[float]:
        """What matters in this deal for ``seat``, in the order of ``names``."""
        raise NotImplementedError

    def ahead(self, state: Any, seat: int) -> float:
        """What the finished deals of a match are worth to ``seat``, in the same unit as the weighted sum."""
        raise NotImplementedError

    def standing(self, state: Any) -> tuple[float, ...]:
        """Judged by the features of all seats."""
        weights = self.weights
        return shares(
            [
                self.ahead(state, seat) + sum(map(mul, weights, self.features(state, seat)))
                for seat in range(state.seats)
            ]
        )
