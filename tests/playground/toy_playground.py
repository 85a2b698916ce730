"""An open playground with the toy bot and clients for two of its pages."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
from page_client import PageClient
from toy_bot import ToyBot

from playground.server import Playground, open_playground
from playground.settings import ExternalWaits, PlaygroundSettings

FREE_PORTS = PlaygroundSettings(ports=(0, 0, 0))


@dataclass
class Toys:
    """Everything that a test works with."""

    bot: ToyBot
    playground: Playground
    session: aiohttp.ClientSession
    alice: PageClient
    bob: PageClient


@asynccontextmanager
async def toy_playground() -> AsyncIterator[Toys]:
    """Open a playground with alice's and bob's pages. (No fixture, because the same task must open and close it.)"""
    bots: list[ToyBot] = []

    def build(sleep: ExternalWaits) -> ToyBot:
        bots.append(ToyBot(sleep))
        return bots[-1]

    async with open_playground(build, FREE_PORTS) as playground, aiohttp.ClientSession() as session:
        pages = {name: PageClient(session, address) for name, address in playground.addresses.items()}
        await pages["alice"].open()
        await pages["bob"].open()
        yield Toys(bots[0], playground, session, pages["alice"], pages["bob"])


@asynccontextmanager
async def playground_with_table() -> AsyncIterator[Toys]:
    """The same, with the toy bot's table shown on both pages."""
    async with toy_playground() as toys:
        await toys.alice.slash("table")
        for page in (toys.alice, toys.bob):
            await page.until(lambda state: "Taps so far" in str(state["messages"]))
        yield toys
