"""Policies that judge a position by a weighted sum of its features, fitted to games that computers have played."""

from collections.abc import Sequence
from operator import mul
from typing import Any, TypeVar

from opponents.policies.base import Policy, shares
from opponents.policies.weights import WEIGHTS

A = TypeVar("A")


class ValuedPolicy(Policy[A]):
    """The odds of a seat's win grow by e for each point of its weighted sum."""

    key: str
    """The game."""
    names: tuple[str, ...]
    """What the features are called."""

    def __init__(self) -> None:
        fitted = WEIGHTS.get(self.key, {})
        self.weights = tuple(fitted.get(name, 0.0) for name in self.names)

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
