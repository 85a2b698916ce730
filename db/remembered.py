"""What has been read from the store and is needed often: it stays in memory until somebody forgets it."""

from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

from cachetools import LRUCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

CAPACITY = 10_000
"""How many values of a kind stay in memory."""


class Remembered(Generic[K, V]):
    """Values by key, which ``read`` reads. Whoever has changed what is stored forgets it here afterwards."""

    def __init__(self, read: Callable[[K], Awaitable[V]]) -> None:
        self._read = read
        self._known: LRUCache[K, V] = LRUCache(CAPACITY)
        self._forgotten = 0

    async def get(self, key: K) -> V:
        """The value as it is stored."""
        if key in self._known:
            return self._known[key]
        forgotten = self._forgotten
        value = await self._read(key)
        if forgotten == self._forgotten:  # otherwise it may have changed while it was read
            self._known[key] = value
        return value

    def forget(self, key: K) -> None:
        """Read this value again when it is needed."""
        self._forgotten += 1
        self._known.pop(key, None)

    def forget_all(self, is_meant: Callable[[K], bool] = lambda _: True) -> None:
        """Read all values again, or those whose keys are meant."""
        self._forgotten += 1
        for key in list(filter(is_meant, self._known)):
            del self._known[key]
