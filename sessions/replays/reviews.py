"""The moves of a finished game that cost a player most, as the strongest computer estimates."""

from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from engines.contract import Game
from engines.texts import Text, say
from opponents.reasons import reason
from sessions.computers.thinking import Thinker
from sessions.computers.workers import WorkerFailed
from sessions.replays.replays import PastDecision, Replays
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.seats import own_seat

MOST = 3
"""How many moves are shown."""
LEAST_COST = 0.08
"""A move that costs less than this share of the win may well have been the best one."""
DECISIONS = 300
"""If a member made more decisions, only this many are reviewed, spread over the whole game, and the review says so."""
SUSPECTS = 8
"""How many decisions get a close look, after a first look at all."""
FIRST_LOOK, CLOSE_LOOK = 150, 1000
"""How many games are played ahead for a decision. A count, not a time, so a review always says the same."""
CAPACITY = 100
"""How many reviews are remembered."""


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that lowered a player's estimated share of the win from ``best`` to ``got``, and what was better."""

    number: int
    played: Text
    better: Text
    reasons: tuple[Text, ...]
    best: float
    got: float

    @property
    def cost(self) -> float:
        """The share of the win that it cost."""
        return self.best - self.got


@dataclass(frozen=True, slots=True)
class Review:
    """The costliest of a member's moves, and how many of their decisions it looked at."""

    moves: tuple[CostlyMove, ...]
    looked_at: int
    decisions: int


class Reviews:
    """Reviews finished games from the seats of their players."""

    def __init__(self, cache: TableCache, replays: Replays, thinker: Thinker) -> None:
        self._cache = cache
        self._replays = replays
        self._thinker = thinker
        self._known: LRUCache[tuple[int, int], Review] = LRUCache(CAPACITY)

    async def check(self, table_id: int, user_id: int) -> None:
        """Raise ``Refused`` unless this member can review their moves in this game."""
        await self._decisions(table_id, user_id)

    async def costliest(self, table_id: int, user_id: int) -> Review:
        """The moves that cost this member most, worst first. Takes some seconds. Raises ``Refused``."""
        game, decisions = await self._decisions(table_id, user_id)
        key = table_id, user_id
        async with self._cache.lock("review", user_id):  # one at a time
            if key not in self._known:
                self._known[key] = await self._review(game, decisions)
            return self._known[key]

    async def _decisions(self, table_id: int, user_id: int) -> tuple[Game[Any], list[PastDecision]]:
        """The member's decisions."""
        entry = await self._cache.get(table_id)
        # In other games a computer has played on for a player who gave up.
        own = entry.table.seat_of(user_id) if entry.table.mode.is_private else None
        return await self._replays.decisions(table_id, (own or own_seat(entry, user_id)).seat)

    async def _review(self, game: Game[Any], decisions: list[PastDecision]) -> Review:
        found: list[tuple[float, PastDecision]] = []
        step = -(-len(decisions) // DECISIONS) or 1
        reviewed = decisions[::step]
        for decision in reviewed:  # one after another, so that the other workers are left to games in progress
            costly = await self._look(game, decision, FIRST_LOOK)
            if costly is not None:
                found.append((costly.cost, decision))
        found.sort(key=lambda pair: -pair[0])
        closely = [await self._look(game, decision, CLOSE_LOOK) for _, decision in found[:SUSPECTS]]
        worst = sorted(filter(None, closely), key=lambda costly: -costly.cost)[:MOST]
        return Review(tuple(worst), len(reviewed), len(decisions))

    async def _look(self, game: Game[Any], decision: PastDecision, simulations: int) -> CostlyMove | None:
        """What would have been better than this decision, if anything."""
        view, played, seed = decision.view, decision.action, str(decision.number)
        try:
            thought = await self._thinker.judge(game, view, played, seed, simulations)
        except WorkerFailed:
            raise Refused(say("The computer could not look at your moves just now. Try again in a minute.")) from None
        if thought.action == played:
            return None
        best, got = (
            next(one.estimate for one in thought.considered if one.action == action)
            for action in (thought.action, played)
        )
        if best - got < LEAST_COST:
            return None
        labels = game.label(view, played), game.label(view, thought.action)
        return CostlyMove(decision.number, *labels, reason(game, view, thought), best, got)
