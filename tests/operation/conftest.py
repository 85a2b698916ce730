from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.drivers.copies import address_of
from db.store import Store
from tests.databases import laid_out
from tests.sessions.card_room import Room


@pytest.fixture
def address(path: Path) -> str:
    return address_of(path)


@pytest.fixture
async def room(address: str) -> AsyncIterator[Room]:
    """A bot running on the database."""
    store = await Store.open(laid_out(address))
    room = Room(store)
    yield room
    await room.close()
    await store.close()
