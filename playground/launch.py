"""The playground from the first line on the screen to Ctrl-C; the one door that ``bot.py`` uses."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Iterator, Mapping

from playground.settings import BuildBot, PlaygroundSettings, require_extra

FIRST_STEPS = """\
First steps:
  1. On the page of {0}, send /play in #{channel} and choose a game.
  2. Press Join on the page of {1}, and then Start.
  3. Press My hand on the page of the player whose turn it is.
Ctrl-C closes the playground. It is kept for the next run; --fresh starts anew."""


def welcome(settings: PlaygroundSettings, addresses: Mapping[str, str]) -> str:
    """What the person who opened the playground reads: the addresses and three first steps."""
    width = max(map(len, addresses))
    pages = "\n".join(f"  {name:<{width}}  {address}" for name, address in addresses.items())
    steps = FIRST_STEPS.format(*settings.members, channel=settings.channel)
    return f"The playground is open. Nothing leaves this computer. Pages:\n{pages}\n{steps}"


async def run_playground(
    build_bot: BuildBot, settings: PlaygroundSettings, announce: Callable[[str], None] = print
) -> None:
    """Open the playground and keep it open until Ctrl-C or SIGTERM.

    Args:
        build_bot: makes a bot that has not been started; it is given the function to wait with.
        settings: ports and names.
        announce: shows lines to the person who opened it.

    Raises:
        PlaygroundError: the extra is missing or a port cannot be used.
    """
    require_extra()
    with _without_warnings("discord"):
        # Only now, because it needs the extra. SimCord tries out a bot when it is imported, and discord.py warns of it.
        from playground.server import open_playground

    with _stop_signals() as stop:
        async with open_playground(build_bot, settings) as playground:
            announce(welcome(settings, playground.addresses))
            await stop.wait()
            announce("Closing the playground.")


@contextlib.contextmanager
def _without_warnings(name: str) -> Iterator[None]:
    """Let a logger report errors only."""
    named = logging.getLogger(name)
    level = named.level
    named.setLevel(logging.ERROR)
    try:
        yield
    finally:
        named.setLevel(level)


@contextlib.contextmanager
def _stop_signals() -> Iterator[asyncio.Event]:
    """An event that Ctrl-C and SIGTERM set. A second Ctrl-C interrupts as usual."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    signals = (signal.SIGINT, signal.SIGTERM)

    def restore() -> None:
        for number in signals:
            loop.remove_signal_handler(number)

    def on_signal() -> None:
        stop.set()
        restore()

    try:
        for number in signals:
            loop.add_signal_handler(number, on_signal)
    except NotImplementedError:  # Windows: Ctrl-C cancels the task that runs the playground, which closes it as well
        yield stop
        return
    try:
        yield stop
    finally:
        restore()
