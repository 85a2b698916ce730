"""Sets of cards in the bits of integers."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from tools.selfplay.jit import compiled


@compiled
def size(cards: int) -> int:
    """How many cards a set has."""
    cards -= (cards >> 1) & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 0x7F


@compiled
def lowest(cards: int) -> int:
    """The lowest card of a set."""
    return size((cards & -cards) - 1)


@compiled
def one(card: int) -> Any:
    """The set of this card."""
    return np.int64(1) << card


def _teach_bit_count() -> None:
    """Numba does not know this method of integers, which functions written for Python use."""
    extending: Any = import_module("numba.extending")
    types: Any = import_module("numba.types")

    @extending.overload_method(types.Integer, "bit_count")
    def bit_count(cards: Any) -> Any:
        def counted(cards: Any) -> Any:
            return size(cards)

        return counted


if find_spec("numba") is not None:
    _teach_bit_count()
