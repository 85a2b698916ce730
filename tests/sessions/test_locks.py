import asyncio
from contextlib import suppress

import pytest
from card_room import Room

from sessions.locks import Locks


async def test_one_holder_at_a_time_in_the_order_of_asking():
    locks = Locks()
    order: list[tuple[str, int]] = []

    async def work(number: int) -> None:
        async with locks.hold("table"):
            order.append(("in", number))
            await asyncio.sleep(0)
            order.append(("out", number))

    await asyncio.gather(*(work(number) for number in range(10)))
    assert order == [(step, number) for number in range(10) for step in ("in", "out")]


async def test_keys_do_not_wait_for_each_other():
    locks = Locks()
    async with locks.hold(1), asyncio.timeout(30), locks.hold(2):
        assert len(locks) == 2
    assert len(locks) == 0


async def test_a_lock_lives_while_somebody_holds_it_or_waits_for_it():
    locks = Locks()
    entered = asyncio.Event()

    async def wait() -> None:
        async with locks.hold("table"):
            entered.set()

    async with locks.hold("table"):
        waiting = asyncio.create_task(wait())
        await asyncio.sleep(0)
        assert not entered.is_set()
        assert len(locks) == 1
    await waiting
    assert entered.is_set()
    assert len(locks) == 0


async def test_an_exception_frees_the_lock():
    locks = Locks()
    with pytest.raises(RuntimeError):
        async with locks.hold("table"):
            raise RuntimeError
    assert len(locks) == 0
    async with asyncio.timeout(30), locks.hold("table"):
        assert len(locks) == 1


async def test_who_stops_waiting_holds_up_nobody():
    locks = Locks()
    got: list[int] = []

    async def wait(number: int) -> None:
        async with locks.hold("table"):
            got.append(number)

    async with locks.hold("table"):
        waiting = [asyncio.create_task(wait(number)) for number in range(3)]
        await asyncio.sleep(0)
        waiting[1].cancel()
        with suppress(asyncio.CancelledError):
            await waiting[1]
        assert len(locks) == 1
    await asyncio.gather(waiting[0], waiting[2])
    assert got == [0, 2]
    assert len(locks) == 0


async def test_no_lock_is_left_over(room: Room):
    table = await room.finished()
    await room.some_moves(await room.started(), 3)
    assert table.rev > 10
    assert len(room.service._cache.locks) == 0
