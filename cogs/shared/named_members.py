"""Whom a member names, to play or to take a place: only members of the server, and no bots."""

import asyncio
from collections.abc import Collection
from typing import Any

import discord

from cogs.shared.responses import REQUEST_ERRORS
from engines.texts import say
from sessions.shared.refusals import Refused

PATIENCE_SECONDS = 2.0
"""How long to wait for Discord to say who somebody is. Then they are taken for a member."""


async def require_members(interaction: discord.Interaction[Any], users: Collection[int]) -> None:
    """Raise ``Refused`` if one of these users is a bot, or not on the server of the interaction.

    Discord says so with a choice in a menu or with the target of a command. What was typed has to be asked for.
    """
    data: dict[str, Any] = dict(interaction.data or {})
    sent: dict[str, dict[str, Any]] = data.get("resolved", {})
    known = sent.get("users", {})
    unknown = [user for user in users if str(user) not in known]
    bots = {user for user in users if known.get(str(user), {}).get("bot")}
    strangers = {user for user in users if str(user) in known and str(user) not in sent.get("members", {})}
    if unknown and interaction.guild is not None:
        asked = {asyncio.create_task(interaction.guild.fetch_member(user)): user for user in unknown}
        done, late = await asyncio.wait(asked, timeout=PATIENCE_SECONDS)
        for task in late:
            task.cancel()
        for task in done:
            try:
                if (await task).bot:
                    bots.add(asked[task])
            except discord.NotFound:
                strangers.add(asked[task])
            except REQUEST_ERRORS:
                pass  # Nobody waits for Discord to say who that is.
    for user in users:
        if user in bots:
            raise Refused(say("You can name only members of this server, and {member} is a bot.", member=f"<@{user}>"))
        if user in strangers:
            raise Refused(say("You can name only members of this server, and {member} is none.", member=f"<@{user}>"))
