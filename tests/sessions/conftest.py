from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from card_room import Mind, Room, harmlessly

from db.store import Store


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'cardroom.db'}")
    yield store
    await store.close()


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    room = Room(store)
    yield room
    await room.service.close()


@pytest.fixture
def mind() -> Mind:
    return Mind(harmlessly)


@pytest.fixture
async def slow(store: Store, mind: Mind) -> AsyncIterator[Room]:
    """A room whose computers think only when ``mind`` lets them."""
    room = Room(store, compute=mind)
    yield room
    await room.service.close()
