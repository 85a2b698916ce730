"""Locks by key: one holder at a time, and no lock outlives its last user."""

import asyncio
from contextlib import suppress

import pytest
from card_room import Room

from db.records import TableRecord
from sessions.tables.cache import TableCache


@pytest.fixture
def cache(room: Room) -> TableCache:
    return room.service._cache


def count(cache: TableCache) -> int:
    return len(cache._locks)


async def test_one_holder_at_a_time_in_the_order_of_asking(cache: TableCache):
    order: list[tuple[str, int]] = []

    async def work(number: int) -> None:
        async with cache.lock("table"):
            order.append(("in", number))
            await asyncio.sleep(0)
            order.append(("out", number))

    await asyncio.gather(*(work(number) for number in range(10)))
    assert order == [(step, number) for number in range(10) for step in ("in", "out")]


async def test_keys_do_not_wait_for_each_other(cache: TableCache):
    async with cache.lock(1), asyncio.timeout(30), cache.lock(2):
        assert count(cache) == 2
    assert count(cache) == 0


async def test_a_lock_lives_while_somebody_holds_it_or_waits_for_it(cache: TableCache):
    entered = asyncio.Event()

    async def wait() -> None:
        async with cache.lock("table"):
            entered.set()

    async with cache.lock("table"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        assert not entered.is_set()
        assert count(cache) == 1
    await waiting
    assert entered.is_set()
    assert count(cache) == 0


async def test_an_exception_releases_the_lock(cache: TableCache):
    with pytest.raises(RuntimeError):
        async with cache.lock("table"):
            raise RuntimeError
    assert count(cache) == 0
    async with asyncio.timeout(30), cache.lock("table"):
        assert count(cache) == 1


async def test_a_waiter_that_is_cancelled_blocks_nobody(cache: TableCache):
    got: list[int] = []

    async def wait(number: int) -> None:
        async with cache.lock("table"):
            got.append(number)

    async with cache.lock("table"):
        waiting = [asyncio.create_task(wait(number)) for number in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        with suppress(asyncio.CancelledError):
            await waiting[1]
        assert count(cache) == 1
    await asyncio.gather(waiting[0], waiting[2])
    assert got == [0, 2]
    assert count(cache) == 0


async def test_no_lock_is_left_over(room: Room, finished: TableRecord, cache: TableCache):
    await room.some_moves(await room.started(), 3)
    assert finished.rev > 10
    assert count(cache) == 0
