"""Members of a server: who is one, and which roles they are given."""

import logging

import discord

from cogs.shared.responses import UNKNOWN_MEMBER, UNKNOWN_USER

_log = logging.getLogger(__name__)

REASON = "Cardroom: /settings, roles for the best"
"""What the server's audit log says."""


async def member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """A member of the server as they are now; ``None`` if Discord says that they are none.

    Raises:
        REQUEST_ERRORS: Discord does not say. A server that it does not know now is no reason to take all for gone.
    """
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound as error:
        if error.code not in (UNKNOWN_MEMBER, UNKNOWN_USER):
            raise
        return None


async def change_role(guild: discord.Guild, role_id: int, user_id: int, *, gives: bool) -> bool:
    """Give a role to a member or take it from them, whether they have it or not, and return whether it is given.

    A role that is gone, and one that the bot may not change, is nobody's. Discord is asked, because the bot does not
    know the roles of a server that was out of reach when it started.

    Raises:
        REQUEST_ERRORS: Discord fails, or asks to wait for longer than half a minute.
    """
    member, role = await member_of(guild, user_id), discord.Object(role_id)
    if member is None:  # with them their roles are gone
        return False
    try:
        await (member.add_roles if gives else member.remove_roles)(role, reason=REASON)
    except discord.NotFound:  # the role is gone
        return False
    except discord.Forbidden as error:
        _log.info("A role of server %s may not be changed: %s", guild.id, error)
        return not gives
    return gives
