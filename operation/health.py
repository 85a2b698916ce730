"""Says whether the bot is running and connected: ``python -m operation.health`` exits with 0 if it is.

A container's health check runs this every few minutes, so it imports little and only reads one note.
"""

import sys
from datetime import UTC, datetime, timedelta

from db.errors import DatabaseError
from db.notes import read_note
from operation.settings import SettingsError, read_settings
from sessions.outages import ALIVE, HEARTBEAT

LONGEST_SILENCE = 3 * HEARTBEAT
"""How old the latest heartbeat of a bot may be that is well: one or two may come late."""


def silence(address: str) -> timedelta | None:
    """How long the bot on this database has not been running or connected; ``None`` if it has never been."""
    last = read_note(address, ALIVE)
    return None if last is None else datetime.now(UTC) - datetime.fromisoformat(last)


def main() -> int:
    """Print one line and return the exit status."""
    try:
        silent = silence(read_settings().database_url)
    except (DatabaseError, SettingsError) as error:
        print(error)
        return 1
    if silent is None or silent > LONGEST_SILENCE:
        print("The bot is not running, or it is cut off from Discord.")
        return 1
    print("The bot is running and connected.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
