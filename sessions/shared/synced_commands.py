"""Which commands Discord has been told about."""

from db.store import Store

_KEY = "commands"


class SyncedCommands:
    """Remembers the commands of the last sync, so that a start without changes needs none."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def fingerprint(self) -> str | None:
        """What identifies the commands of the last sync; ``None`` before the first."""
        return await self._store.notes.fetch_value(_KEY)

    async def note(self, fingerprint: str) -> None:
        """Store that these commands have been synced."""
        await self._store.notes.store_value(_KEY, fingerprint)
