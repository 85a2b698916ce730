"""What servers and members have chosen for themselves."""

from cachetools import LRUCache

from db.store import Store

CAPACITY = 10_000
"""How many settings stay in memory."""


class Settings:
    """Settings of servers and members, stored as small values by name."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: LRUCache[str, str | None] = LRUCache(CAPACITY)

    async def shows_pictures(self, *, server: int | None = None, member: int | None = None) -> bool:
        """Whether a server's tables, or a member's replays, have pictures: yes, unless they said no."""
        return await self.value(_pictures_key(server, member)) != "off"

    async def show_pictures(self, wanted: bool, *, server: int | None = None, member: int | None = None) -> None:
        """Choose whether a server's tables, or a member's replays, have pictures."""
        await self.keep(_pictures_key(server, member), "on" if wanted else "off")

    async def keep(self, key: str, value: str) -> None:
        """Store the value of a setting."""
        await self._store.store_value(key, value)
        self._known[key] = value

    async def value(self, key: str) -> str | None:
        """The value of a setting, ``None`` if nobody has chosen one."""
        if key not in self._known:
            self._known[key] = await self._store.fetch_value(key)
        return self._known[key]


def _pictures_key(server: int | None, member: int | None) -> str:
    return f"pictures: server {server}" if server is not None else f"pictures: member {member}"
