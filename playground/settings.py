"""The settings of the playground, and the checks that it can open."""

from __future__ import annotations

import errno
import importlib.util
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

import discord

HOST = "127.0.0.1"
"""Only this computer can reach the pages."""

PORT = 8765
"""The first of the ports, unless another is chosen."""
LAST_PORT = 65_535

ENGLISH = "en-US"
"""Discord's code for the language in which the bot is written."""

LANGUAGES = (ENGLISH, "de", "es-ES", "fr")
"""The bot's languages, by their Discord codes."""

EXTRA_MODULES = ("simcord", "aiohttp", "av", "linkify_it", "markdown_it", "PIL", "regex")
"""What ``simcord[preview]`` installs and needs at run time."""

T = TypeVar("T")


class ExternalWaits(Protocol):
    """Waits during which the simulated Discord considers the bot idle, so that it goes on answering clicks."""

    async def __call__(self, seconds: float) -> None:
        """Sleep. The bot uses this in place of ``asyncio.sleep``."""

    async def run(self, work: Awaitable[T]) -> T:
        """Await work that another process does, such as the thinking of a computer player."""
        ...


BuildBot = Callable[[ExternalWaits], discord.AutoShardedClient]
"""Builds a bot that has not been started and that waits only in the given way."""


class PlaygroundError(Exception):
    """The playground cannot open. The message is one line for the person who started it."""


@dataclass(frozen=True)
class PlaygroundSettings:
    """The simulated server and its pages.

    ``ports`` are those of the ``members``' pages; 0 stands for any free one. The first member owns the server. Its only
    text channel is ``channel``. ``language`` is the locale of the server and of everybody's Discord.
    """

    ports: tuple[int, ...] = (PORT, PORT + 1, PORT + 2)
    members: tuple[str, ...] = ("alice", "bob", "carol")
    server: str = "Cardroom playground"
    channel: str = "card-table"
    language: str = ENGLISH

    def __post_init__(self) -> None:
        if len(self.ports) != len(self.members):
            raise PlaygroundError(f"The playground needs {len(self.members)} ports, one for each member.")

    @classmethod
    def starting_at(cls, port: int, language: str = ENGLISH) -> PlaygroundSettings:
        """The usual members on ``port`` and those that follow; ``PlaygroundError`` if one is no valid port number."""
        members = len(cls.members)
        if not 1 <= port <= LAST_PORT - members + 1:
            raise PlaygroundError(f"--port must be between 1 and {LAST_PORT - members + 1}, not {port}.")
        return cls(ports=tuple(range(port, port + members)), language=language)


def is_installed() -> bool:
    """Whether the optional extra is there."""
    return not _missing()


def require_extra() -> None:
    """Raise ``PlaygroundError`` if part of the optional extra is missing."""
    if missing := _missing():
        raise PlaygroundError(
            f'The playground is not installed: pip install ".[playground]" (missing: {", ".join(missing)}).'
        )


def _missing() -> list[str]:
    return [name for name in EXTRA_MODULES if importlib.util.find_spec(name) is None]


def require_playable(settings: PlaygroundSettings) -> None:
    """Raise ``PlaygroundError`` if the extra is missing or a port cannot be used now."""
    require_extra()
    for sock in claim_ports(settings.ports):
        sock.close()


def claim_ports(ports: Sequence[int]) -> list[socket.socket]:
    """Listen on all ports, before anything else is started; the caller closes the sockets.

    Raises ``PlaygroundError`` if a port is in use or not allowed; then no socket is left open.
    """
    claimed: list[socket.socket] = []
    for port in ports:
        try:
            claimed.append(socket.create_server((HOST, port)))
        except (OSError, OverflowError) as error:
            for sock in claimed:
                sock.close()
            raise PlaygroundError(
                f"{_port_problem(port, error)} Choose other ports with --port: --port 9000 uses 9000, 9001 and 9002."
            ) from error
    return claimed


def _port_problem(port: int, error: OSError | OverflowError) -> str:
    """Why a port cannot be used."""
    if isinstance(error, OverflowError):
        return f"Port {port} does not exist; the highest is {LAST_PORT}."
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is already in use."
    return f"Port {port} cannot be used ({os.strerror(error.errno or 0)})."
