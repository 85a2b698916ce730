"""One lock per key, kept only while somebody holds it or waits for it."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Locks:
    """Locks by key. ``async with locks.hold(key)`` orders everybody who asks for the same key."""

    def __init__(self) -> None:
        self._held: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """Wait for the lock of ``key``, hold it for the block, forget it after the last user."""
        lock, users = self._held.get(key, (None, 0))
        lock = lock or asyncio.Lock()
        self._held[key] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            _, users = self._held[key]
            if users == 1:
                del self._held[key]
            else:
                self._held[key] = (lock, users - 1)

    def __len__(self) -> int:
        return len(self._held)
