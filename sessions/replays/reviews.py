"""The moves of a finished game that cost a player most, as a hard computer estimates."""

from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from db.records import TableRecord
from engines.contract import Game
from engines.texts import Text, say
from opponents import Thought
from opponents.reasons import reason
from opponents.reasons.base import CLOSE, FEW_TRIALS
from sessions.computers.thinking import Thinker
from sessions.computers.workers import WorkerFailed
from sessions.replays.replays import PastDecision, Replays, require_finished
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.seats import own_seat

MOST = 3
"""How many moves are shown."""
LEAST_COST = 0.08
"""A move that costs this share of the win is listed, and who loses no more in all has played well."""
SUSPICIOUS = LEAST_COST / 2
"""A move that seems to cost this much at first is worth a close look."""
DECISIONS = 300
"""If a member made more decisions, only this many are reviewed, spread over the whole game, and the review says so."""
SUSPECTS = 8
"""How many decisions get a close look, after a first look at all."""
FIRST_LOOK, CLOSE_LOOK = 150, 1000
"""How many simulations are made for a decision. A count, not a time, so a review always says the same."""
LONG_GAME, MORE = 220, 4
"""With fewer decisions than this, each first look is so much longer that all take as much time, up to so many times."""
GAMES = 100
"""How often the deal is played again to see how good it was."""
MOST_CHOICES = 5
"""How many actions are kept of a decision, to ask others for the best of them."""
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
    choices: tuple[str, ...] = ()
    """Actions by their texts: the best one, the one played, and others that are clearly worse than the best."""

    @property
    def cost(self) -> float:
        """The share of the win that it cost."""
        return self.best - self.got


@dataclass(frozen=True, slots=True)
class FineMove:
    """A move that was worth ``got``, when the next best was worth only ``next_best`` (too rarely tried if ``None``)."""

    number: int
    played: Text
    got: float
    next_best: float | None


@dataclass(frozen=True, slots=True)
class Review:
    """What decided a game for a member: the deal, all their decisions, and single ones.

    ``luck`` is the share of games that equal computers win with the member's cards, and ``even`` what it would be if
    all hands were equal. ``lost`` is the share of a win that all decisions cost, also those that are not listed.
    ``looked_at`` of so many ``decisions`` were examined.
    """

    moves: tuple[CostlyMove, ...]
    looked_at: int
    decisions: int
    luck: float
    even: float
    lost: float = 0.0
    best: FineMove | None = None


@dataclass(frozen=True, slots=True)
class _Judgement:
    """What a hard player thinks of a decision."""

    decision: PastDecision
    thought: Thought[Any]

    @property
    def cost(self) -> float:
        """The share of the win that the decision cost; 0 unless another action was better beyond doubt."""
        if self.thought.action == self.decision.action:
            return 0.0
        return self.worth(self.thought.action) - self.worth(self.decision.action)

    @property
    def suspicion(self) -> float:
        """How much better the best other action looks, whether or not beyond doubt."""
        return self.next_best - self.worth(self.decision.action)

    @property
    def lead(self) -> float:
        """How much better the decision was than the next best; 0 unless it was the best one."""
        return self.worth(self.decision.action) - self.next_best if not self.cost else 0.0

    @property
    def sure_next_best(self) -> float | None:
        """The same of the actions that were tried often enough to quote an estimate; ``None`` if there are none."""
        others = [one for one in self.thought.considered if one.action != self.decision.action]
        return max((one.estimate for one in others if one.visits >= FEW_TRIALS), default=None)

    @property
    def next_best(self) -> float:
        """The worth of the best other action that was considered, or that of the decision if there is none."""
        others = [one.estimate for one in self.thought.considered if one.action != self.decision.action]
        return max(others, default=self.worth(self.decision.action))

    def worth(self, action: Any) -> float:
        """The estimated share of the win after an action."""
        return next((one.estimate for one in self.thought.considered if one.action == action), 0.0)


class Reviews:
    """Reviews finished games from the seats of their players."""

    def __init__(self, cache: TableCache, replays: Replays, thinker: Thinker) -> None:
        self._cache = cache
        self._replays = replays
        self._thinker = thinker
        self._known: LRUCache[tuple[int, int], Review] = LRUCache(CAPACITY)

    async def check(self, table_id: int, user_id: int) -> None:
        """Raise ``Refused`` unless this member can review their moves in this game."""
        entry = await self._cache.get(table_id)
        _seat(entry, user_id)
        require_finished(entry, self._cache.now())

    async def costliest(self, table_id: int, user_id: int) -> Review:
        """The moves that cost this member most, worst first. Takes some seconds. Raises ``Refused``."""
        await self.check(table_id, user_id)
        key = table_id, user_id
        async with self._cache.lock("review", user_id):  # one at a time
            if key not in self._known:
                entry = await self._cache.get(table_id)
                seat = _seat(entry, user_id)
                game, decisions = await self._replays.decisions(table_id, seat)
                try:
                    self._known[key] = await self._review(game, entry.table, seat, decisions)
                except WorkerFailed:
                    raise Refused(
                        say("The computer could not look at your moves just now. Try again in a minute.")
                    ) from None
            return self._known[key]

    async def _review(self, game: Game[Any], table: TableRecord, seat: int, decisions: list[PastDecision]) -> Review:
        step = -(-len(decisions) // DECISIONS) or 1
        chosen = decisions[::step]
        first_look = int(FIRST_LOOK * min(MORE, max(1, LONG_GAME / max(len(chosen), 1))))
        # One after another, so that the other workers are left to games in progress.
        looked = [await self._look(game, decision, first_look) for decision in chosen]
        suspects = sorted((one for one in looked if one.suspicion >= SUSPICIOUS), key=lambda one: -one.suspicion)
        closely = [await self._look(game, one.decision, CLOSE_LOOK) for one in suspects[:SUSPECTS]]
        looked_closely = {one.decision.number for one in closely}
        final = [*closely, *(one for one in looked if one.decision.number not in looked_closely)]
        lost = sum(one.cost for one in final)
        seats = len(table.seats)
        assert table.seed is not None
        options = game.Options.model_validate(table.options)
        luck = await self._thinker.fortune(game, seats, table.seed, options, GAMES)
        return Review(
            moves=tuple(_in_words(game, one) for one in _costliest(closely, lost)[:MOST]),
            looked_at=len(looked),
            decisions=len(decisions),
            luck=luck[seat],
            even=1 / len(game.sides(seats)),
            lost=lost,
            best=await self._best(game, looked),
        )

    async def _best(self, game: Game[Any], looked: list[_Judgement]) -> FineMove | None:
        """The move that was most clearly better than all others, if a close look agrees."""
        most = max(looked, key=lambda one: one.lead, default=None)
        if most is None or most.lead < LEAST_COST:
            return None
        closely = await self._look(game, most.decision, CLOSE_LOOK)
        if closely.lead < LEAST_COST:
            return None
        decision, got = closely.decision, closely.worth(closely.decision.action)
        return FineMove(decision.number, game.label(decision.view, decision.action), got, closely.sure_next_best)

    async def _look(self, game: Game[Any], decision: PastDecision, simulations: int) -> _Judgement:
        thought = await self._thinker.judge(game, decision.view, decision.action, str(decision.number), simulations)
        return _Judgement(decision, thought)


def _seat(entry: CachedTable, user_id: int) -> int:
    """The seat from which this member made moves. Raises ``Refused`` if there is none."""
    # In other games a computer has played on for a player who gave up.
    own = entry.table.seat_of(user_id) if entry.table.purpose.is_private else None
    return (own or own_seat(entry, user_id)).seat


def _costliest(judged: list[_Judgement], lost: float) -> list[_Judgement]:
    """Those that cost much, or a good part of all that was ``lost``, worst first.

    In a match of several deals each costs little of the whole.
    """
    least = max(CLOSE, min(LEAST_COST, lost / (2 * MOST)))
    return sorted((one for one in judged if one.cost >= least), key=lambda one: -one.cost)


def _in_words(game: Game[Any], costly: _Judgement) -> CostlyMove:
    decision, thought = costly.decision, costly.thought
    labels = game.label(decision.view, decision.action), game.label(decision.view, thought.action)
    why = reason(game, decision.view, thought, decision.action)
    best, got = costly.worth(thought.action), costly.worth(decision.action)
    return CostlyMove(decision.number, *labels, why, best, got, _choices(costly, best))


def _choices(costly: _Judgement, best: float) -> tuple[str, ...]:
    """The best action, the one played, and the next best of those that are clearly worse than the best."""
    ranked = sorted(costly.thought.considered, key=lambda one: -one.estimate)
    worse = [str(one.action) for one in ranked if one.estimate <= best - LEAST_COST]
    first = (str(costly.thought.action), str(costly.decision.action))
    return (*first, *[text for text in worse if text not in first][: MOST_CHOICES - len(first)])
