"""Runs the playground from its first line of output to Ctrl-C. ``bot.py`` starts it here."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Iterator, Mapping

from playground.settings import BuildBot, PlaygroundSettings, require_extra

FIRST_STEPS = """\
First steps:
  1. On {0}'s page, send /play in #{channel} and choose a game.
  2. On {1}'s page, tap Join, then Start.
  3. On the page of the player whose turn it is, tap My hand.
Ctrl-C closes the playground. Your games are kept for the next run; --fresh deletes them."""


def welcome(settings: PlaygroundSettings, addresses: Mapping[str, str]) -> str:
    """What you read when the playground has opened: the addresses of the pages and three first steps."""
    width = max(map(len, addresses))
    pages = "\n".join(f"  {name:<{width}}  {address}" for name, address in addresses.items())
    steps = FIRST_STEPS.format(*settings.members, channel=settings.channel)
    return f"The playground is open. Nothing leaves this computer. Pages:\n{pages}\n{steps}"


async def run_playground(
    build_bot: BuildBot, settings: PlaygroundSettings, announce: Callable[[str], None] = print
) -> None:
    """Open the playground and keep it open until Ctrl-C or SIGTERM; ``announce`` shows text to whoever opened it.

    Raises ``PlaygroundError`` if the extra is missing or a port cannot be used.
    """
    require_extra()
    with _errors_only("discord"):
        # Imported here because it needs the extra. SimCord runs a bot on import, which makes discord.py log warnings.
        from playground.server import open_playground

    with _stop_signals() as stop:
        async with open_playground(build_bot, settings) as playground:
            announce(welcome(settings, playground.addresses))
            await stop.wait()
            announce("Closing the playground.")


@contextlib.contextmanager
def _errors_only(name: str) -> Iterator[None]:
    """Silence a logger's warnings for the length of the block."""
    logger = logging.getLogger(name)
    level = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(level)


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
