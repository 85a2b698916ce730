"""Giving roles to members and taking them."""

import logging
from collections.abc import Iterable

import discord

from cogs.shared.responses import REQUEST_ERRORS

_log = logging.getLogger(__name__)

REASON = "Cardroom: /settings, roles for the best"
"""What the server's audit log says."""


async def take_all(client: discord.Client, given: Iterable[tuple[int, int]], user_id: int) -> None:
    """Take these roles, each with its server, from a member whose data is to be deleted."""
    for guild_id, role_id in given:
        guild = client.get_guild(guild_id)
        if guild is not None:
            try:
                await change_role(guild, role_id, user_id, gives=False)
            except REQUEST_ERRORS as error:
                _log.info("A role of server %s could not be taken: %s", guild_id, error)


async def is_member(guild: discord.Guild, user_id: int) -> bool:
    """Whether somebody is a member of the server now.

    Raises:
        REQUEST_ERRORS: Discord does not say.
    """
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    return True


async def change_role(guild: discord.Guild, role_id: int, user_id: int, *, gives: bool) -> bool:
    """Give a role to a member or take it from them, whether they have it or not, and return whether it is given.

    A role that is gone, and one that the bot may not change, is nobody's.

    Raises:
        REQUEST_ERRORS: Discord fails, or asks to wait for longer than half a minute.
    """
    role = guild.get_role(role_id)
    if role is None:
        return False
    try:
        member = await guild.fetch_member(user_id)
        await (member.add_roles if gives else member.remove_roles)(role, reason=REASON)
    except discord.NotFound:  # the member has left, and with them their roles
        return False
    except discord.Forbidden as error:
        _log.info("A role of server %s may not be changed: %s", guild.id, error)
        return not gives
    return gives
