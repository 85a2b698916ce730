"""The limits that Discord tells in the headers of its answers (Discord documentation, "Rate Limits")."""

import re
from dataclasses import dataclass, field
from types import SimpleNamespace

import aiohttp

_ID = re.compile(r"(?<=/)\d+")
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
    return _TOKEN.sub("…", _ID.sub("…", path))
