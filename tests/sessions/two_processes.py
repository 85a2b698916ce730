"""Two processes of the bot on one database, each of which serves one of two shards."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from card_room import Room

from db.cluster import Shards
from db.store import Store
from tests.databases import laid_out


@asynccontextmanager
async def process(url: str, *shards: int) -> AsyncIterator[Room]:
    """A process that serves these shards until the block ends."""
    room = Room(await Store.open(laid_out(url), Shards(frozenset(shards), 2)))
    yield room
    await room.service.close()
    await room.store.close()
