"""Start Cardroom: on Discord if there is a token, else in the local playground."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import aiohttp
import discord
from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from cogs.client import Cardroom
from db.store import DatabaseError, Store
from playground.launch import run_playground
from playground.settings import Outside, PlaygroundError, PlaygroundSettings, require_playable
from sessions.workers import Workers

PLAYGROUND_DATABASE = Path("data/playground.db")
UNREACHABLE = (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError, ConnectionError, TimeoutError)
OWN_PACKAGES = ("cogs", "db", "engines", "opponents", "playground", "sessions")


class Settings(BaseSettings):
    """What the host sets, in the environment or in a file ``.env`` (see ``.env.example``)."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: str = Field(default="sqlite+aiosqlite:///data/cardroom.db")
    log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")


class StartError(Exception):
    """Why the bot cannot start, in one line for whoever started it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run until interrupted; the exit status."""
    options = _parse(arguments)
    try:
        settings = _settings()
        _set_up_logging(logging.getLevelName(settings.log_level))
        if settings.discord_token is not None:
            asyncio.run(_connect(settings, settings.discord_token.get_secret_value()))
        else:
            asyncio.run(_open_playground(options.port, options.fresh))
    except (StartError, DatabaseError, PlaygroundError) as error:
        print(f"Cardroom cannot start: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bot.py", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="playground: forget all former games")
    parser.add_argument(
        "--port", type=int, default=8765, help="playground: the first of three ports, one page each (default 8765)"
    )
    return parser.parse_args(arguments)


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]).upper()
        raise StartError(f"the setting {name} is not usable: {first['msg']}") from None
    except UnicodeDecodeError:
        raise StartError("the file .env is not text in UTF-8; save it anew in that encoding") from None


def _set_up_logging(level: int) -> None:
    """Log to the screen.

    ``DEBUG`` is for our own packages only: the libraries would write down tokens of interactions and hidden cards.
    """
    discord.utils.setup_logging(level=max(level, logging.INFO))
    for name in OWN_PACKAGES:
        logging.getLogger(name).setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)


async def _connect(settings: Settings, token: str) -> None:
    """Connect to Discord and stay connected."""
    store = await Store.open(settings.database_url)
    bot = Cardroom(store, draw_cards=True)
    async with bot:
        try:
            await bot.start(token)
        except discord.LoginFailure:
            raise StartError(
                "Discord refused the token in DISCORD_TOKEN; copy it again from the developer portal"
            ) from None
        except discord.ConnectionClosed as error:
            # It comes this far only for reasons that connecting again cannot mend, such as a renewed token.
            raise StartError(f"Discord has closed the connection for good ({error})") from None
        except UNREACHABLE as error:
            raise StartError(f"Discord cannot be reached ({str(error) or type(error).__name__})") from None


async def _open_playground(first_port: int, fresh: bool) -> None:
    """Open the simulated server, with a database file of its own."""
    settings = PlaygroundSettings.starting_at(first_port)
    # Before anything is forgotten: the ports are taken if a playground with these games is open already.
    require_playable(settings)
    if fresh:
        _forget_playground()
    store, workers = await Store.open(f"sqlite+aiosqlite:///{PLAYGROUND_DATABASE}"), Workers()

    def build_bot(outside: Outside) -> Cardroom:
        async def compute(function: Callable[..., Any], *arguments: Any) -> Any:
            return await outside.elsewhere(workers(function, *arguments))

        return Cardroom(store, sleep=outside, compute=compute, draw_cards=True)

    try:
        await run_playground(build_bot, settings)
    finally:
        await workers.close()
        await store.close()


def _forget_playground() -> None:
    for file in PLAYGROUND_DATABASE.parent.glob(PLAYGROUND_DATABASE.name + "*"):
        try:
            file.unlink()
        except OSError as error:
            raise StartError(f"{file} cannot be removed ({error.strerror})") from None


def spare_imports() -> None:
    """Leave what is imported out of all garbage collections to come.

    It stays for good anyway, and there is so much of it that looking through it stops the event loop, and with it
    every answer, for about a tenth of a second again and again.
    """
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    spare_imports()
    sys.exit(main())
