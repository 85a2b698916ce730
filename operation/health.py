"""Says whether the bot is connected: ``python -m operation.health``. Containers ask often, so it imports little."""

import sys
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from db.errors import DatabaseError
from db.hosting import read_note
from operation.settings import SettingsError, read_settings
from sessions.clocks.heartbeat import ALIVE, HEARTBEAT

WELL = "The bot is running and connected."
LONGEST_SILENCE = 3 * HEARTBEAT
"""How old the latest heartbeat of a healthy bot may be: one or two may come late."""


def silence(address: str, names: Collection[str] = (ALIVE,)) -> timedelta | None:
    """For how long a part of what these notes are about has been cut off; ``None`` if it has never been connected."""
    return longest_silence([read_note(address, name) for name in names])


def longest_silence(heartbeats: Sequence[str | None]) -> timedelta | None:
    """How long ago the oldest of these stored heartbeats was; ``None`` if one is missing."""
    known = [datetime.fromisoformat(at) for at in heartbeats if at is not None]
    return datetime.now(UTC) - min(known) if len(known) == len(heartbeats) else None


def is_well(silent: timedelta | None) -> bool:
    """Whether a bot after this silence counts as running and connected."""
    return silent is not None and silent <= LONGEST_SILENCE


def main() -> int:
    """Print one line and return the exit status."""
    try:
        settings = read_settings(Path.cwd())
        silent = silence(settings.database_url, settings.alive_notes)
    except (DatabaseError, SettingsError) as error:
        print(error)
        return 1
    if not is_well(silent):
        print("The bot is not running, or it is cut off from Discord.")
        return 1
    print(WELL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
