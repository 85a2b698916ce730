"""Discord lets few shards connect at once and few in a day, so they queue up, through the database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from db.cluster.cluster import Cluster
from db.errors import DatabaseError
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=5.5)
"""In five seconds one shard of each bucket may identify (Discord documentation, "Rate Limiting" of sharding). The rest
is for requests that reach Discord at different speeds."""
LIMITS_KEPT = timedelta(minutes=10)
"""How long Discord's answer about its limits is used."""
FEW = 50
"""With fewer left, Discord is asked each time, because the shards of other processes use up the same limit."""
RETRY = 1.0
"""Seconds until a shard asks again after the database has failed, or after another asked at the same moment."""


class StartLimits(Protocol):
    """What Discord lets a bot do: how many more shards may identify before ``reset_after`` (in milliseconds)."""

    remaining: int
    reset_after: int
    max_concurrency: int


class IdentifyQueue:
    """Lets the shards of all processes identify as slowly as Discord demands: one of each bucket in five seconds.

    The bucket of a shard is its number modulo ``max_concurrency``. Discord also limits how many identify in a day and
    resets the token of a bot that exceeds the limit, so this waits when none is left. That holds for a bot of one
    process, too: something may start it again and again without looking at why it ends.
    """

    def __init__(
        self,
        cluster: Cluster,
        limits: Callable[[], Awaitable[StartLimits]],
        now: Callable[[], datetime],
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self._cluster = cluster
        self._fetch_limits = limits
        self._now = now
        self._sleep = sleep
        self._limits: StartLimits | None = None
        self._fetched_at = now()

    @property
    def remaining(self) -> int | None:
        """How many more shards may identify today, as far as is known."""
        return None if self._limits is None else self._limits.remaining

    async def wait_for_the_day(self) -> int:
        """Wait until Discord lets any shard identify today, and return how many may do so at once."""
        limits = await self._latest_limits()
        while limits.remaining < 1:
            _log.error(
                "Discord lets no more shards connect for %s; this process waits",
                timedelta(milliseconds=limits.reset_after),
            )
            await self._sleep(limits.reset_after / 1000)
            self._limits = None
            limits = await self._latest_limits()
        return limits.max_concurrency

    async def wait(self, shard: int) -> None:
        """Wait until this shard may identify."""
        bucket = shard % await self.wait_for_the_day()
        while (free_at := await self._ask(bucket)) is not None:
            await self._sleep(max(0.0, (free_at - self._now()).total_seconds()))
        if self._limits is not None:
            self._limits.remaining -= 1

    async def _latest_limits(self) -> StartLimits:
        known = self._limits
        if known is None or known.remaining < FEW or self._now() - self._fetched_at > LIMITS_KEPT:
            known, self._fetched_at = await self._fetch_limits(), self._now()
            self._limits = known
        return known

    async def _ask(self, bucket: int) -> datetime | None:
        """When to ask again, ``None``: the shard may identify now."""
        try:
            return await self._cluster.claim_identify(bucket, self._now(), INTERVAL)
        except DatabaseError as error:
            _log.info("A shard could not ask whether it may identify: %s", error)
            return self._now() + timedelta(seconds=RETRY)
