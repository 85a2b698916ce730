"""Compares what channels show with what they are to show, and corrects what differs.

A change that a crash kept from a channel is shown after the start, because it is due. But nobody tells the bot
that a message was deleted, or that Discord has lost an edit that it had confirmed.
"""

import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial

import discord
from cachetools import LRUCache

from cogs.shared.contents import words_of
from cogs.shared.posts import Keeper, PostLedger
from cogs.shared.responses import REQUEST_ERRORS
from db.posts import PostRecord
from sessions.shared.timer import Repeating, Sleep

_log = logging.getLogger(__name__)

COMPARE_EVERY = timedelta(hours=1)
"""How long to wait between two comparisons."""
PAUSE = 0.5
"""Seconds between two messages: at most two requests a second, of the 50 that Discord allows."""
MOST_CORRECTED = 1000
"""Of how many messages that have been corrected it is remembered what they said."""
AT_ONCE = 20
"""How many tables or posts are read from the store at once."""


class Comparison(Repeating):
    """Reads the message of every open table and post once an hour, one after another.

    One request for each is enough, and it is made again only if its message is missing or says something else. A
    message that was posted or edited in the last half of an hour is left to the next comparison.
    """

    def __init__(self, keeper: Keeper, sleep: Sleep) -> None:
        super().__init__(sleep)
        self._keeper = keeper
        self._corrected: LRUCache[int, int] = LRUCache(MOST_CORRECTED)
        """What messages said that have been corrected. If they say so again, it is Discord's way to write it."""

    def start(self, every: timedelta) -> None:
        """Compare everything at this interval from now on."""
        failure = "What channels show could not be compared with what is stored"
        self.repeat(partial(self._compare_all, every / 2), every.total_seconds(), failure, waits=True)

    async def _compare_all(self, too_new: timedelta) -> None:
        for ledger in self._keeper.ledgers:
            await self._compare_in(ledger, too_new)

    async def _compare_in(self, ledger: PostLedger, too_new: timedelta) -> None:
        last = 0
        while found := await ledger.open_after(last, AT_ONCE):
            for post in found:
                since = discord.utils.utcnow() - too_new
                if post.message_id is None or discord.utils.snowflake_time(post.message_id) > since:
                    continue
                if not self._keeper.is_known(post, since):
                    with suppress(*REQUEST_ERRORS):
                        await self._compare(post)
                    await self._sleep(PAUSE)
            last = found[-1].id

    async def _compare(self, post: PostRecord) -> None:
        message = await self._keeper.messages.read(post)
        if message is None:
            await self._keeper.gone(post)
            return
        if await self._keeper.is_right(post, message):
            self._corrected.pop(message.id, None)
        elif self._corrected.get(message.id) != (said := words_of(message)):
            _log.info("Message %s says something else, and is shown again", message.id)
            self._corrected[message.id] = said
            await self._keeper.differs(post)
