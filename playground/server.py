"""Opens and closes the whole playground: the simulated server, SimCord Preview and a page for each member."""

import asyncio
import binascii
import contextlib
from base64 import b64decode
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import simcord
from aiohttp import web

from playground.guild import SimulatedServer, simulated_server
from playground.pages import CLOSING_SECONDS, MemberPage, PageResources
from playground.sequencer import Sequencer
from playground.settings import HOST, BuildBot, PlaygroundSettings, claim_ports

EMOJI_URL = "https://cdn.simcord.invalid/emojis/{id}.png"
"""Where SimCord Preview looks for the image of an emoji."""


def uploaded_emojis(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """The images of the application's emojis, from the requests that the bot has sent: file name and image by URL."""
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
    """An open playground; ``addresses`` are the URLs of the members' pages by name."""

    server: SimulatedServer
    addresses: dict[str, str]


@asynccontextmanager
async def open_playground(build_bot: BuildBot, settings: PlaygroundSettings) -> AsyncIterator[Playground]:
    """Open the playground. At the end, close the pages, the clock, the bot and the simulation, in this order.

    Raises ``PlaygroundError`` if a port cannot be used.
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
