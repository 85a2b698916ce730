from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from card_room import Room

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
    await room.house.clock.stop()
