"""Rate limits: how many requests of a kind Discord takes within a time, and how long it makes the bot wait.

Discord announces most limits in its headers, so that discord.py waits before a request; others are only known from the
answer 429 (Discord documentation, "Rate Limits").
"""

import re
from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from discord.utils import snowflake_time
from simcord.backend.errors import BackendError

from playground.testing.truths.requests import MESSAGE, Request, Truth

OLD = timedelta(hours=1)
"""The age from which edits of a message are limited."""
MOST_INVALID, INVALID_WINDOW = 10_000, timedelta(minutes=10)
"""How many invalid requests Discord takes from an address, within which time."""


@dataclass(frozen=True, slots=True)
class Limit:
    """So many requests in so many seconds, counted apart for what the first group of ``path`` says."""

    truth: Truth
    methods: tuple[str, ...]
    path: re.Pattern[str]
    count: int
    seconds: float
    is_announced: bool
    code: int = 0
    longest_said: float = float("inf")
    """The longest wait that an answer names, even if the next attempt comes too early."""

    def key(self, request_method: str, path: str) -> str | None:
        """What a request is counted for; ``None`` if it is another one."""
        found = self.path.fullmatch(path) if request_method in self.methods else None
        return found[1] if found else None


THREADS = Limit(
    Truth.THREAD_LIMIT, ("POST",), re.compile(r"/channels/(\d+)(?:/messages/\d+)?/threads"), 50, 300, is_announced=False
)
EMOJIS = Limit(Truth.EMOJI_LIMIT, ("POST",), re.compile(r"/applications/(\d+)/emojis"), 50, 3600, is_announced=False)
OLD_EDITS = Limit(Truth.OLD_EDITS, ("PATCH",), MESSAGE, 3, 20, is_announced=False, code=30046, longest_said=1)
"""Its answers name waits that are too short (Discord.Net #2375), so that discord.py gives up with an error."""
MEMBERS = Limit(Truth.MEMBER_LIMIT, ("GET",), re.compile(r"/guilds/(\d+)/members/\d+"), 5, 1, is_announced=True)
ROLES = Limit(
    Truth.ROLE_LIMIT, ("PUT", "DELETE"), re.compile(r"/guilds/(\d+)/members/\d+/roles/\d+"), 10, 10, is_announced=True
)
LIMITS = (THREADS, EMOJIS, OLD_EDITS, MEMBERS, ROLES)


class TooManyRequests(BackendError):
    """The answer 429, with the seconds after which the request may be repeated."""

    def __init__(self, retry_after: float, code: int = 0) -> None:
        super().__init__(429, code, "You are being rate limited.")
        self.retry_after = retry_after

    def to_json(self) -> dict[str, Any]:
        """The body of the answer."""
        return super().to_json() | {"retry_after": self.retry_after, "global": False}


class Limits:
    """Counts requests in simulated time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._taken: defaultdict[tuple[Limit, str], deque[datetime]] = defaultdict(deque)
        self._closed: dict[tuple[Limit, str], datetime] = {}
        self._invalid: deque[datetime] = deque(maxlen=MOST_INVALID)

    def exhaust(self, limit: Limit, key: int, seconds: float) -> None:
        """Others have used up a limit: it opens again after so many seconds."""
        self._closed[limit, str(key)] = self._now() + timedelta(seconds=seconds)

    def wait(self, limit: Limit, key: str) -> float:
        """How many seconds until a request is taken; 0: at once."""
        now = self._now()
        taken = self._taken[limit, key]
        while taken and taken[0] <= now - timedelta(seconds=limit.seconds):
            taken.popleft()
        opens = self._closed.get((limit, key), now)
        if len(taken) >= limit.count:
            opens = max(opens, taken[0] + timedelta(seconds=limit.seconds))
        return max(0.0, (opens - now).total_seconds())

    def left(self, limit: Limit, key: str) -> tuple[int, float]:
        """How many more requests are taken at once, and the seconds until it is as many as ever."""
        wait = self.wait(limit, key)
        taken = self._taken[limit, key]
        reset_after = (taken[-1] - self._now()).total_seconds() + limit.seconds if taken else 0.0
        return (0 if wait else limit.count - len(taken)), max(wait, reset_after)

    def take(self, limit: Limit, key: str) -> None:
        """Count a request. Raises ``TooManyRequests`` if it comes too early."""
        if wait := self.wait(limit, key):
            raise TooManyRequests(min(wait, limit.longest_said), limit.code)
        self._taken[limit, key].append(self._now())

    def note_invalid(self) -> None:
        """An answer was 401, 403 or 429."""
        self._invalid.append(self._now())

    @property
    def is_blocked(self) -> bool:
        """Whether there were so many of them that the address is blocked."""
        return len(self._invalid) == MOST_INVALID and self._invalid[0] > self._now() - INVALID_WINDOW

    @property
    def invalid(self) -> int:
        """How many invalid answers there were within the time that counts."""
        return sum(at > self._now() - INVALID_WINDOW for at in self._invalid)


def limit_of(method: str, path: str) -> tuple[Limit, str] | None:
    """The limit that a request is under, and what it is counted for."""
    for limit in LIMITS:
        if (key := limit.key(method, path)) is not None:
            return limit, key
    return None


def is_limited(request: Request, now: datetime, limit: Limit) -> bool:
    """Whether the limit is about this request: edits of newer messages are free."""
    if limit is not OLD_EDITS:
        return True
    found = MESSAGE.fullmatch(request.path)
    return found is not None and now - snowflake_time(int(found[2])) >= OLD
