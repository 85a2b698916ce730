"""Discord lets few shards connect at once, so the processes of the bot queue up, through the database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from db.cluster.cluster import Cluster
from db.errors import DatabaseError
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

INTERVAL = timedelta(seconds=5)
"""In this time one shard of each bucket may identify (Discord documentation, "Rate Limiting" of sharding)."""
LIMITS_KEPT = timedelta(minutes=10)
"""How long Discord's answer about its limits is used."""
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
    resets the token of a bot that exceeds the limit, so this waits when none is left.
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

    async def wait(self, shard: int) -> None:
        """Wait until this shard may identify."""
        limits = await self._latest_limits()
        while limits.remaining < 1:
            _log.error("Discord lets no more shards connect; shard %s waits for the limit to be reset", shard)
            await self._sleep(limits.reset_after / 1000)
            self._limits = None
            limits = await self._latest_limits()
        limits.remaining -= 1
        bucket = shard % limits.max_concurrency
        while (free_at := await self._ask(bucket)) is not None:
            await self._sleep(max(0.0, (free_at - self._now()).total_seconds()))

    async def _latest_limits(self) -> StartLimits:
        if self._limits is None or self._now() - self._fetched_at > LIMITS_KEPT:
            self._limits, self._fetched_at = await self._fetch_limits(), self._now()
        return self._limits

    async def _ask(self, bucket: int) -> datetime | None:
        """When to ask again, ``None``: the shard may identify now."""
        try:
            return await self._cluster.claim_identify(bucket, self._now(), INTERVAL)
        except DatabaseError as error:
            _log.info("A shard could not ask whether it may identify: %s", error)
            return self._now() + timedelta(seconds=RETRY)
