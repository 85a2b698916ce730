"""Compiles functions by numba where it is installed; without it they do the same, a hundred times more slowly."""

from collections.abc import Callable
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
    """A function that was written for Python, as machine code.

    ``helpers`` are the functions of its module that it calls, each after those that it calls itself. Tuples of the
    module become arrays.
    """
    if find_spec("numba") is None:
        return function
    names: dict[str, Any] = {
        name: np.array(value, np.int64) if isinstance(value, tuple) else value
        for name, value in function.__globals__.items()
    }
    for helper in (*helpers, function):
        copy: Any = FunctionType(helper.__code__, names, helper.__name__)
        names[helper.__name__] = compiled(copy)
    return names[function.__name__]
