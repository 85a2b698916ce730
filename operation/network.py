"""What the errors of a connection to Discord mean; a process that another has replaced says nothing to Discord."""

from http import HTTPStatus
from typing import Any

import aiohttp
import discord

from cogs.client import Cardroom
from db.errors import DatabaseError

UNREACHABLE = (
    discord.HTTPException,
    discord.RateLimited,
    discord.GatewayNotFound,
    aiohttp.ClientError,
    ConnectionError,
    TimeoutError,
)
"""What a request raises that Discord did not answer, or refused."""
REJECTED = (discord.LoginFailure, discord.ConnectionClosed)
"""Refusals that a later attempt does not change."""

_REJECTIONS = {
    4004: "Discord no longer accepts the token in DISCORD_TOKEN. Copy the new one from the developer portal.",
    4010: "Discord knows no such shard. Compare SHARD_IDS and SHARD_COUNT.",
    4011: "The bot is on too many servers and needs more shards. Raise SHARD_COUNT, or leave it out if one process "
    "serves all servers.",
    4012: "Discord no longer accepts this version of discord.py. Install a newer Cardroom.",
}
"""What the codes with which the gateway closes a connection for good mean (Discord documentation, "Gateway Close Event
Codes")."""


def explained(error: Exception) -> str:
    """What an error of these means for the host, in one line."""
    match error:
        case discord.LoginFailure():
            return "Discord rejected the token in DISCORD_TOKEN. Copy it again from the developer portal."
        case discord.ConnectionClosed():
            return _REJECTIONS.get(error.code, f"Discord closed the connection for good ({error}).")
        case discord.HTTPException(status=HTTPStatus.FORBIDDEN | HTTPStatus.TOO_MANY_REQUESTS):
            return (
                f"Discord refuses requests from this machine ({_short(error)}). Its address may be blocked, perhaps "
                "because of others who share it. Wait an hour; if that does not help, use another address."
            )
        case discord.HTTPException() | discord.RateLimited() | discord.GatewayNotFound():
            return f"Discord itself has a problem ({_short(error)}). Try again later."
    return f"Discord cannot be reached ({_short(error)}). Check your internet connection or try again later."


def _short(error: Exception) -> str:
    return str(error) or type(error).__name__


class NotServing(aiohttp.ClientError):
    """A request was not sent, because this process does not serve its shards any more, or cannot tell."""


def speak_only_with_lease(bot: Cardroom) -> None:
    """Have the bot, before it connects, send no request without the lease: as if Discord could not be reached."""
    trace = bot.http.http_trace = bot.http.http_trace or aiohttp.TraceConfig()

    async def on_start(*_: Any) -> None:
        try:
            await bot.store.term.require()
        except DatabaseError as error:
            raise NotServing(str(error)) from error

    trace.on_request_start.append(on_start)
