"""Each shard is served by only one process."""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from db.cluster import LeaseLost, Shards, Term, is_known_to_have_ended, is_known_to_run, process_here, this_process
from db.store import DatabaseError, Store
from operation import shard_leases
from operation.errors import OperationError
from operation.shard_leases import LEASE, RENEW_EVERY, ShardLeases
from tests.databases import laid_out

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells when a process began")


class Time:
    """A clock that advances when the leases sleep."""

    def __init__(self) -> None:
        self.now = NOON
        self.on_sleep = self.nothing

    async def nothing(self) -> None: ...

    async def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        await self.on_sleep()
        await asyncio.sleep(0)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    store = await Store.open(laid_out(address))
    yield store
    await store.close()


def leases(store: Store, time: Time, *ids: int, count: int = 2, host: str = "") -> ShardLeases:
    """The leases of a process, on another host if one is named."""
    store.shards = Shards(frozenset(ids), count)
    store.term = Term(store.database)
    store.database.guard = None
    made = ShardLeases(store, time.sleep, lambda: time.now)
    if host:
        made._holder = replace(made._holder, host=host, machine=host)
    return made


async def test_disjoint_shards_are_served_together(store: Store, time: Time) -> None:
    await leases(store, time, 0).take()
    await leases(store, time, 1, host="anna").take()
    assert [(lease.shard, lease.until) for lease in await store.cluster.leases()] == [
        (0, NOON + LEASE),
        (1, NOON + LEASE),
    ]


@linux
async def test_a_shard_is_served_once(store: Store, time: Time) -> None:
    first = leases(store, time, 0, 1, count=3)
    await first.take()
    with pytest.raises(OperationError, match=rf"Shard 1 of 3 is already served by process {os.getpid()} on .*IDS\."):
        await leases(store, time, 1, 2, count=3).take()
    with pytest.raises(OperationError, match="SHARD_COUNT must be the same for all processes"):
        await leases(store, time, 3, count=4).take()
    assert time.now == NOON, "nobody waits for a process that is known to run"
    assert len(await store.cluster.leases()) == 2
    await first.release()
    await leases(store, time, 3, count=4).take()


async def test_a_process_is_refused_once_another_host_shows_signs_of_life(store: Store, time: Time) -> None:
    there = leases(store, time, 0, host="anna")
    await there.take()

    async def renew() -> None:
        if time.now == NOON + RENEW_EVERY:
            await there._term.renew()

    time.on_sleep = renew
    with pytest.raises(OperationError, match=r"Shard 0 of 2 is already served by process \d+ on anna\."):
        await leases(store, time, 0).take()


async def test_the_shards_of_a_dead_host_are_free_when_the_lease_expires(store: Store, time: Time) -> None:
    await leases(store, time, 0, host="anna").take()
    await leases(store, time, 0).take()
    assert NOON + LEASE <= time.now < NOON + LEASE + timedelta(seconds=2)


def waiting_process() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)


@linux
async def test_the_shards_of_a_killed_process_are_free_at_once(store: Store, time: Time) -> None:
    process = waiting_process()
    holder = process_here(process.pid)
    assert is_known_to_run(holder)
    assert not is_known_to_have_ended(holder)
    await store.cluster.take(Shards(frozenset({0}), 2), holder, NOON + LEASE, lambda _: False)
    process.kill()
    process.wait()
    assert is_known_to_have_ended(holder)
    await leases(store, time, 0).take()
    assert time.now == NOON


async def test_a_later_process_with_the_same_pid_is_a_different_one(store: Store) -> None:
    holder = replace(this_process(), began="1")
    assert not is_known_to_run(holder)
    elsewhere = replace(this_process(), machine="anna")
    assert not is_known_to_have_ended(elsewhere)
    assert not is_known_to_run(elsewhere)


async def test_two_processes_that_start_at_the_same_moment(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that the shard is free, but the database lets only one of them write."""
    take = store.cluster.take

    async def too_late(*arguments: object) -> list[object]:
        monkeypatch.setattr(store.cluster, "take", take)
        await leases(store, time, 0, host="anna").take()
        store.database.guard = None  # this process has none yet
        raise DatabaseError("UNIQUE constraint failed: shard_leases.shard")

    monkeypatch.setattr(store.cluster, "take", too_late)
    time.on_sleep = lambda: store.cluster.release(this_process())
    await leases(store, time, 0).take()
    assert time.now >= NOON + LEASE, "the other one was first"


async def test_work_ends_when_a_shard_is_taken_over(
    store: Store, time: Time, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    own = leases(store, time, 0, 1)
    await own.take()
    renew, failed = store.term.renew, []

    async def fail_once() -> None:
        if not failed:
            failed.append(True)
            raise DatabaseError("the database is down")
        await renew()

    monkeypatch.setattr(store.term, "renew", fail_once)
    stopped = asyncio.Event()

    async def work() -> None:
        await stopped.wait()

    async def taken_over() -> None:
        if time.now >= NOON + 3 * RENEW_EVERY:
            await take_over(store, 0, 1)

    time.on_sleep = taken_over
    with pytest.raises(OperationError, match="Another process has taken over shards 0, 1 of 2"):
        await own.keep_during(work(), stopped.set)
    assert stopped.is_set()
    assert "It could not be noted that this process serves shards 0, 1 of 2" in caplog.messages


async def take_over(store: Store, *ids: int) -> None:
    """What another process does when the leases of this one have run out."""
    guard, store.database.guard = store.database.guard, None
    there = replace(this_process(), host="anna", machine="anna")
    await store.cluster.take(Shards(frozenset(ids), 2), there, NOON + timedelta(days=1), lambda _: True)
    store.database.guard = guard


async def test_nothing_is_changed_and_nothing_said_without_the_lease(store: Store, time: Time) -> None:
    """A process that was frozen comes back when another serves its shards."""
    own = leases(store, time, 0, 1)
    await own.take()
    await store.notes.store_value("played", "before")
    await take_over(store, 0, 1)
    time.now += 3 * LEASE
    assert not store.term.is_running
    with pytest.raises(LeaseLost):
        await store.term.require()
    with pytest.raises(LeaseLost):
        await store.notes.store_value("played", "afterwards")
    with pytest.raises(LeaseLost):
        await store.database.follow(lambda _: None)
    assert await store.notes.fetch_value("played") == "before"
    await asyncio.wait_for(store.term.is_lost(), 1)
    await own.release()
    assert {lease.holder.host for lease in await store.cluster.leases()} == {"anna"}


async def test_a_lease_that_nobody_has_taken_over_goes_on(store: Store, time: Time) -> None:
    own = leases(store, time, 0, 1)
    await own.take()
    time.now += 3 * LEASE
    await store.notes.store_value("played", "afterwards")
    assert {lease.until for lease in await store.cluster.leases()} == {time.now + LEASE}
    assert not store.term.is_running
    await store.term.require()
    assert store.term.is_running


async def test_a_change_without_a_clock_that_went_on_sees_that_the_lease_is_lost(store: Store, time: Time) -> None:
    """The clock of a virtual machine that was paused may stand where it stood."""
    await leases(store, time, 0).take()
    await take_over(store, 0)
    assert store.term.is_running
    with pytest.raises(LeaseLost):
        await store.notes.store_value("played", "afterwards")
    await asyncio.wait_for(store.term.is_lost(), 1)
    assert not store.term.is_running


async def test_leases_are_kept_as_long_as_the_work_lasts(store: Store, time: Time) -> None:
    own = leases(store, time, 0)
    await own.take()
    renewed = asyncio.Event()

    async def note() -> None:
        if time.now > NOON + 3 * shard_leases.RENEW_EVERY:
            renewed.set()

    time.on_sleep = note

    async def work() -> None:
        await renewed.wait()

    await own.keep_during(work(), pytest.fail)
    (lease,) = await store.cluster.leases()
    assert lease.until > NOON + LEASE
