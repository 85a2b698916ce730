"""Makes independent copies of positions, field by field, and remembers what follows from something immutable."""

from collections.abc import Callable, Hashable
from functools import cache
from operator import attrgetter
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Cloneable:
    """Something mutable whose fields are its ``__slots__``.

    A field holds an immutable value, another ``Cloneable``, or a list, set or dictionary. The items of a list are
    either all immutable or all lists; those of sets and dictionaries are immutable.
    """

    __slots__ = ()

    def clone(self) -> Self:
        """An independent copy."""
        names, values_of = _fields(type(self))
        twin = object.__new__(type(self))
        for name, value in zip(names, values_of(self), strict=True):
            kind = type(value)
            if kind is list:
                value = _copied(value)
            elif kind is set or kind is dict:
                value = value.copy()
            elif isinstance(value, Cloneable):
                value = value.clone()
            setattr(twin, name, value)
        return twin


class Remembering:
    """Something immutable that remembers what follows from it, as long as it exists. It is not pickled."""

    def remembered(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` makes; it is called once for each key."""
        known: dict[Hashable, T] = self.__dict__.setdefault("_remembered", {})
        if key not in known:
            known[key] = make()
        return known[key]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_remembered"}


def _copied(values: list[Any]) -> list[Any]:
    if values and type(values[0]) is list:
        return [_copied(part) for part in values]
    return values[:]


@cache
def _fields(kind: type) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    """The names of all slots, and a function that reads them all at once."""
    names = tuple(name for base in kind.__mro__ for name in base.__dict__.get("__slots__", ()))
    if len(names) < 2:  # attrgetter returns a tuple only for two or more names
        return names, lambda part: tuple(getattr(part, name) for name in names)
    return names, attrgetter(*names)
