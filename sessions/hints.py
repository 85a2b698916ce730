"""Hints for who practises: the move that the strongest computer would make, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engines.contract import View
from engines.texts import Text, say
from opponents import Level, Thought
from opponents.reasons import reason
from sessions.refusals import Refused
from sessions.seats import seat_in_play
from sessions.table_cache import TableCache
from sessions.thinking import Thinker


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do in the position of ``view``, and why."""

    view: View[Any]
    thought: Thought[Any]
    reasons: tuple[Text, ...]


class Hints:
    """Gives advice where it harms nobody: in games against computers only."""

    def __init__(self, cache: TableCache, thinker: Thinker, seed: Callable[[], str]) -> None:
        self._cache = cache
        self._thinker = thinker
        self._seed = seed

    async def check(self, table_id: int, user_id: int) -> View[Any]:
        """What this member sees who may be given a hint now; raises ``Refused`` if that cannot be."""
        entry = await self._cache.get(table_id)
        live, seat = seat_in_play(entry, user_id)
        if len(entry.table.users) > 1:
            raise Refused(say("Hints are for practice against computers only: here they would be unfair."))
        if seat not in live.state.to_act:
            raise Refused(say("It is not your turn; ask again when it is."))
        return live.state.view(seat)

    async def hint(self, table_id: int, user_id: int) -> Hint:
        """The move to make now. It takes a second or so. Raises ``Refused``."""
        view = await self.check(table_id, user_id)
        thought = await self._thinker.think(view, Level.HARD, self._seed())
        return Hint(view, thought, reason(view, thought))
