"""Where two documents differ, in words."""

from itertools import zip_longest
from typing import Any, NamedTuple

_NOTHING = object()
_LONGEST = 60
"""The most characters of a value to show."""


class Difference(NamedTuple):
    """A path, such as ``hands[1][3]``, and the value there in each of the documents."""

    path: str
    one: Any
    other: Any

    def __str__(self) -> str:
        return f"{self.path} is {_shown(self.one)} in one and {_shown(self.other)} in the other"

    @property
    def change(self) -> str:
        """The difference as a change from before to after."""
        return f"{self.path} was {_shown(self.one)} and is now {_shown(self.other)}"


def first_difference(one: Any, other: Any, path: str = "") -> Difference | None:
    """The first place where the documents differ; ``None`` if they are equal."""
    if one == other:
        return None
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *other]:
            found = first_difference(one.get(key, _NOTHING), other.get(key, _NOTHING), f"{path}.{key}" if path else key)
            if found is not None:
                return found
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, parts in enumerate(zip_longest(one, other)):
            found = first_difference(*parts, f"{path}[{place}]")
            if found is not None:
                return found
    return Difference(path or "the whole", one, other)


def who(seat: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if seat is None else f"seat {seat}"


def _shown(value: Any) -> str:
    if value is _NOTHING:
        return "missing"
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
