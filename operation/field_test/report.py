"""What a field test has found, with Discord's limits ("Rate Limits"), as a page in Markdown for an issue."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import SimpleNamespace

import aiohttp
import discord

from cogs.version import VERSION
from operation.field_test.truths import Observation, Truth, Verdict

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
    """The address of a request without ids and tokens: the kind of request."""
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
