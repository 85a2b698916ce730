"""Keeps a process from speaking to Discord that another has replaced."""

from typing import Any

import aiohttp

from cogs.client import Cardroom
from db.errors import DatabaseError


class NotServing(aiohttp.ClientError):
    """A request was not sent, because this process does not serve its shards any more, or cannot tell."""


def speak_only_with_lease(bot: Cardroom) -> None:
    """Send no request, not even that for a connection to the gateway, without the lease of the shards.

    For the bot it is as if Discord could not be reached. The bot must not be connected yet.
    """
    trace = bot.http.http_trace = bot.http.http_trace or aiohttp.TraceConfig()

    async def on_start(*_: Any) -> None:
        try:
            await bot.store.term.require()
        except DatabaseError as error:
            raise NotServing(str(error)) from error

    trace.on_request_start.append(on_start)
