"""What the playground is made of, and what has to be true before it can open."""

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
"""The pages are for this computer only."""

LAST_PORT = 65_535

EXTRA_MODULES = ("simcord", "aiohttp", "av", "linkify_it", "markdown_it", "PIL", "regex")
"""What ``simcord[preview]`` installs and needs at run time."""

T = TypeVar("T")


class Outside(Protocol):
    """What the simulated Discord does not wait for before it answers a click."""

    async def __call__(self, seconds: float) -> None:
        """Wait: what the bot has to use wherever it would call ``asyncio.sleep``."""

    async def elsewhere(self, work: Awaitable[T]) -> T:
        """Await work that is done elsewhere, such as the thinking of a computer player."""
        ...


BuildBot = Callable[[Outside], discord.AutoShardedClient]
"""Makes a fresh bot that has not been started and that waits, and has work done, by what it is given."""


class PlaygroundError(Exception):
    """The playground cannot open. The message is one line for the person who started it."""


@dataclass(frozen=True)
class PlaygroundSettings:
    """The simulated server and its pages.

    Attributes:
        ports: one port of this computer for the page of each member; 0 takes any free one.
        members: the names of the members, as many as there are ports. The first one owns the server.
        server: the name of the server.
        channel: the name of its only text channel.
    """

    ports: tuple[int, ...] = (8765, 8766, 8767)
    members: tuple[str, ...] = ("alice", "bob", "carol")
    server: str = "Cardroom playground"
    channel: str = "card-table"

    def __post_init__(self) -> None:
        if len(self.ports) != len(self.members):
            raise PlaygroundError(f"The playground needs {len(self.members)} ports, one for each member.")

    @classmethod
    def starting_at(cls, port: int) -> PlaygroundSettings:
        """The usual members on ``port`` and the ports after it.

        Raises:
            PlaygroundError: not all of these are port numbers.
        """
        members = len(cls.members)
        if not 1 <= port <= LAST_PORT - members + 1:
            raise PlaygroundError(f"--port must be between 1 and {LAST_PORT - members + 1}, not {port}.")
        return cls(ports=tuple(range(port, port + members)))


def require_extra() -> None:
    """Check that the optional extra is installed.

    Raises:
        PlaygroundError: it is not, or not all of it.
    """
    missing = [name for name in EXTRA_MODULES if importlib.util.find_spec(name) is None]
    if missing:
        raise PlaygroundError(
            f'The playground needs its extra: pip install ".[playground]" (not found: {", ".join(missing)}).'
        )


def require_playable(settings: PlaygroundSettings) -> None:
    """Check beforehand that the playground could open now.

    Raises:
        PlaygroundError: the extra is missing or a port cannot be used.
    """
    require_extra()
    for sock in claim_ports(settings.ports):
        sock.close()


def claim_ports(ports: Sequence[int]) -> list[socket.socket]:
    """Listen on all ports at once, before anything else is started.

    Returns:
        One listening socket for each port; the caller closes them.

    Raises:
        PlaygroundError: a port is taken or not allowed. No socket is left open.
    """
    claimed: list[socket.socket] = []
    for port in ports:
        try:
            claimed.append(socket.create_server((HOST, port)))
        except (OSError, OverflowError) as problem:
            for sock in claimed:
                sock.close()
            raise PlaygroundError(
                f"Port {port} {_why_not(problem)}. Choose others with --port: --port 9000 takes 9000, 9001 and 9002."
            ) from problem
    return claimed


def _why_not(problem: OSError | OverflowError) -> str:
    """Why a port cannot be used, to go on a sentence that begins with the port."""
    if isinstance(problem, OverflowError):
        return f"does not exist (the highest is {LAST_PORT})"
    if problem.errno == errno.EADDRINUSE:
        return "is already in use"
    return f"cannot be used ({os.strerror(problem.errno or 0)})"
