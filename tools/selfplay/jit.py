"""Compiles functions by numba where it is installed; without it they do the same, a hundred times more slowly.

Among them are those for sets of cards in the bits of integers.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])


numba: Any = import_module("numba") if find_spec("numba") else None


def compiled(function: F) -> F:
    """The function as machine code. It is not kept for the next run, which would miss changes of what it calls."""
    return function if numba is None else numba.njit(fastmath=True)(function)


def bisect_right(bounds: Any, number: float) -> int:
    """How many bounds a number has reached."""
    found = 0
    for bound in bounds:
        found += number >= bound
    return found


def compiled_with_helpers(function: F) -> F:
    """A function that was written for Python, and the functions of its module that it calls, as machine code.

    Tuples of the module become arrays.
    """
    if numba is None:
        return function
    module = function.__globals__
    names: dict[str, Any] = {
        name: np.array(value) if isinstance(value, tuple) else value for name, value in module.items()
    }
    functions = [value for value in module.values() if isinstance(value, FunctionType)]
    own = [helper for helper in functions if helper.__module__ == function.__module__]
    for helper in (*own, bisect_right):
        copy: Any = FunctionType(helper.__code__, names, helper.__name__)
        names[helper.__name__] = compiled(copy)  # compiled when it is called first
    return names[function.__name__]


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


if numba is not None:

    @import_module("numba.extending").overload_method(import_module("numba.types").Integer, "bit_count")
    def _bit_count(cards: Any) -> Any:
        """Numba does not know this method of integers, which functions written for Python use."""

        def counted(cards: Any) -> Any:
            return size(cards)

        return counted
