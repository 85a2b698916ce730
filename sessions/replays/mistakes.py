"""Learning from one's own mistakes: positions in which a member's move cost much are asked again, as a lesson."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from db.records import TableRecord
from db.tables.games import Answered
from engines.contract import Game, State
from engines.kit.beats import told
from engines.lessons import Lesson, Step, Theme
from engines.texts import Text, say
from engines.tutoring import Reached
from opponents import Considered, Level, Thought, choose
from opponents.reasons import alike, reason
from sessions.computers.thinking import Thinker
from sessions.computers.workers import WorkerFailed
from sessions.replays.replays import Replays
from sessions.replays.reviews import JudgedGame, Judgement, Progress, Reviews
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

MOST_ASKED = 5
"""How many positions of a game are asked."""
NEARLY = 0.02
"""A move whose estimated share of the win is no further below the best one is right, too."""
AGAIN = timedelta(days=3)
"""What was missed is asked again after this time."""
LATEST = 10
"""Of how many of a member's games positions are asked."""
MOST_REPLIES, MOST_TOLD = 4, 3
"""How many moves of others follow a wrong move at most, and how many of the things that happened then are told."""
GONE = say("I no longer have these positions. Open them again from the result, or with /practice mistakes.")


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of a member, and the steps to be asked now (``None``: not judged yet) with the themes of some."""

    table: TableRecord
    game: Game[Any]
    waiting: Sequence[int] | None
    themes: Mapping[int, Theme] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OwnStep:
    """A position in which a move of a member cost much, as a step of a lesson of such positions."""

    table: TableRecord
    game: Game[Any]
    lesson: Lesson
    reached: Reached


@dataclass(frozen=True, slots=True)
class Answer:
    """What to say about a move: first the most important sentence."""

    is_right: bool
    remark: Text
    more: tuple[Text, ...]


class Mistakes:
    """Asks members about their own mistakes, and remembers when to ask again. It counts nowhere."""

    def __init__(self, cache: TableCache, reviews: Reviews, replays: Replays, thinker: Thinker) -> None:
        self._cache = cache
        self._games = cache.store.games
        self._reviews = reviews
        self._replays = replays
        self._thinker = thinker
        self._now = cache.now

    async def latest(self, user_id: int) -> list[OwnGame]:
        """The latest finished games of a member that can be looked at, latest first."""
        found: list[OwnGame] = []
        for table in await self._cache.store.tables.latest_games(user_id, LATEST):
            with suppress(Refused):
                is_judged = await self._reviews.is_judged(table.id, user_id)
                game = self._cache.games[table.game]
                found.append(await self.of(table.id, user_id) if is_judged else OwnGame(table, game, None))
        return found

    async def of(self, table_id: int, user_id: int, progress: Progress | None = None) -> OwnGame:
        """What to ask about a game. Takes some seconds if it is not judged yet. Raises ``Refused``."""
        judged = await self._reviews.judged(table_id, user_id, progress)
        table = (await self._cache.get(table_id)).table
        answered, now = await self._games.answered_mistakes(user_id, [table_id]), self._now()
        asked = dict(enumerate(_asked(judged)))
        waiting = [step for step, one in asked.items() if _is_due(answered, (table_id, one.decision.number), now)]
        themes = {step: theme for step in waiting for theme in _themes(judged.game, asked[step].best)}
        return OwnGame(table, judged.game, waiting, themes)

    async def step(self, table_id: int, user_id: int, number: int, theme: str = "") -> OwnStep:
        """A position to be asked, counted from 0, as one of a ``theme``. Raises ``Refused`` if there is none."""
        judged, asked = await self._known(table_id, user_id, number)
        lesson = await asyncio.to_thread(_lesson, table_id, judged, theme)
        state = await self._replays.state(table_id, asked.decision.number - 1)
        return OwnStep((await self._cache.get(table_id)).table, judged.game, lesson, Reached(state, None, ()))

    async def answer(self, table_id: int, user_id: int, number: int, actions: Sequence[Any]) -> Answer:
        """What to say about what the member would do now. Raises ``Refused``."""
        judged, asked = await self._known(table_id, user_id, number)
        game, view, action = judged.game, asked.decision.view, actions[0]
        thought, is_one = asked.thought(game), len(actions) == 1
        best = max(thought.considered, key=_estimate, default=Considered(thought.action, 0.0, 0))
        got = _worth(game, view, thought, action)
        if not (is_one and got.is_sure and best.is_sure):
            others, got = await self._judged(user_id, judged, asked, actions)
            # As many trials for whatever is compared: in another position, the earlier figures must do.
            best = others if is_one else best
        is_right = got.estimate >= best.estimate - NEARLY or (is_one and alike(game, view, action, thought.action))
        await self.note(table_id, user_id, number, missed=not is_right)
        if is_right:
            remark, *more = reason(game, view, replace(thought, action=action), asked.decision.action)
            return Answer(True, remark, tuple(more))
        state = await self._replays.state(table_id, asked.decision.number - 1)
        happened = await asyncio.to_thread(_what_follows, game, state, judged.record.seat, actions)
        return Answer(False, _compared(got, best), happened)

    async def _judged(
        self, user_id: int, judged: JudgedGame, asked: Judgement, actions: Sequence[Any]
    ) -> tuple[Considered[Any], Considered[Any]]:
        """What is best after all but the last of some actions, and what the last is worth there. Raises ``Refused``."""
        game, seat, *begun = judged.game, judged.record.seat, *actions[:-1]
        state = await self._replays.state(judged.record.table_id, asked.decision.number - 1)
        for action in begun:
            state.act(seat, str(action))
        view = state.view(seat)
        try:
            found, _ = await self._thinker.judge(game, view, actions[-1], asked_by=user_id)
        except WorkerFailed:
            raise Refused(say("The computer could not look at your move just now. Try again.")) from None
        got = _worth(game, view, found, actions[-1])
        return max(found.considered, key=_estimate, default=got), got

    async def note(self, table_id: int, user_id: int, number: int, *, missed: bool) -> None:
        """Remember whether a position was ``missed``, and so is asked again in days. Until then, no answer counts."""
        _, asked = await self._known(table_id, user_id, number)
        key, now = (table_id, asked.decision.number), self._now()
        answered = await self._games.answered_mistakes(user_id, [table_id])
        if _is_due(answered, key, now):
            await self._games.note_mistake(user_id, *key, now + AGAIN if missed else None)

    async def _known(self, table_id: int, user_id: int, number: int) -> tuple[JudgedGame, Judgement]:
        """A game that is judged already, and one of its positions. Raises ``Refused`` if there is none."""
        if not await self._reviews.is_judged(table_id, user_id):
            raise Refused(GONE)
        judged = await self._reviews.judged(table_id, user_id)
        asked = _asked(judged)
        if number >= len(asked):
            raise Refused(GONE)
        return judged, asked[number]


def _asked(judged: JudgedGame) -> list[Judgement]:
    return sorted(judged.costliest(MOST_ASKED), key=lambda one: one.decision.number)


def _is_due(answered: Answered, key: tuple[int, int], now: datetime) -> bool:
    """Whether it has not been answered, or was missed days ago."""
    due_at = answered.get(key)
    return key not in answered or (due_at is not None and due_at <= now)


def _themes(game: Game[Any], best: str) -> list[Theme]:
    """The theme of a position in which this action was best, if it has one."""
    action = game.parse(best)
    return [theme for theme in game.themes if isinstance(action, theme.kinds)][:1]


def _lesson(table_id: int, judged: JudgedGame, theme: str) -> Lesson:
    steps = tuple(_step(judged.game, one) for one in _asked(judged))
    titles = [known.title for known in judged.game.themes if known.key == theme]
    key, title = (f"{table_id}_{theme}", titles[0]) if titles else (str(table_id), say("My mistakes"))
    return Lesson(key, title, steps, judged.record.seat)


def _step(game: Game[Any], asked: Judgement) -> Step:
    decision, thought = asked.decision, asked.thought(game)
    played = game.label(decision.view, decision.action)
    words = say("Move {number}: you chose “{action}”. What is better?", number=decision.number, action=played)
    return Step(words, accepted=(asked.best,), praise=reason(game, decision.view, thought, decision.action)[0])


def _worth(game: Game[Any], view: Any, thought: Thought[Any], action: Any) -> Considered[Any]:
    """What an action is worth, or one that is equivalent; as good as nothing, and not sure, if it was not tried."""
    same = (one for one in thought.considered if alike(game, view, one.action, action))
    return max(same, key=_estimate, default=Considered(action, 0.0, 0))


def _estimate(one: Considered[Any]) -> float:
    return one.estimate


def _compared(got: Considered[Any], best: Considered[Any]) -> Text:
    """How much better another move is, if that can be told."""
    if not (got.is_sure and best.is_sure):
        return say("I think that another move is better.")
    return say(
        "That wins {got}% of games; another move wins {best}%.",
        got=round(100 * got.estimate),
        best=round(100 * best.estimate),
    )


def _what_follows(game: Game[Any], state: State[Any], seat: int, actions: Sequence[Any]) -> tuple[Text, ...]:
    """What happens after actions if normal computers reply."""
    own = [event for action in actions for event in state.act(seat, str(action))]
    events, luck = list[Any](), Random(0)
    for _ in range(MOST_REPLIES):
        if not state.to_act or seat in state.to_act:
            break
        mover = state.to_act[0]
        events += state.act(mover, str(choose(game, state.view(mover), Level.NORMAL, luck).action))
    return told(game, events or own, seat)[:MOST_TOLD]
