"""The shards of all processes connect one after the other, as Discord wants it."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import discord
import pytest

from cogs.client import Cardroom
from db.cluster import EVERYTHING, Shards
from db.store import DatabaseError, Store
from sessions.cluster.cross_process_tasks import INTERVAL, IdentifyQueue
from tests.databases import laid_out

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Discord:
    """Discord's limits, and the time."""

    def __init__(self, max_concurrency: int = 1, remaining: int = 1000) -> None:
        self.now = NOON
        self.asked = 0
        self.max_concurrency, self.remaining = max_concurrency, remaining

    async def limits(self) -> discord.SessionStartLimits:
        self.asked += 1
        remaining, self.remaining = self.remaining, 1000
        return discord.SessionStartLimits(
            total=1000, remaining=remaining, reset_after=3_600_000, max_concurrency=self.max_concurrency
        )

    async def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        await asyncio.sleep(0)

    def queue(self, store: Store) -> IdentifyQueue:
        return IdentifyQueue(store.cluster, self.limits, lambda: self.now, self.sleep)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(laid_out(url), Shards(frozenset({1}), 2))
    yield store
    await store.close()


async def times(store: Store, api: Discord, *shards: int) -> list[float]:
    """The seconds at which these shards may identify: each is in a process of its own."""
    found: list[float] = []
    for shard in shards:
        await api.queue(store).wait(shard)
        found.append((api.now - NOON) / timedelta(seconds=1))
    return found


async def test_one_after_the_other(store: Store) -> None:
    assert await times(store, Discord(), 0, 1, 2) == [0, 5.5, 11], "five seconds, and a margin"


async def test_a_large_bot_has_several_buckets(store: Store) -> None:
    assert await times(store, Discord(max_concurrency=16), 0, 1, 15, 16, 17) == [0, 0, 0, 5.5, 5.5]


async def test_nobody_connects_when_the_limit_of_the_day_is_reached(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    api = Discord(remaining=0)
    assert await times(store, api, 0) == [3600]
    assert "Discord lets no more shards connect for 1:00:00; this process waits" in caplog.messages


async def test_a_process_asks_each_time_when_few_are_left(store: Store) -> None:
    """Other processes use up the same limit."""
    api = Discord(remaining=3)
    queue = api.queue(store)
    await queue.wait(0)
    assert queue.remaining == 2
    api.remaining = 0
    before = api.now
    await queue.wait(0)
    assert api.now - before >= timedelta(hours=1)


async def test_a_process_asks_discord_rarely(store: Store) -> None:
    api = Discord()
    queue = api.queue(store)
    for _ in range(3):
        await queue.wait(0)
    assert api.asked == 1
    api.now += timedelta(hours=1)
    await queue.wait(0)
    assert api.asked == 2


async def test_a_database_that_fails_is_asked_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = store.cluster.claim_identify

    async def fail_once(*_: object) -> datetime | None:
        monkeypatch.setattr(store.cluster, "claim_identify", claim)
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(store.cluster, "claim_identify", fail_once)
    assert await times(store, Discord(), 0) == [1]


async def test_a_clock_that_was_wrong_blocks_nobody(store: Store) -> None:
    await store.cluster.claim_identify(0, NOON + timedelta(days=9), INTERVAL)
    assert await times(store, Discord(), 0, 0) == [0, 5.5]


async def test_only_the_process_of_the_first_shard_syncs(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Cardroom(store)
    monkeypatch.setattr(bot._connection, "application_id", 1)
    asked: list[int | None] = []

    async def wait(shard: int) -> None:
        asked.append(shard)

    monkeypatch.setattr(bot.identify_queue, "wait", wait)
    await bot._sync_commands()
    assert await store.notes.fetch_value("commands") is None
    assert (bot.shard_ids, bot.shard_count) == ([1], 2)
    await bot.before_identify_hook(1)
    assert asked == [1]


async def test_the_limits_hold_for_a_bot_of_one_process(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but Discord's limit stands between the token and whoever starts a bot that crashes again and again."""
    store.shards = EVERYTHING
    bot, api = Cardroom(store), Discord(remaining=0)
    monkeypatch.setattr(bot, "identify_queue", api.queue(store))
    await bot.before_identify_hook(0, initial=True)
    assert api.now - NOON == timedelta(hours=1)
