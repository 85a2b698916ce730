"""What Discord has been told about the application, so that a start without changes tells it nothing."""

from enum import StrEnum

from db.store import Store


class Told(StrEnum):
    """What Discord is told. The values are stored, so they never change."""

    COMMANDS = "commands"
    EMOJIS = "emojis"


class Synced:
    """Remembers what identifies what Discord was told last."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def fingerprint(self, what: Told) -> str | None:
        """What identifies it; ``None`` before the first time."""
        return await self._store.notes.fetch_value(what)

    async def note(self, what: Told, fingerprint: str) -> None:
        """Store that Discord has been told this."""
        await self._store.notes.store_value(what, fingerprint)
