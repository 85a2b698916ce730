"""Hints in practice games: the best move as a hard computer judges, and why. Reviews give it the same figures."""

from dataclasses import dataclass, replace
from typing import Any, Self

from cachetools import LRUCache

from engines.contract import Game, View
from engines.scenes import Decision, Question
from engines.texts import Text, say
from opponents import Thought
from opponents.reasons import reason
from sessions.computers.thinking import Thinker
from sessions.computers.workers import WorkerFailed
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.live import LiveGame

CAPACITY = 1_000
"""How many hints are remembered."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is recommended in the position of ``view``, the reasons, and what ``then`` if both are chosen together."""

    game: Game[Any]
    view: View[Any]
    thought: Thought[Any]
    reasons: tuple[Text, ...]
    then: Self | None = None


class Hints:
    """Gives hints where they harm nobody: in games against computers only."""

    def __init__(self, cache: TableCache, thinker: Thinker) -> None:
        self._cache = cache
        self._thinker = thinker
        self._known: LRUCache[tuple[int, int], Hint] = LRUCache(CAPACITY)
        """The latest hints, by table and revision: nobody makes the computer think twice about a position."""

    async def check(self, table_id: int, user_id: int) -> tuple[Game[Any], View[Any]]:
        """The game, and this member's view of it. Raises ``Refused`` if they may not have a hint."""
        _, live, seat = await self._in_practice(table_id, user_id)
        return live.game, live.view(seat)

    async def hint(self, table_id: int, user_id: int) -> Hint:
        """Recommend a move. Takes about a second, or two for actions chosen together. Raises ``Refused``."""
        async with self._cache.lock("hint", user_id):  # one at a time
            rev, live, seat = await self._in_practice(table_id, user_id)
            key = table_id, rev
            if key not in self._known:
                self._known[key] = await self._advise_all(live, seat, user_id)
            return self._known[key]

    async def _advise_all(self, live: LiveGame, seat: int, user_id: int) -> Hint:
        state = live.state.clone()
        first = await self._advise(live.game, state.view(seat), user_id)
        if not _goes_on_with(live.game, first.view, first.thought.action):
            return first
        state.apply(seat, first.thought.action)
        return replace(first, then=await self._advise(live.game, state.view(seat), user_id))

    async def _in_practice(self, table_id: int, user_id: int) -> tuple[int, LiveGame, int]:
        entry = await self._cache.get(table_id)
        live, seat = entry.seat_in_play(user_id)
        if len(entry.table.users) > 1:
            raise Refused(say("Hints are for practice against computers only. Here they would be unfair."))
        if not entry.table.purpose.allows_hints:
            raise Refused(say("There are no hints in the game of the day, so that everybody plays unaided."))
        if seat not in live.state.to_act:
            raise Refused(say("It is not your turn; ask again when it is."))
        return entry.table.rev, live, seat

    async def _advise(self, game: Game[Any], view: View[Any], user_id: int) -> Hint:
        try:
            thought, _ = await self._thinker.judge(game, view, asked_by=user_id)
        except WorkerFailed:
            raise Refused(say("The computer has no hint just now. Try again in a minute.")) from None
        return Hint(game, view, thought, reason(game, view, thought))


def _goes_on_with(game: Game[Any], view: View[Any], action: Any) -> bool:
    """Whether the player chooses this action only together with the next one."""
    question = game.ask(view, ())
    if not isinstance(question, Question) or question.most > 1:
        return False
    ways = [game.ask(view, (choice.key,)) for choice in question.choices]
    decisions = [way.actions for way in ways if isinstance(way, Decision) and way.actions[0] == action]
    return bool(decisions) and all(len(actions) > 1 for actions in decisions)
