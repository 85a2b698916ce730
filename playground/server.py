"""Opens and closes the whole playground, and runs it from its first line of output to Ctrl-C."""

import asyncio
import binascii
import contextlib
import logging
import signal
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import simcord
from aiohttp import web

from playground.guild import SimulatedServer, simulated_server
from playground.pages import CLOSING_SECONDS, MemberPage, PageResources
from playground.sequencer import Sequencer
from playground.settings import HOST, BuildBot, PlaygroundSettings, claim_ports, require_extra

EMOJI_URL = "https://cdn.simcord.invalid/emojis/{id}.png"
"""Where SimCord Preview looks for the image of an emoji."""


def uploaded_emojis(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """Find the images of the application's emojis among the requests that the bot has sent.

    Returns:
        File name and image by URL, the form in which ``env.preview`` expects its ``assets``.
    """
    images = {}
    for request in env.http_requests:
        if request.method == "POST" and request.path.endswith("/emojis") and isinstance(request.json, dict):
            images[request.json.get("name")] = _decode_data_url(str(request.json.get("image", "")))
    return {
        EMOJI_URL.format(id=emoji.id): (f"{emoji.name}.png", image)
        for emoji in env.backend.application_emojis.values()
        if (image := images.get(emoji.name))
    }


def _decode_data_url(url: str) -> bytes:
    """The content of a ``data:`` URL, which is how Discord receives images; empty if the URL is malformed."""
    try:
        return b64decode(url.partition(";base64,")[2])
    except binascii.Error:
        return b""


@dataclass(frozen=True)
class Playground:
    """An open playground.

    Attributes:
        server: the simulated server.
        addresses: the URL of each member's page by the member's name.
    """

    server: SimulatedServer
    addresses: dict[str, str]


@asynccontextmanager
async def open_playground(build_bot: BuildBot, settings: PlaygroundSettings) -> AsyncIterator[Playground]:
    """Open the playground. At the end, close the pages, the clock, the bot and the simulation, in this order.

    Raises:
        PlaygroundError: a port cannot be used.
    """
    async with AsyncExitStack() as stack:
        sockets = [stack.enter_context(contextlib.closing(sock)) for sock in claim_ports(settings.ports)]
        server = await stack.enter_async_context(simulated_server(build_bot, settings))
        emojis = uploaded_emojis(server.env)
        preview = await stack.enter_async_context(
            server.env.preview(server.channel, viewers=list(server.members.values()), layout="channel", assets=emojis)
        )
        sequencer = Sequencer(server.env, preview)
        await stack.enter_async_context(_in_background(sequencer.keep_time()))
        client = await stack.enter_async_context(aiohttp.ClientSession(auto_decompress=False))
        resources = PageResources(sequencer, client, dict(emojis.values()))
        addresses = {}
        for (name, member), sock in zip(server.members.items(), sockets, strict=True):
            page = MemberPage(name, member.id, resources)
            runner = web.AppRunner(page.application(), access_log=None, shutdown_timeout=CLOSING_SECONDS)
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            await web.SockSite(runner, sock).start()
            addresses[name] = f"http://{HOST}:{sock.getsockname()[1]}"
        yield Playground(server, addresses)


@asynccontextmanager
async def _in_background(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run a coroutine in the background and cancel it at the end of the block."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


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
    """Open the playground and keep it open until Ctrl-C or SIGTERM.

    Args:
        build_bot: builds a bot that has not been started; its argument is how the bot has to wait.
        settings: ports and names.
        announce: shows text to the person who opened the playground.

    Raises:
        PlaygroundError: the extra is missing or a port cannot be used.
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
