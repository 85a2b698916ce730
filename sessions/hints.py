"""Hints in practice games: the move that the strongest computer would make, and why."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engines.contract import Game, View
from engines.texts import Text, say
from opponents import Level, Thought
from opponents.reasons import reason
from sessions.refusals import Refused
from sessions.seats import seat_in_play
from sessions.table_cache import TableCache
from sessions.thinking import Thinker


@dataclass(frozen=True, slots=True)
class Hint:
    """The recommended action in the position of ``view``, and the reasons for it."""

    game: Game[Any]
    view: View[Any]
    thought: Thought[Any]
    reasons: tuple[Text, ...]


class Hints:
    """Gives hints where they harm nobody: in games against computers only."""

    def __init__(self, cache: TableCache, thinker: Thinker, seed: Callable[[], str]) -> None:
        self._cache = cache
        self._thinker = thinker
        self._seed = seed

    async def check(self, table_id: int, user_id: int) -> tuple[Game[Any], View[Any]]:
        """The game, and what this member sees of it now. Raises ``Refused`` if they may not have a hint."""
        entry = await self._cache.get(table_id)
        live, seat = seat_in_play(entry, user_id)
        if len(entry.table.users) > 1:
            raise Refused(say("Hints are for practice against computers only. Here they would be unfair."))
        if seat not in live.state.to_act:
            raise Refused(say("It is not your turn; ask again when it is."))
        return live.game, live.state.view(seat)

    async def hint(self, table_id: int, user_id: int) -> Hint:
        """Recommend a move, which takes about a second. Raises ``Refused``."""
        game, view = await self.check(table_id, user_id)
        thought = await self._thinker.think(game, view, Level.HARD, self._seed())
        return Hint(game, view, thought, reason(game, view, thought))
