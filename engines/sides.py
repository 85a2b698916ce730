"""Who wins together: the sides of a game, each a group of seats.

>>> partners(((0, 2), (1, 3)), 2)
(0,)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

Sides: TypeAlias = tuple[tuple[int, ...], ...]
"""Every seat once, with those who win and lose together in one group."""


@cache
def alone(seats: int) -> Sides:
    """The sides of a game in which everybody plays for themselves.

    >>> alone(3)
    ((0,), (1,), (2,))
    """
    return tuple((seat,) for seat in range(seats))


def partners(sides: Sides, seat: int) -> tuple[int, ...]:
    """The others on the side of a seat."""
    return tuple(other for side in sides if seat in side for other in side if other != seat)


def have_partners(sides: Sides) -> bool:
    """Whether anybody has a partner."""
    return any(len(side) > 1 for side in sides)


def win_shares(winners: Sequence[int], sides: Sides) -> tuple[float, ...]:
    """What a win is worth to each seat: the winning sides share it, and each member has the share of the side.

    >>> win_shares((0, 2), ((0, 2), (1, 3))), win_shares((0, 2), alone(4))
    ((1.0, 0.0, 1.0, 0.0), (0.5, 0.0, 0.5, 0.0))
    """
    winning = [side for side in sides if side[0] in winners]
    shares = [0.0] * sum(map(len, sides))
    for side in winning:
        for seat in side:
            shares[seat] = 1 / len(winning)
    return tuple(shares)
