from collections.abc import AsyncIterator

import pytest
from card_room import PausableCompute, Room, compute_fallback

from db.store import Store


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    room = Room(store)
    yield room
    await room.service.close()


@pytest.fixture
def thinking() -> PausableCompute:
    return PausableCompute(compute_fallback)


@pytest.fixture
async def slow_room(store: Store, thinking: PausableCompute) -> AsyncIterator[Room]:
    """A room whose computers wait with their thoughts while ``thinking`` is paused."""
    room = Room(store, compute=thinking)
    yield room
    await room.service.close()
