"""A network with one hidden layer, and the file with its weights."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from importlib import resources
from itertools import accumulate, chain
from typing import Any

import numpy as np

from opponents.policies.base import duel


class Net:
    """Tells from the features of a position how likely a seat is to win.

    ``hidden`` has a row for each feature and a last one for the bias; ``out`` has a weight for each hidden unit and a
    last one for the bias. A unit that comes to less than 0 is off.
    """

    def __init__(self, hidden: np.ndarray[Any, Any], out: np.ndarray[Any, Any]) -> None:
        self.hidden, self.out = hidden.astype(np.float32), out.astype(np.float32)
        self._weights, self._bias = self.hidden[:-1], self.hidden[-1]
        self._out, self._offset = self.out[:-1], float(self.out[-1])

    @classmethod
    def stored(cls, key: str) -> Net:
        """The trained network of the game with this key."""
        with (resources.files("opponents.judges") / f"{key}.npz").open("rb") as file, np.load(file) as weights:
            return cls(weights["hidden"], weights["out"])

    def values(self, seen: Sequence[array[float]]) -> list[float]:
        """The chance of winning the deal, 0 to 1, in several positions with these features."""
        return self._judged(np.frombuffer(b"".join(seen), np.float32).reshape(len(seen), -1) @ self._weights)

    def values_on(self, active: Sequence[Sequence[int]]) -> list[float]:
        """The same for several positions, of which these features are 1 and all others are 0."""
        if not active:
            return []
        starts = [*accumulate(map(len, active[:-1]), initial=0)]
        return self._judged(np.add.reduceat(self._weights[[*chain.from_iterable(active)]], starts))

    def _judged(self, units: np.ndarray[Any, Any]) -> list[float]:
        units += self._bias
        np.maximum(units, 0, out=units)
        leads = units @ self._out + self._offset
        return [duel(lead, 1.0)[0] for lead in leads.tolist()]
