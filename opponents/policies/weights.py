"""What the features of a position are worth, fitted in games of these policies, and policies that judge by it."""

from collections.abc import Mapping, Sequence
from operator import mul
from typing import Any, TypeVar

from opponents.policies.base import Policy, shares

_SITUATIONS = ("held", "held trump", "lead", "lead trump", "win", "win trump")
_OF_CARDS = {
    "A": (0.1681, 0.5969, 0.3358, 1.0522, 1.0137, 2.1344),
    "2": (2.2303, 1.649, 0.7541, 0.9001, 3.8271, 2.49),
    "3": (0.3182, 0.8656, 0.3724, 1.3767, 1.3116, 2.242),
    "4": (-1.3741, -0.82, -1.9736, -0.893, 1.4373, 2.5802),
    "5": (-0.4029, 0.3491, 0.1629, 1.0954, 0.7949, 2.0252),
    "6": (-0.7192, 0.0414, -0.1711, 0.8218, 0.9756, 1.7555),
    "7": (-0.2549, 0.1953, -0.0766, 0.7245, 1.1315, 2.0683),
    "8": (0.1824, 0.8521, -0.0759, 1.2957, 0.9865, 2.2302),
    "9": (0.1558, 0.7915, 0.4546, 1.3887, 1.1431, 2.3543),
    "T": (0.8789, 0.9661, 0.0873, 1.3961, 1.7458, 1.6129),
    "J": (-1.1526, -0.1551, 0.0866, 1.0836, 0.8017, 2.1119),
    "Q": (0.1921, 0.8454, 0.2521, 1.427, 1.1224, 2.2648),
    "K": (-0.0365, 0.7043, -0.1315, 0.3304, 1.1369, 2.203),
}
"""What a card of each rank is worth in Counter in each of these situations."""

WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "knotweed": {
        "cards": 0.0192, "few": 1.4421, "ranks": -0.1757, "free": 0.2064, "any": -0.4041, "few any": 3.2887,
        "out": 0.8381, "turn": -0.0208, "turn free": 0.1466, "turn out": 2.1663, "turn few": -1.0701,
    },
    "counterweight": {
        "cards": 0.0744, "lying": 0.01, "piles": 0.1187, "late cards": -0.0608, "late penalty": 0.0148,
        "late piles": -0.3559, "odd": -0.1038, "unplayable": -0.0382, "stuck": 0.0976, "late stuck": -0.2946,
        "couples": -0.0732, "near": 1.6124, "near couples": 1.0022, "near stuck": -0.4683, "no pile": 0.1292,
        "last card": -0.1591, "last two": 0.0671, "turn": 0.0097, "turn stuck": 0.0747, "turn couples": -0.0178,
        "turn near": 0.0475, "turn near couples": 0.3143, "turn near stuck": -0.9559, "turn last two": 7.1923,
    },
    "counter": {
        **{
            f"{situation} {rank}": worth
            for rank, row in _OF_CARDS.items()
            for situation, worth in zip(_SITUATIONS, row, strict=True)
        },
        "held seats": -0.3986, "lead behind": -0.4125, "lead left": -0.1363, "win behind": -0.6737, "win left": -0.1138,
    },
}  # fmt: skip


A = TypeVar("A")


class ValuedPolicy(Policy[A]):
    """The odds of a seat's win grow by e for each point of its weighted sum."""

    key: str
    """The game, whose ``WEIGHTS`` are in the order of the features."""

    def __init__(self) -> None:
        self.weights = tuple(WEIGHTS[self.key].values())

    def features(self, state: Any, seat: int) -> Sequence[float]:
        """What matters in this deal for ``seat``, in the order of its weights."""
        raise NotImplementedError

    def ahead(self, state: Any, seat: int) -> float:
        """What the finished deals of a match are worth to ``seat``, in the same unit as the weighted sum."""
        raise NotImplementedError

    def standing(self, state: Any) -> tuple[float, ...]:
        """Judged by the features of all seats."""
        seats = range(state.seats)
        return shares(
            [self.ahead(state, seat) + sum(map(mul, self.weights, self.features(state, seat))) for seat in seats]
        )
