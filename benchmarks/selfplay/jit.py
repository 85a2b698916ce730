"""Compiles functions by numba where it is installed; without it they do the same, a hundred times more slowly."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code."""
    if find_spec("numba") is None:
        return function
    numba: Any = import_module("numba")
    return numba.njit(cache=True, fastmath=True)(function)
