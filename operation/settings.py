"""The host's settings."""

from typing import Literal

from pydantic import SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


class SettingsError(Exception):
    """A setting is invalid. The message says how to mend it, with one line for each."""


class Settings(BaseSettings):
    """The host's settings, from the environment or the file ``.env`` (see ``.env.example``)."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/cardroom.db"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"


def read_settings() -> Settings:
    """The settings. Raises ``SettingsError``."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise SettingsError(f"The setting {name} is invalid. {first['msg']}.") from None
    except UnicodeDecodeError:
        raise SettingsError("The file .env is not UTF-8 text. Save it again with that encoding.") from None
