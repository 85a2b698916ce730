"""Folds old games to their results, if the host wants that: what is deleted is what only replays need."""

import logging
from datetime import datetime, timedelta
from functools import partial

from sessions.shared.timer import Repeating, Sleep
from sessions.tables.cache import TableCache

_log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(hours=12)
"""How often to look for games that have become old."""
AT_ONCE = 50
"""How many games one transaction folds: few, so that no player waits long."""
PAUSE = 1.0
"""Seconds between two of them."""


class Folding(Repeating):
    """Deletes the moves of finished games some time after their ends. Results, ratings and seeds stay."""

    def __init__(self, cache: TableCache, sleep: Sleep) -> None:
        super().__init__(sleep)
        self._cache = cache
        self._store = cache.store.folding
        self._now = cache.now

    def start(self, kept_for: timedelta) -> None:
        """From now on, fold games that were finished so long ago."""
        failure = "Old games could not be folded to their results"
        self.repeat(partial(self._fold_old, kept_for), LOOK_EVERY.total_seconds(), failure)

    async def fold_before(self, time: datetime) -> int:
        """Fold the games that were finished before this time, and return how many there were."""
        folded = last = 0
        while table_ids := await self._store.due(time, self._now(), AT_ONCE, after=last):
            async with self._cache.rewriting(table_ids):
                await self._store.fold(table_ids)
            folded, last = folded + len(table_ids), table_ids[-1]
            await self._sleep(PAUSE)
        return folded

    async def _fold_old(self, kept_for: timedelta) -> None:
        if folded := await self.fold_before(self._now() - kept_for):
            _log.info("The moves of %d games were deleted, which ended %d days ago", folded, kept_for.days)
