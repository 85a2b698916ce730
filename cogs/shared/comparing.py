"""Compares what channels show with what they are to show, and corrects what differs.

A change that a crash kept from a channel is shown after the start, because it is due. But nobody tells the bot
that a message was deleted, or that Discord has lost an edit that it had confirmed.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

import discord
from cachetools import LRUCache

from cogs.shared.contents import words_of
from cogs.shared.responses import REQUEST_ERRORS, UNKNOWN_CHANNEL, UNKNOWN_MESSAGE
from db.posts import PostRecord
from db.records import TableRecord
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)

COMPARE_EVERY = timedelta(hours=1)
"""How long to wait between two comparisons."""
PAUSE = 0.5
"""Seconds between two messages: at most two requests a second, of the 50 that Discord allows."""
MOST_CORRECTED = 1000
"""Of how many messages that have been corrected it is remembered what they said."""
AT_ONCE = 20
"""How many tables or posts are read from the store at once."""

Kept = TableRecord | PostRecord
"""Something that a message in a channel shows, if it has one."""

T = TypeVar("T", TableRecord, PostRecord)


class Source(Protocol[T]):
    """What keeps messages of one sort, and corrects them."""

    async def open_after(self, last: int, limit: int, /) -> Sequence[T]:
        """The next after this id about which something still goes on."""
        ...

    def is_known(self, kept: T, since: datetime, /) -> bool:
        """Whether Discord has confirmed since then what the message shows, or nobody can say what it is to show."""
        ...

    async def is_right(self, kept: T, message: discord.Message, /) -> bool:
        """Whether the message says what it is to say."""
        ...

    async def gone(self, kept: T, /) -> None:
        """The message is gone."""
        ...

    async def differs(self, kept: T, /) -> None:
        """The message says something else."""
        ...


class Comparison:
    """Reads the message of every open table and post once an hour, one after another.

    One request for each is enough, and it is made again only if its message is missing or says something else. A
    message that was posted or edited in the last half of an hour is left to the next comparison.
    """

    def __init__(self, client: discord.Client, sleep: Sleep, *sources: Source[Any]) -> None:
        self._client = client
        self._sleep = sleep
        self._sources = sources
        self._task: asyncio.Task[None] | None = None
        self._corrected: LRUCache[int, int] = LRUCache(MOST_CORRECTED)
        """What messages said that have been corrected. If they say so again, it is Discord's way to write it."""

    def start(self, every: timedelta) -> None:
        """Compare everything at this interval from now on."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._compare_forever(every))

    async def close(self) -> None:
        """Stop comparing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _compare_forever(self, every: timedelta) -> None:
        while True:
            await self._sleep(every.total_seconds())
            try:
                for source in self._sources:
                    await self._compare_all(source, every / 2)
            except Exception:
                _log.exception("What channels show could not be compared with what is stored")

    async def _compare_all(self, source: Source[Any], too_new: timedelta) -> None:
        last = 0
        while found := await source.open_after(last, AT_ONCE):
            for kept in found:
                since = discord.utils.utcnow() - too_new
                if kept.message_id is None or discord.utils.snowflake_time(kept.message_id) > since:
                    continue
                if not source.is_known(kept, since):
                    with suppress(*REQUEST_ERRORS):
                        await self._compare(source, kept)
                    await self._sleep(PAUSE)
            last = found[-1].id

    async def _compare(self, source: Source[Any], kept: Kept) -> None:
        message = await read(self._client, kept)
        if message is None:
            await source.gone(kept)
            return
        if await source.is_right(kept, message):
            self._corrected.pop(message.id, None)
        elif self._corrected.get(message.id) != (said := words_of(message)):
            _log.info("Message %s says something else, and is shown again", message.id)
            self._corrected[message.id] = said
            await source.differs(kept)


async def read(client: discord.Client, kept: Kept) -> discord.Message | None:
    """The message that shows something; ``None`` if it is gone. Raises an error if Discord does not show it."""
    assert kept.channel_id is not None
    assert kept.message_id is not None
    try:
        return await client.get_partial_messageable(kept.channel_id).fetch_message(kept.message_id)
    except REQUEST_ERRORS as error:
        if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL):
            return None
        _log.info("Message %s could not be read: %s", kept.message_id, error)
        raise
