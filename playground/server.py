"""Opens and closes the whole playground: the simulated server, SimCord Preview and a page for each member."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
from aiohttp import web

from playground.emojis import uploaded_emojis
from playground.guild import SimulatedServer, simulated_server
from playground.pages import CLOSING_SECONDS, MemberPage, PageResources
from playground.sequencer import Sequencer
from playground.settings import HOST, BuildBot, PlaygroundSettings, claim_ports


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
            server.env.preview(
                server.channel,
                viewers=list(server.members.values()),
                layout="channel",
                assets=emojis,
            )
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
