"""The host's settings."""

import os
from collections.abc import Collection, Iterable
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, get_args

from dotenv import dotenv_values
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from db.cluster import EVERYTHING, Shards
from db.drivers.engine import database_url, is_file, resolved_address
from db.errors import DatabaseError
from operation.errors import PermanentFault
from sessions.clocks.heartbeat import alive_notes

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["console", "json"]

MOST_SHARDS = 100_000
"""More shards than any bot has."""
MOST_BACKUP_DAYS = 30
"""Members who have their data deleted expect it to be gone from backups then (``PRIVACY.md``)."""
FEWEST_MOVES_DAYS, MOST_MOVES_DAYS = 365, 36_500
"""How long games can be replayed at least, and at most if ever they are folded: a year, and a century."""
SIMILAR = 0.85
"""How much a name has to resemble that of a setting to be a misspelling, of 1 (``difflib``)."""
_RANGE = r"\s*\d{1,5}(\s*-\s*\d{1,5})?\s*"

*_LOWER, _HIGHEST = get_args(LogLevel)
_MEANINGS = {
    "LOG_LEVEL": f"{', '.join(_LOWER)} or {_HIGHEST}",
    "LOG_FORMAT": " or ".join(get_args(LogFormat)),
    "BANNED": "numbers of members and servers with commas between them",
    "BACKUP_DAYS": f"a whole number from 1 to {MOST_BACKUP_DAYS}",
    "KEEP_MOVES_DAYS": f"a whole number from {FEWEST_MOVES_DAYS} to {MOST_MOVES_DAYS}",
    "METRICS_PORT": "a number from 1 to 65535",
    "SHARD_IDS": "the numbers of shards, such as 0,1 or 0-3",
    "SHARD_COUNT": f"a whole number from 1 to {MOST_SHARDS}",
    "THINKERS": "the address of a Dask scheduler with TLS, such as tls://192.168.1.20:8786",
}
"""What these settings have to be."""


class SettingsError(PermanentFault):
    """Settings are invalid. The message has a line for each that says how to fix it."""


class Settings(BaseSettings):
    """The host's settings, from the environment or the file ``.env`` (see ``.env.example``)."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/cardroom.db"
    log_level: LogLevel = "INFO"
    log_format: LogFormat = "console"
    metrics_port: int | None = Field(None, ge=1, le=65535)
    metrics_host: str = "127.0.0.1"
    backup_days: int | None = Field(None, ge=1, le=MOST_BACKUP_DAYS)
    keep_moves_days: int | None = Field(None, ge=FEWEST_MOVES_DAYS, le=MOST_MOVES_DAYS)
    banned: str | None = Field(None, pattern=r"^\s*\d{1,20}\s*(,\s*\d{1,20}\s*)*$")
    sentry_dsn: SecretStr | None = None
    shard_ids: str | None = Field(None, pattern=f"^{_RANGE}(,{_RANGE})*$")
    shard_count: int | None = Field(None, ge=1, le=MOST_SHARDS)
    thinkers: str | None = Field(None, pattern=r"^tls://[^\s/:]+:\d{1,5}$")

    @property
    def keep_moves(self) -> timedelta | None:
        """How long the moves of finished games are kept; ``None``: for good."""
        return None if self.keep_moves_days is None else timedelta(days=self.keep_moves_days)

    @property
    def bans(self) -> frozenset[int]:
        """The ids of members and servers that the host turns away."""
        return frozenset() if self.banned is None else frozenset(map(int, self.banned.split(",")))

    @property
    def has_leases(self) -> bool:
        """Whether this process leases its shards; a bot on a file without ``SHARD_COUNT`` has a lock instead."""
        return self.shard_count is not None or not is_file(database_url(self.database_url))

    @property
    def alive_notes(self) -> Collection[str]:
        """The names of the notes that say when what this process serves was last connected."""
        return alive_notes(self.shards)

    @property
    def shards(self) -> Shards:
        """What this process serves. Without ``SHARD_COUNT``: everything, in as many shards as Discord advises."""
        if self.shard_count is None:
            return EVERYTHING
        ids = range(self.shard_count) if self.shard_ids is None else _numbers(self.shard_ids)
        return Shards(frozenset(ids), self.shard_count)


def read_settings(folder: Path) -> Settings:
    """The settings of a bot in ``folder``, where ``.env`` is and relative paths begin. Raises ``SettingsError``."""
    _require_known_names(folder / ".env")
    try:
        settings = Settings(_env_file=folder / ".env")  # type: ignore[call-arg]
    except ValidationError as error:
        names = [str(each["loc"][0]).upper() for each in error.errors()]
        raise SettingsError("\n".join(f"{name} must be {_MEANINGS.get(name, 'text')}." for name in names)) from None
    except UnicodeDecodeError:
        raise SettingsError("The file .env is not UTF-8 text. Save it again with that encoding.") from None
    except OSError as error:
        raise SettingsError(f"The file {error.filename} cannot be read: {error.strerror}.") from None
    try:
        address = resolved_address(settings.database_url, folder)
    except DatabaseError as error:
        raise SettingsError(f"DATABASE_URL must be the address of a database. {error}") from None
    _require_shards(settings)
    return settings.model_copy(update={"database_url": address})


def _require_known_names(file: Path) -> None:
    """Raise ``SettingsError`` for a misspelt setting, unless that is set as well: the bot would use the default."""
    given = {*os.environ, *_names_in(file)}
    known = [name.upper() for name in Settings.model_fields]
    misspelt = {
        name: nearest[0]
        for name in sorted(given.difference(known))
        if (nearest := get_close_matches(name.upper(), known, 1, SIMILAR)) and nearest[0] not in given
    }
    if misspelt:
        raise SettingsError(
            "\n".join(f"{name} is no setting. Did you mean {right}?" for name, right in misspelt.items())
        )


def _names_in(file: Path) -> Iterable[str]:
    try:
        return dotenv_values(file)
    except (OSError, UnicodeDecodeError):
        return ()  # who reads the settings says so


def _require_shards(settings: Settings) -> None:
    if settings.shard_ids is None:
        return
    if settings.shard_count is None:
        raise SettingsError("SHARD_IDS needs SHARD_COUNT: how many shards all processes have together.")
    ids = settings.shards.ids
    if not ids or max(ids) >= settings.shard_count:
        raise SettingsError(f"SHARD_IDS must be between 0 and {settings.shard_count - 1}, because of SHARD_COUNT.")


def _numbers(ranges: str) -> set[int]:
    """The numbers in a list such as "0-2, 5"."""
    numbers: set[int] = set()
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers
