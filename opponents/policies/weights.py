"""What the features of a position are worth, fitted in games of these policies, and policies that judge by it."""

from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any, TypeVar

from opponents.policies.base import Policy, shares

WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "knotweed": {
        "cards": 0.0192,
        "few": 1.4421,
        "ranks": -0.1757,
        "free": 0.2064,
        "any": -0.4041,
        "few any": 3.2887,
        "out": 0.8381,
        "turn": -0.0208,
        "turn free": 0.1466,
        "turn out": 2.1663,
        "turn few": -1.0701,
    },
    "counterweight": {
        "cards": 0.0744,
        "lying": 0.01,
        "piles": 0.1187,
        "late cards": -0.0608,
        "late penalty": 0.0148,
        "late piles": -0.3559,
        "odd": -0.1038,
        "unplayable": -0.0382,
        "stuck": 0.0976,
        "late stuck": -0.2946,
        "couples": -0.0732,
        "near": 1.6124,
        "near couples": 1.0022,
        "near stuck": -0.4683,
        "no pile": 0.1292,
        "last card": -0.1591,
        "last two": 0.0671,
        "turn": 0.0097,
        "turn stuck": 0.0747,
        "turn couples": -0.0178,
        "turn near": 0.0475,
        "turn near couples": 0.3143,
        "turn near stuck": -0.9559,
        "turn last two": 7.1923,
    },
    "counter": {
        "held A": 0.1681,
        "held 2": 2.2303,
        "held 3": 0.3182,
        "held 4": -1.3741,
        "held 5": -0.4029,
        "held 6": -0.7192,
        "held 7": -0.2549,
        "held 8": 0.1824,
        "held 9": 0.1558,
        "held T": 0.8789,
        "held J": -1.1526,
        "held Q": 0.1921,
        "held K": -0.0365,
        "held trump A": 0.5969,
        "held trump 2": 1.649,
        "held trump 3": 0.8656,
        "held trump 4": -0.82,
        "held trump 5": 0.3491,
        "held trump 6": 0.0414,
        "held trump 7": 0.1953,
        "held trump 8": 0.8521,
        "held trump 9": 0.7915,
        "held trump T": 0.9661,
        "held trump J": -0.1551,
        "held trump Q": 0.8454,
        "held trump K": 0.7043,
        "held seats": -0.3986,
        "lead A": 0.3358,
        "lead 2": 0.7541,
        "lead 3": 0.3724,
        "lead 4": -1.9736,
        "lead 5": 0.1629,
        "lead 6": -0.1711,
        "lead 7": -0.0766,
        "lead 8": -0.0759,
        "lead 9": 0.4546,
        "lead T": 0.0873,
        "lead J": 0.0866,
        "lead Q": 0.2521,
        "lead K": -0.1315,
        "lead trump A": 1.0522,
        "lead trump 2": 0.9001,
        "lead trump 3": 1.3767,
        "lead trump 4": -0.893,
        "lead trump 5": 1.0954,
        "lead trump 6": 0.8218,
        "lead trump 7": 0.7245,
        "lead trump 8": 1.2957,
        "lead trump 9": 1.3887,
        "lead trump T": 1.3961,
        "lead trump J": 1.0836,
        "lead trump Q": 1.427,
        "lead trump K": 0.3304,
        "lead behind": -0.4125,
        "lead left": -0.1363,
        "win A": 1.0137,
        "win 2": 3.8271,
        "win 3": 1.3116,
        "win 4": 1.4373,
        "win 5": 0.7949,
        "win 6": 0.9756,
        "win 7": 1.1315,
        "win 8": 0.9865,
        "win 9": 1.1431,
        "win T": 1.7458,
        "win J": 0.8017,
        "win Q": 1.1224,
        "win K": 1.1369,
        "win trump A": 2.1344,
        "win trump 2": 2.49,
        "win trump 3": 2.242,
        "win trump 4": 2.5802,
        "win trump 5": 2.0252,
        "win trump 6": 1.7555,
        "win trump 7": 2.0683,
        "win trump 8": 2.2302,
        "win trump 9": 2.3543,
        "win trump T": 1.6129,
        "win trump J": 2.1119,
        "win trump Q": 2.2648,
        "win trump K": 2.203,
        "win behind": -0.6737,
        "win left": -0.1138,
    },
}


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
