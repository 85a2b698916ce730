"""How a request travels: discord.py waits, repeats and gives up (rows 2, 7 and 11).

SimCord puts its transports in the place of discord.py's, so these do what ``discord/http.py`` and
``discord/webhook/async_.py`` do with limits and lost answers. They wait in simulated time.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any
from unittest import mock

import discord
from simcord import _runtime
from simcord.http import FakeHTTPClient, FakeWebhookAdapter
from simcord.http.client import _path_of
from simcord.http.router import parse_form

from playground.testing.truths.backend import TruthfulBackend
from playground.testing.truths.limits import TooManyRequests
from playground.testing.truths.requests import CALLBACK, PROVOKED, Request, Truth

ATTEMPTS = 5
"""How often discord.py sends a request."""
REPEATED_AFTER = 1.0
"""Seconds until discord.py repeats a request whose answer was a server error."""
NEVER = 1e9
"""Seconds that no test waits for."""
INVALID = (401, 403, 429)

Pause = Callable[[float], Awaitable[None]]


class WaitingHTTPClient(FakeHTTPClient):
    """Waits as long as Discord says, unless that is longer than ``max_ratelimit_timeout``."""

    backend: TruthfulBackend

    def __init__(
        self, backend: TruthfulBackend, loop: Any, *, pause: Pause, timeout: float | None, **options: Any
    ) -> None:
        super().__init__(backend, loop, **options)
        self.max_ratelimit_timeout = timeout
        self._pause = pause

    async def request(self, route: Any, *, files: Any = None, form: Any = None, **kwargs: Any) -> Any:
        """Send a request, up to five times."""
        form = list(form) if form is not None else None
        for attempt in range(ATTEMPTS):
            while wait := self.backend.announced_wait(route.method, _path_of(route.url)):
                await self._wait(wait)
            for file in files or ():
                file.reset(seek=attempt)
            if self._hangs(route, files, form, kwargs):
                if self.backend.hang and self.backend.hang.is_done:
                    with sending(self.backend, files):
                        await super().request(route, files=files, form=form, **kwargs)
                if self.backend.hang and self.backend.hang.fails:
                    raise discord.DiscordServerError(mock.Mock(status=503, reason="Service Unavailable"), PROVOKED)
                await self._pause(NEVER)
            try:
                with sending(self.backend, files):
                    return await super().request(route, files=files, form=form, **kwargs)
            except discord.HTTPException as error:
                refusal = error.__context__
                if not isinstance(refusal, TooManyRequests) or attempt + 1 == ATTEMPTS:
                    raise
                await self._wait(refusal.retry_after)
        raise AssertionError("unreachable")

    def _hangs(self, route: Any, files: Any, form: Any, kwargs: dict[str, Any]) -> bool:
        hang = self.backend.hang
        body = kwargs.get("json") if form is None else parse_form(form, [])[0]
        return hang is not None and hang.meant(Request(route.method, _path_of(route.url), body, bool(files)))

    async def _wait(self, seconds: float) -> None:
        if self.max_ratelimit_timeout and seconds > self.max_ratelimit_timeout:
            raise discord.RateLimited(seconds)
        await self._pause(seconds)


class RepeatingWebhookAdapter(FakeWebhookAdapter):
    """Sends a callback again if its answer is lost; the first one has arrived."""

    backend: TruthfulBackend

    def __init__(self, backend: TruthfulBackend, *, pause: Pause, **options: Any) -> None:
        super().__init__(backend, **options)
        self._pause = pause

    async def request(self, route: Any, session: Any, *, files: Any = None, **kwargs: Any) -> Any:
        """Send a request."""
        with sending(self.backend, files):
            answer = await super().request(route, session, files=files, **kwargs)
        if not self.backend.answers_to_lose or not CALLBACK.fullmatch(_path_of(route.url)):
            return answer
        self.backend.answers_to_lose -= 1
        await self._pause(REPEATED_AFTER)
        for file in files or ():
            file.reset(seek=1)
        return await self.request(route, session, files=files, **kwargs)


@contextmanager
def sending(backend: TruthfulBackend, files: Any) -> Iterator[None]:
    """A request is on its way. Notes whether it uploads files, and whether its answer counts as invalid."""
    if backend.limits.is_blocked and backend.truths.holds(Truth.INVALID_REQUESTS):
        raise discord.HTTPException(mock.Mock(status=429, reason="Too Many Requests"), "blocked by Cloudflare")
    backend.uploading = bool(files)
    try:
        yield
    except discord.HTTPException as error:
        if error.status in INVALID:
            backend.limits.note_invalid()
        raise
    finally:
        backend.uploading = False


def installed(bot: discord.Client, pause: Pause) -> AbstractContextManager[Any]:
    """Within this context SimCord gives a bot these transports."""
    client = partial(WaitingHTTPClient, pause=pause, timeout=bot.http.max_ratelimit_timeout)
    adapter = partial(RepeatingWebhookAdapter, pause=pause)
    return mock.patch.multiple(_runtime, FakeHTTPClient=client, FakeWebhookAdapter=adapter)
