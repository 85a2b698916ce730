from collections.abc import AsyncIterator

import pytest
from card_room import PausableCompute, Room, compute_fallback
from two_processes import process

from db.records import TableRecord
from db.store import Store
from sessions.computers import players
from sessions.playing import lobby


@pytest.fixture
async def room(store: Store) -> AsyncIterator[Room]:
    room = Room(store)
    yield room
    await room.close()


@pytest.fixture
async def table(room: Room) -> TableRecord:
    """A game of 3 Piles that has just been dealt to Anna, who begins, and Ben."""
    return await room.started()


@pytest.fixture
async def finished(room: Room) -> TableRecord:
    """A game of theirs that Anna has won."""
    return await room.finished()


@pytest.fixture(autouse=True)
def many_tables(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One member may host as many tables as a test needs, unless it is about that limit (``hosts_few``)."""
    if "hosts_few" not in request.keywords:
        monkeypatch.setattr(lobby, "MOST_HOSTED", 1000)


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all members get the same replies, computers think for a number of simulations; here it is a small one."""
    monkeypatch.setattr(players, "SIMULATIONS", 2)


@pytest.fixture
def thinking() -> PausableCompute:
    return PausableCompute(compute_fallback)


@pytest.fixture
async def slow_room(store: Store, thinking: PausableCompute) -> AsyncIterator[Room]:
    """A room whose computers wait with their thoughts while ``thinking`` is paused."""
    room = Room(store, compute=thinking)
    yield room
    await room.close()


@pytest.fixture
async def here(url: str) -> AsyncIterator[Room]:
    """The process of shard 0."""
    async with process(url, 0) as room:
        yield room


@pytest.fixture
async def there(url: str) -> AsyncIterator[Room]:
    """The process of shard 1."""
    async with process(url, 1) as room:
        yield room
