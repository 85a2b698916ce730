"""Compiles functions by numba where it is installed; without it they do the same, a hundred times more slowly."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code. It is not kept for the next run, which would miss changes of what it calls."""
    if find_spec("numba") is None:
        return function
    numba: Any = import_module("numba")
    return numba.njit(fastmath=True)(function)


def compiled_with_helpers(function: F, *helpers: Callable[..., Any]) -> F:
    """A function that was written for Python, as machine code; ``helpers`` are those of its module that it calls."""
    if find_spec("numba") is None:
        return function
    _teach_bit_count()
    names: dict[str, Any] = {
        name: np.array(value, np.int64) if isinstance(value, tuple) else value
        for name, value in function.__globals__.items()
    }
    for helper in (*helpers, function):
        copy: Any = FunctionType(helper.__code__, names, helper.__name__)
        names[helper.__name__] = compiled(copy)
    return names[function.__name__]


@cache
def _teach_bit_count() -> None:
    """Numba does not know this method of integers."""
    extending: Any = import_module("numba.extending")
    types: Any = import_module("numba.types")

    @extending.overload_method(types.Integer, "bit_count")
    def bit_count(number: Any) -> Any:
        def counted(number: Any) -> Any:
            number -= (number >> 1) & 0x5555555555555555
            number = (number & 0x3333333333333333) + ((number >> 2) & 0x3333333333333333)
            number = (number + (number >> 4)) & 0x0F0F0F0F0F0F0F0F
            number += number >> 8
            number += number >> 16
            return (number + (number >> 32)) & 0x7F

        return counted
