"""Runs a field test: finds its place, tries everything, cleans up and writes the report."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import aiohttp
import discord

from cogs.version import VERSION
from db.cluster import GUILD_SHIFT
from db.drivers.copies import write_private
from db.lock import only_bot_on
from operation.doctor import Health, check_permissions
from operation.errors import OperationError
from operation.field_test.experiments import EXPERIMENTS, Listener, ask
from operation.field_test.ground import NAME, Ground
from operation.field_test.truths import Notebook, Observation, Truth, Verdict
from operation.network import REJECTED, UNREACHABLE, explained
from operation.stopping import stopped_by_signals

_NUMBER = re.compile(r"(?<=/)\d+")
_TOKEN = re.compile(r"(?<=/interactions/…/)[^/]+|(?<=/webhooks/…/)[^/]+")


@dataclass(slots=True)
class Limits:
    """How many requests of each kind Discord allows in how many seconds, and for how long it has refused them."""

    allowed: dict[str, str] = field(default_factory=dict)
    waits: dict[str, float] = field(default_factory=dict)

    def trace(self) -> aiohttp.TraceConfig:
        """What reads the headers of every answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._read)
        return trace

    async def _read(self, _: aiohttp.ClientSession, __: SimpleNamespace, end: aiohttp.TraceRequestEndParams) -> None:
        headers, path = end.response.headers, end.url.path.partition("/v10")[2]
        kind = f"{end.method} {_without_ids(path)}"
        if (most := headers.get("X-RateLimit-Limit")) is not None:
            self.allowed.setdefault(kind, f"{most} in {headers.get('X-RateLimit-Reset-After', '?')} s")
        if end.response.status == 429:
            wait = float(headers.get("Retry-After") or 0)
            self.waits[kind] = max(wait, self.waits.get(kind, 0))


def _without_ids(path: str) -> str:
    return _TOKEN.sub("…", _NUMBER.sub("…", path))


_ID = re.compile(r"\d{15,}")


def report(found: Mapping[Truth, Observation], limits: Limits, left: Sequence[str], day: date) -> str:
    """The page. It has neither ids nor tokens; numbers as long as ids are left out in any case."""
    counted = ", ".join(f"{sum(one.verdict is verdict for one in found.values())} {verdict}" for verdict in Verdict)
    lines = [
        f"# Field test of Cardroom {VERSION}",
        "",
        f"{day:%Y-%m-%d}, discord.py {discord.__version__}. {counted}.",
        "",
        "| | what Cardroom relies on | what was seen |",
        "|---|---|---|",
        *(f"| {one.verdict} | {truth} | {one.seen} |" for truth, one in sorted(found.items(), key=_by_verdict)),
        "",
        "## Limits that Discord told",
        "",
        "| request | at first | longest wait |",
        "|---|---|--:|",
        *(
            f"| {kind} | {limits.allowed.get(kind, '')} | {_seconds(limits.waits.get(kind))} |"
            for kind in sorted({*limits.allowed, *limits.waits})
        ),
        "",
        f"Left behind: {', '.join(sorted(set(left))) or 'nothing'}.",
    ]
    return _ID.sub("…", "\n".join(lines)) + "\n"


def _by_verdict(entry: tuple[Truth, Observation]) -> int:
    return [Verdict.CONTRADICTED, Verdict.OPEN, Verdict.CONFIRMED].index(entry[1].verdict)


def _seconds(wait: float | None) -> str:
    return "" if wait is None else f"{wait:.0f} s"


PATIENCE = timedelta(minutes=3)
"""How long the host has for each tap."""
CONNECTS_WITHIN = 60
LONGEST_LIMIT_SECONDS = 30.0
"""Discord's longer pauses are noted and not waited for; shorter ones discord.py waits for by itself."""


async def run_field_test(
    address: str, token: str, channel_id: int, folder: Path, *, patience: timedelta = PATIENCE, is_long: bool = False
) -> Path:
    """Run a field test, without a bot, whose limits it would use up; return its report. Raises ``OperationError``."""
    with only_bot_on(address), stopped_by_signals() as stop:
        limits, notes = Limits(), Notebook()
        async with _connected(token, channel_id, limits) as (ground, listener):
            print(f"The field test posts, pings you and starts threads in #{ground.channel.name}, then cleans up.")
            try:
                await stop.interrupts(_try_all(ground, listener, notes, patience, is_long), _nothing)
            finally:
                left = await ground.clear()
    file = folder / f"field-test-{datetime.now(UTC):%Y-%m-%dT%H%M%S}.md"
    page = report(notes.complete("It was not tried."), limits, left, datetime.now(UTC).date())
    write_private(file, page.encode())
    if left:
        print(f"Not everything could be deleted. Delete what is called {NAME!r} in #{ground.channel.name} by hand.")
    print(f"The report is {file}. It has no ids and no token; attach it to an issue if something is CONTRADICTED.")
    return file


async def _nothing() -> None: ...


async def _try_all(ground: Ground, listener: Listener, notes: Notebook, patience: timedelta, is_long: bool) -> None:
    await ground.clear()  # what a killed test has left
    for experiment in EXPERIMENTS:
        await _tried(lambda experiment=experiment: experiment(ground, notes))
    await _tried(lambda: ask(ground, notes, listener, patience, is_long=is_long))


async def _tried(experiment: Callable[[], Awaitable[None]]) -> None:
    """Try something. What Discord does not even let begin leaves its truths open."""
    try:
        await experiment()
    except UNREACHABLE as error:
        told = f"{error.status}, code {error.code}" if isinstance(error, discord.HTTPException) else explained(error)
        print(f"An experiment could not be finished ({told}).")


@asynccontextmanager
async def _connected(token: str, channel_id: int, limits: Limits) -> AsyncIterator[tuple[Ground, Listener]]:
    """The channel, and a connection to the gateway that hears taps on its server."""
    try:
        async with discord.Client(intents=discord.Intents(guilds=True)) as client:
            await client.login(token)
            host, guild_id = await _host(client), await _server(client, channel_id)
            shards, _, _ = await client.http.get_bot_gateway()
        # The channel is fetched, so the test need not wait for what the gateway tells of all servers.
        options = {"shard_id": (guild_id >> GUILD_SHIFT) % shards, "shard_count": shards, "guild_ready_timeout": 0.1}
        trace = limits.trace()
        async with Listener(host, http_trace=trace, max_ratelimit_timeout=LONGEST_LIMIT_SECONDS, **options) as listener:
            await listener.login(token)
            connecting = asyncio.create_task(listener.connect())
            try:
                async with asyncio.timeout(CONNECTS_WITHIN):
                    await _ready(listener, connecting)
                channel = await listener.fetch_channel(channel_id)
                assert isinstance(channel, discord.TextChannel), "it was one a moment ago"
                yield Ground(listener, channel, discord.Object(host)), listener
            finally:
                await listener.close()
                await asyncio.gather(connecting, return_exceptions=True)
    except (*REJECTED, *UNREACHABLE) as error:
        raise OperationError(explained(error)) from None


async def _ready(listener: Listener, connecting: "asyncio.Task[None]") -> None:
    ready = asyncio.create_task(listener.wait_until_ready())
    await asyncio.wait((ready, connecting), return_when=asyncio.FIRST_COMPLETED)
    if connecting.done():
        ready.cancel()
        connecting.result()


async def _host(client: discord.Client) -> int:
    """The id of the application's owner: a member, or the owner of a team."""
    owned = client.application
    assert owned is not None, "the client has logged in"
    return owned.owner.id if owned.team is None or owned.team.owner_id is None else owned.team.owner_id


async def _server(client: discord.Client, channel_id: int) -> int:
    """The id of the channel's server. Raises ``OperationError`` unless a field test may take place there."""
    finding = await check_permissions(client, channel_id)
    if finding.health is not Health.GOOD:
        raise OperationError(f"No field test: {finding.text}")
    found = await client.fetch_channel(channel_id)
    if not isinstance(found, discord.TextChannel):
        raise OperationError("No field test: choose a text channel, no category, thread, forum or voice channel.")
    host = await _host(client)
    guild = await client.fetch_guild(found.guild.id)
    try:
        member = await guild.fetch_member(host)
    except discord.NotFound:
        member = None
    if member is None or not (guild.owner_id == host or member.guild_permissions.manage_guild):
        raise OperationError(
            "No field test: it posts, pings and starts threads, so it needs a channel on a server that you manage "
            "yourself, with the account to which the application belongs."
        )
    return guild.id
