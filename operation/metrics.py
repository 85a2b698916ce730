"""Metrics of a running bot for Prometheus. The bot does not know about them: everything is observed from outside."""

import platform
import re
import time
from collections.abc import Iterable
from functools import partial
from http import HTTPStatus
from math import isfinite, nan
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from cogs.client import Cardroom
from cogs.version import VERSION, revision
from operation.daily_backups import DailyBackups
from sessions.shared.events import EventKind, TableEvent

TABLE_EVENTS = (EventKind.OPENED, EventKind.STARTED, EventKind.FINISHED, EventKind.CLOSED)
ACKNOWLEDGEMENT_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 0.8, 1.0, 2.0, 3.0)
"""In seconds. Late answers are acknowledged after 0.8; Discord gives up after 3."""
DATABASE_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
LAG_BUCKETS = (0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


_VERSIONS = {
    "version": VERSION,
    "revision": revision(),
    "python": platform.python_version(),
    "discord_py": discord.__version__,
}


def slowest(latencies: Iterable[float]) -> float:
    """The largest of these latencies in seconds, not a number if there is none yet."""
    return max(filter(isfinite, latencies), default=nan)


class Metrics:
    """All metrics of one bot, each described by its own help text."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        ProcessCollector(registry=own)
        PlatformCollector(registry=own)
        GCCollector(registry=own)
        gauge, count = partial(Gauge, registry=own), partial(Counter, registry=own)
        histogram = partial(Histogram, registry=own)
        self._tables = gauge("cardroom_tables", "Open tables in the database, by phase", ["phase"])
        self._table_events = count("cardroom_table_events", "Tables opened, started, finished and closed", ["kind"])
        self._moves = count("cardroom_moves", "Moves, by game and by who made them", ["game", "player"])
        self._acknowledgements = histogram(
            "cardroom_acknowledgement_seconds",
            "Time from an interaction to its first response, by kind",
            ["kind"],
            buckets=ACKNOWLEDGEMENT_BUCKETS,
        )
        self._requests = count(
            "cardroom_discord_requests",
            "Requests to Discord, by method, route and status",
            ["method", "route", "status"],
        )
        self._request_seconds = histogram("cardroom_discord_request_seconds", "Time that requests to Discord took")
        self._rate_limits = count(
            "cardroom_rate_limits", "Requests that Discord refused as too many, by scope", ["scope"]
        )
        self._database = histogram(
            "cardroom_database_seconds",
            "Time that a transaction took, with the wait for its turn",
            buckets=DATABASE_BUCKETS,
        )
        self._backups = count("cardroom_backups", "Daily backups, made and failed", ["result"])
        self._lag = histogram(
            "cardroom_event_loop_lag_seconds",
            "How late the event loop was, measured twice a second",
            buckets=LAG_BUCKETS,
        )
        self._thoughts = gauge("cardroom_thoughts", "Computer players that think, or wait for a worker", ["state"])
        self._guilds = gauge("cardroom_guilds", "Servers of this process")
        self._connected = gauge("cardroom_connected_shards", "Shards of this process that are connected")
        self._shards = gauge("cardroom_shards", "Shards of this process")
        self._latency = gauge("cardroom_gateway_latency_seconds", "Slowest answer to a heartbeat over the gateway")
        self._identifies = gauge("cardroom_identifies_left", "How many more times Discord lets a shard identify today")
        build = gauge("cardroom_build_info", "Always 1, with the versions as labels", list(_VERSIONS))
        build.labels(**_VERSIONS).set(1)
        for kind in TABLE_EVENTS:
            self._table_events.labels(kind.value)

    def observe(self, bot: Cardroom) -> None:
        """Measure this bot from now on. It must not be connected yet."""
        bot.service.bus.subscribe(self._on_event)
        bot.acknowledgements.observe(self._on_acknowledged)
        bot.store.monitoring.time_transactions(self._database.observe)
        trace = bot.http.http_trace = bot.http.http_trace or aiohttp.TraceConfig()
        self._watch_requests(trace)
        thinker = bot.thinker
        self._thoughts.labels("waiting").set_function(lambda: thinker.waiting)
        self._thoughts.labels("thinking").set_function(lambda: thinker.in_flight - thinker.waiting)
        self._guilds.set_function(lambda: len(bot.guilds))
        self._connected.set_function(lambda: sum(not shard.is_closed() for shard in bot.shards.values()))
        self._shards.set_function(lambda: len(bot.shard_ids or range(bot.shard_count or 1)))
        self._latency.set_function(lambda: slowest(latency for _, latency in bot.latencies))
        self._identifies.set_function(lambda: nan if (left := bot.identify_queue.remaining) is None else left)

    def observe_backups(self, backups: DailyBackups) -> None:
        """Count the daily backups from now on."""
        results = {made: self._backups.labels("made" if made else "failed") for made in (True, False)}
        backups.observers.append(lambda made: results[made].inc())

    async def count_tables(self, bot: Cardroom) -> None:
        """Count the open tables in the database."""
        for phase, count in (await bot.store.monitoring.open_tables()).items():
            self._tables.labels(phase.value).set(count)

    def note_lag(self, seconds: float) -> None:
        """Note by how much the event loop was late."""
        self._lag.observe(max(0.0, seconds))

    def page(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(self.registry)

    def _on_event(self, event: TableEvent) -> None:
        if event.kind in TABLE_EVENTS:
            self._table_events.labels(event.kind.value).inc()
        if event.moves:
            self._moves.labels(event.table.game, "computer" if event.by is None else "member").inc(event.moves)

    def _on_acknowledged(self, kind: str, seconds: float) -> None:
        self._acknowledgements.labels(kind).observe(seconds)

    def _watch_requests(self, trace: aiohttp.TraceConfig) -> None:

        async def on_start(_session: Any, context: SimpleNamespace, _request: Any) -> None:
            context.since = time.perf_counter()

        async def on_end(_session: Any, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
            self._count_request(context, request, str(request.response.status))
            if request.response.status == HTTPStatus.TOO_MANY_REQUESTS:
                self._rate_limits.labels(request.response.headers.get("X-RateLimit-Scope", "unknown")).inc()

        async def on_failure(
            _session: Any, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
        ) -> None:
            self._count_request(context, request, "failed")

        trace.on_request_start.append(on_start)
        trace.on_request_end.append(on_end)
        trace.on_request_exception.append(on_failure)

    def _count_request(
        self,
        context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
        status: str,
    ) -> None:
        self._requests.labels(request.method, route_of(request.url.path), status).inc()
        self._request_seconds.observe(time.perf_counter() - context.since)


_VERSION = re.compile(r"^/api/v\d+/")
_WORD = re.compile(r"@?[a-z]+(-[a-z]+)*")
_HAVE_TOKENS = ("webhooks", "interactions")
"""These are followed by an id and a token."""

OTHER = "other"
"""Requests that do not go to Discord's API: to its gateway, or for pictures."""


def route_of(path: str) -> str:
    """The route of a path, such as ``/channels/{id}/messages``. There is a limited number of them."""
    if not _VERSION.match(path):
        return OTHER
    parts = _VERSION.sub("", path).split("/")
    return "/" + "/".join(_named(parts, place) for place in range(len(parts)))


def _named(parts: list[str], place: int) -> str:
    part = parts[place]
    if place >= 2 and parts[place - 2] in _HAVE_TOKENS:
        return "{token}"
    if part.isdecimal():
        return "{id}"
    return part if _WORD.fullmatch(part) else "{value}"
