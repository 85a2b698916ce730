"""Notices that the database file was deleted or replaced while the bot runs on it.

SQLite goes on writing to a deleted file, and all of that is lost when the bot stops
(https://www.sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
"""

from pathlib import Path

from db.errors import DatabaseError


class OpenedFile:
    """The file that was at ``path`` when the store was opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = self._identify()

    def check(self) -> None:
        """Raise ``DatabaseError`` unless it is still there."""
        if self._identify() != self._identity:
            raise DatabaseError(
                f"The database {self._path} was deleted, moved or replaced while the bot was running. Put it back, or "
                "stop the bot and restore a backup; until then nothing is stored."
            )

    def _identify(self) -> tuple[int, int] | None:
        """The device and the number of the file, which no other file has while it exists."""
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino
