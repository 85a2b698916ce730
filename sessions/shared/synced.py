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
        self.fingerprint, self.note = store.notes.fetch_value, store.notes.store_value
