"""The host's settings."""

from pathlib import Path
from typing import Literal, get_args

from pydantic import SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from db.engine import resolved_address
from db.errors import DatabaseError

PROJECT = Path(__file__).resolve().parent.parent
"""The folder of the bot, in which ``.env`` is and relative paths begin, whichever folder it is started in."""

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class SettingsError(Exception):
    """A setting is invalid. The message says how to mend it, with one line for each."""


class Settings(BaseSettings):
    """The host's settings, from the environment or the file ``.env`` (see ``.env.example``)."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/cardroom.db"
    log_level: LogLevel = "INFO"


def read_settings(folder: Path = PROJECT) -> Settings:
    """The settings of a bot in ``folder``. Raises ``SettingsError``."""
    try:
        settings = Settings(_env_file=folder / ".env")  # type: ignore[call-arg]
    except ValidationError as error:
        raise SettingsError("\n".join(_explained(str(each["loc"][0]).upper()) for each in error.errors())) from None
    except UnicodeDecodeError:
        raise SettingsError("The file .env is not UTF-8 text. Save it again with that encoding.") from None
    except OSError as error:
        raise SettingsError(f"The file {error.filename} cannot be read: {error.strerror}.") from None
    try:
        address = resolved_address(settings.database_url, folder)
    except DatabaseError as error:
        raise SettingsError(f"DATABASE_URL must be the address of a database. {error}") from None
    return settings.model_copy(update={"database_url": address})


def _explained(name: str) -> str:
    """What a setting must be."""
    if name == "LOG_LEVEL":
        *levels, last = get_args(LogLevel)
        return f"LOG_LEVEL must be {', '.join(levels)} or {last}."
    return f"{name} must be text."
