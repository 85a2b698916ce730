"""Threads: finding, archiving and reopening them.

Discord reopens an archived thread when somebody posts in it, but refuses to edit messages there (error 50083).
Whoever made a thread may archive it. Whoever may write in a thread may reopen it unless it is locked.
"""

import logging

import aiohttp
import discord

_log = logging.getLogger(__name__)


async def find_thread(client: discord.Client, channel_id: int) -> discord.Thread | None:
    """The thread with this id, archived or not; ``None`` if it is a channel of another kind."""
    channel = client.get_channel(channel_id) or await client.fetch_channel(channel_id)
    return channel if isinstance(channel, discord.Thread) else None


async def archive(client: discord.Client, channel_id: int) -> None:
    """Archive a thread that is open. Raises an error if Discord refuses."""
    thread = await find_thread(client, channel_id)
    if thread is not None and not thread.archived:
        await thread.edit(archived=True)


async def reopen(client: discord.Client, channel_id: int) -> bool:
    """Reopen a thread. Returns whether that worked: it may be locked, deleted or no thread at all."""
    try:
        thread = await find_thread(client, channel_id)
        if thread is None:
            return False
        await thread.edit(archived=False)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        _log.info("Thread %s could not be reopened: %s", channel_id, error)
        return False
    return True
