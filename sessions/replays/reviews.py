"""The moves of a finished game that cost a player most, as a hard computer estimates."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from db.records import Considered as StoredConsidered
from db.records import JudgedMove, ReviewRecord, TableRecord
from engines.contract import Game
from engines.texts import Text, say
from opponents import JUDGES_VERSION, Considered, Thought
from opponents.reasons import MOST_ABOUT_THE_GAME, telling
from opponents.thoughts import CLOSE, FEW_TRIALS
from sessions.computers.thinking import Thinker
from sessions.computers.workers import WorkerFailed
from sessions.replays.replays import PastDecision, Replays, error_of, is_sure, require_finished
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache

MOST = 3
"""How many moves are shown."""
LEAST_COST = 0.08
"""A move that costs this share of the win of a deal is listed, and who loses no more in all has played well."""
DECISIONS = 300
"""If a member made more decisions, only this many are reviewed, spread over the whole game, and the review says so."""
PATIENCE, LONGEST = 8.0, 3.0
"""How many times the usual thinking time is spent on a review, and on a single decision at most."""
AHEAD = 2.0
"""How many times its share of the time that is left a decision may have: most need less than half of theirs."""
GAMES = 100
"""How often the deal is played again to see how good it was."""
LEAST_STAKE = 0.02
"""Where even less hangs on a deal, the match is decided, and figures cannot tell moves apart."""
LEAST_TRIED = 0.5
"""The share of the decisions that must have been tried often enough, or nothing is said about the play as a whole."""
DOUBT = 2.0
"""A move has certainly cost something if its loss is this many times its standard error."""
MOST_KEPT = 6
"""How many of the actions that were compared are stored, best first, and what was played."""
MOST_CHOICES = 5
"""How many actions are kept of a decision, to ask others for the best of them."""

Progress = Callable[[int, int], Awaitable[None]]
"""Is told how many decisions have been looked at, and of how many."""


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move that lowered a player's estimated share of the win from ``best`` to ``got``, and what was better."""

    number: int
    played: Text
    better: Text
    reasons: tuple[Text, ...]
    best: float
    got: float
    cost: float
    """As a share of what hung on the deal: all that there is to win, unless it is one of several in a match."""
    is_sure: bool = True
    """Whether the figures can be shown. That a move cost much can be clear though nobody knows how much."""
    choices: tuple[str, ...] = ()
    """Actions by their texts: the best one, the one played, and others that are clearly worse than the best."""


@dataclass(frozen=True, slots=True)
class FineMove:
    """A move that was worth ``got``, when the next best, tried as often, was worth only ``next_best``."""

    number: int
    played: Text
    got: float
    next_best: float


@dataclass(frozen=True, slots=True)
class Review:
    """What decided a game for a member: the deal, all their decisions, and single ones.

    ``luck`` is the share of games that equal computers win with the member's cards, ``even`` with equal hands.
    ``lost`` is the share of a win (of one deal, in a match of several) that all decisions cost; ``None`` if too few
    were ``looked_at`` for long enough.
    """

    moves: tuple[CostlyMove, ...]
    looked_at: int
    decisions: int
    luck: float
    even: float
    lost: float | None = None
    best: FineMove | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision, and what it was worth as it is stored: what is best beyond doubt comes first."""

    decision: PastDecision
    judged: JudgedMove

    def thought(self, game: Game[Any]) -> Thought[Any]:
        """What the judge thought."""
        told = self.judged.considered
        considered = tuple(Considered(game.parse(text), worth, visits, *error) for text, worth, visits, *error in told)
        return Thought(game.parse(self.best), considered, self.judged.stake)

    @property
    def best(self) -> str:
        """The best action by its text."""
        return self.judged.considered[0][0] if self.judged.considered else str(self.decision.action)

    @property
    def loss(self) -> float:
        """The share of the win that the decision cost; 0 unless another action was better beyond doubt."""
        return max(self.worth(self.best) - self.worth(str(self.decision.action)), 0.0)

    @property
    def cost(self) -> float:
        """The same as a share of what hung on the deal: in a long match, no decision costs much of the whole."""
        return min(self.loss / max(self.judged.stake, LEAST_STAKE), 1.0)

    @property
    def is_sure(self) -> bool:
        """Whether the figures of what was played and of what was best can be shown."""
        return all(map(is_sure, self._compared))

    @property
    def is_clear(self) -> bool:
        """Whether the decision cost something beyond doubt, even if the figures are vague."""
        errors = [error_of(one) for one in self._compared]
        return self.loss > DOUBT * hypot(*errors) and self.is_tried

    @property
    def is_tried(self) -> bool:
        """Whether what was played and what was best were tried often enough to tell a loss."""
        return all(one[2] >= FEW_TRIALS for one in self._compared)

    @property
    def _compared(self) -> list[StoredConsidered]:
        wanted = {self.best, str(self.decision.action)}
        return [one for one in self.judged.considered if one[0] in wanted]

    @property
    def next_best(self) -> StoredConsidered | None:
        """The best other action, tried as often; ``None`` if there was none."""
        others = [one for one in self.judged.considered if one[0] != str(self.decision.action)]
        return max(others, key=lambda one: one[1], default=None)

    @property
    def lead(self) -> float:
        """How much better the decision was than the next best; 0 unless it was the best one."""
        other = self.next_best
        if self.loss or other is None or not (self.is_sure and is_sure(other)):
            return 0.0
        return self.worth(str(self.decision.action)) - other[1]

    def worth(self, text: str) -> float:
        """The estimated share of the win after an action."""
        return next((one[1] for one in self.judged.considered if one[0] == text), 0.0)


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """All ``decisions`` of a player in a game of ``seats`` and ``deals``, as judged: what is said about it follows."""

    game: Game[Any]
    seats: int
    record: ReviewRecord
    decisions: Sequence[PastDecision]
    deals: int

    def review(self) -> Review:
        """What is said about the game."""
        judged = self.judged
        best = max(judged, key=lambda one: one.lead, default=None)
        tried = [one for one in judged if one.is_tried]
        return Review(
            moves=tuple(_in_words(self.game, one) for one in self.costliest(MOST)),
            looked_at=len(judged),
            decisions=len(self.decisions),
            luck=self.record.luck,
            even=1 / len(self.game.sides(self.seats)),
            lost=self.lost if tried and len(tried) >= LEAST_TRIED * len(judged) else None,
            best=_fine(self.game, best) if best is not None and best.lead >= LEAST_COST else None,
        )

    @property
    def judged(self) -> list[Judgement]:
        """The decisions that were looked at."""
        made = {decision.number: decision for decision in self.decisions}
        return [Judgement(made[one.number], one) for one in self.record.judged if one.number in made]

    @property
    def lost(self) -> float:
        """The share of a win that all decisions cost; in a match of several deals, for each of them."""
        return sum(one.cost for one in self.judged) / max(self.deals, 1)

    def costliest(self, most: int) -> list[Judgement]:
        """The decisions that cost much, worst first."""
        return _costliest(self.judged, self.lost)[:most]


class Reviews:
    """Reviews finished games from the seats of their players. Each is judged once and stored."""

    def __init__(self, cache: TableCache, replays: Replays, thinker: Thinker) -> None:
        self._cache = cache
        self._replays = replays
        self._thinker = thinker

    async def check(self, table_id: int, user_id: int) -> None:
        """Raise ``Refused`` unless this member can review their moves in this game."""
        entry = await self._cache.get(table_id)
        _seat(entry, user_id)
        require_finished(entry)

    async def is_judged(self, table_id: int, user_id: int) -> bool:
        """Whether all that this member did in a game has been judged. Raises ``Refused``."""
        await self.check(table_id, user_id)
        seat = _seat(await self._cache.get(table_id), user_id)
        return await self._replays.reviewed(table_id, seat) is not None

    async def costliest(self, table_id: int, user_id: int, progress: Progress | None = None) -> Review:
        """The moves that cost this member most, worst first. Takes some seconds at first. Raises ``Refused``."""
        judged = await self.judged(table_id, user_id, progress)
        return await asyncio.to_thread(judged.review)

    async def judged(self, table_id: int, user_id: int, progress: Progress | None = None) -> JudgedGame:
        """What all decisions of this member were worth. Takes some seconds at first. Raises ``Refused``."""
        await self.check(table_id, user_id)
        async with self._cache.lock("review", user_id):  # one at a time
            entry = await self._cache.get(table_id)
            table, seat = entry.table, _seat(entry, user_id)
            game, decisions = await self._replays.decisions(table_id, seat)
            record = await self._replays.reviewed(table_id, seat)
            if record is None:
                try:
                    record = await self._judged(game, table, seat, decisions, progress)
                except WorkerFailed:
                    raise Refused(
                        say("The computer could not look at your moves just now. Try again in a minute.")
                    ) from None
                await self._replays.keep_review(record)
            deals = len(entry.live.scores()) if entry.live is not None else 1
        return JudgedGame(game, len(table.seats), record, decisions, deals)

    async def _judged(
        self, game: Game[Any], table: TableRecord, seat: int, decisions: list[PastDecision], progress: Progress | None
    ) -> ReviewRecord:
        chosen = decisions[:: -(-len(decisions) // DECISIONS) or 1]
        found, left = list[JudgedMove](), PATIENCE
        # One after another, so that moves come between. What one does not need is left to the others.
        for number, decision in enumerate(chosen):
            patience = min(AHEAD * max(left, 0.0) / (len(chosen) - number), LONGEST)
            thought, taken = await self._thinker.judge(game, decision.view, decision.action, patience)
            left -= taken
            found.append(_stored(decision, thought))
            if progress is not None:
                await progress(number + 1, len(chosen))
        assert table.seed is not None
        options = game.Options.model_validate(table.options)
        luck = await self._thinker.fortune(game, len(table.seats), table.seed, options, GAMES)
        return ReviewRecord(table.id, seat, JUDGES_VERSION, luck[seat], tuple(found))


def _stored(decision: PastDecision, thought: Thought[Any]) -> JudgedMove:
    """A judgement as it is stored: first what is best beyond doubt. Once others have won, there is none."""
    considered = () if thought.is_won else thought.considered
    ranked = sorted(considered, key=lambda one: (one.action != thought.action, -one.estimate))
    kept = [one for place, one in enumerate(ranked) if place < MOST_KEPT or one.action == decision.action]
    told = [(str(one.action), round(one.estimate, 4), one.visits, round(one.error, 4)) for one in kept]
    return JudgedMove(decision.number, round(thought.stake, 4), tuple(told))


def _fine(game: Game[Any], best: Judgement) -> FineMove:
    decision, other = best.decision, best.next_best
    assert other is not None
    got = best.worth(str(decision.action))
    return FineMove(decision.number, game.label(decision.view, decision.action), got, other[1])


def _seat(entry: CachedTable, user_id: int) -> int:
    """The seat from which this member made moves. Raises ``Refused`` if there is none."""
    # In other games a computer has played on for a player who gave up.
    own = entry.table.seat_of(user_id) if entry.table.purpose.is_private else None
    return (own or entry.own_seat(user_id)).seat


def _costliest(judged: Sequence[Judgement], lost: float) -> list[Judgement]:
    """Those that cost much of a deal, or a good part of all that was ``lost``, worst first, if that is certain."""
    least = max(CLOSE, min(LEAST_COST, lost / (2 * MOST)))
    known = [one for one in judged if one.cost >= least and (one.is_sure or one.is_clear)]
    return sorted(known, key=lambda one: -one.cost)


def _in_words(game: Game[Any], costly: Judgement) -> CostlyMove:
    decision, thought = costly.decision, costly.thought(game)
    labels = game.label(decision.view, decision.action), game.label(decision.view, thought.action)
    why = tuple(telling(game, decision.view, thought.action, decision.action)[:MOST_ABOUT_THE_GAME])
    got = costly.worth(str(decision.action))
    best, choices = costly.worth(costly.best), _choices(costly)
    return CostlyMove(decision.number, *labels, why, best, got, costly.cost, costly.is_sure, choices)


def _choices(costly: Judgement) -> tuple[str, ...]:
    """The best action, the one played, and the next best of those that are clearly worse than the best."""
    best = costly.worth(costly.best)
    ranked = sorted(costly.judged.considered, key=lambda one: -one[1])
    worse = [one[0] for one in ranked if one[1] <= best - LEAST_COST * max(costly.judged.stake, LEAST_STAKE)]
    first = (costly.best, str(costly.decision.action))
    return (*first, *[text for text in worse if text not in first][: MOST_CHOICES - len(first)])
