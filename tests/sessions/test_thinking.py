"""Computer players at work: what they choose in a worker, how long they may take, and what if they cannot think."""

from __future__ import annotations

import asyncio
import multiprocessing
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import jobs
import pytest

from engines import GAMES
from engines.contract import State, View
from opponents import Level, Thought
from sessions.thinking import LATEST, Thinker, _think
from sessions.workers import WorkerCrashed, Workers, WorkersClosed

SOME = 8
"""How many positions of each game are thought about."""
A_MOMENT = 0.02
"""Seconds for a decision of the tests."""

every_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """One worker for all tests: they do not harm it."""
    others = set(multiprocessing.active_children())
    workers = Workers(1)
    yield workers
    asyncio.run(workers.close())
    assert set(multiprocessing.active_children()) == others


def positions(key: str, seats: int) -> Iterator[tuple[State[Any], int]]:
    """Positions along a random game, each with a seat that may act."""
    game, chance = GAMES[key], Random(key)
    state = game.deal(seats=seats, seed="thinking", options=game.Options())
    for _ in range(SOME * 5):
        if not state.to_act:
            return
        seat = chance.choice(state.to_act)
        yield state.clone(), seat
        state.act(seat, chance.choice(state.actions(seat)))


def a_view() -> View[Any]:
    state, seat = next(positions("three_piles", 2))
    return state.view(seat)


def legal(view: View[Any], thought: Thought[Any]) -> bool:
    return thought.action in view.actions()


@pytest.mark.parametrize("level", Level)
@every_game
async def test_decisions_of_every_level_are_legal(key: str, level: Level, workers: Workers) -> None:
    thinker = Thinker(workers, A_MOMENT)
    for number, (state, seat) in enumerate(list(positions(key, GAMES[key].seats[-1]))[::5]):
        assert legal(state.view(seat), await thinker.think(state.view(seat), level, f"seed {number}"))


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL])
@every_game
async def test_the_same_seed_gives_the_same_decision(key: str, level: Level, workers: Workers) -> None:
    thinker = Thinker(workers, A_MOMENT)
    state, seat = next(positions(key, GAMES[key].seats[0]))
    thoughts = [await thinker.think(state.view(seat), level, seed) for seed in ("one", "one")]
    assert thoughts[0] == thoughts[1] == _think(state.view(seat), level, "one", A_MOMENT, 0.0)


@every_game
def test_views_and_thoughts_survive_the_journey(key: str) -> None:
    for seats in GAMES[key].seats:
        for state, seat in positions(key, seats):
            view = state.view(seat)
            arrived = pickle.loads(pickle.dumps(view))
            assert (arrived.dump(), arrived.actions()) == (view.dump(), view.actions())
            thought = _think(view, Level.NORMAL, "journey", A_MOMENT, 0.0)
            assert pickle.loads(pickle.dumps(thought)) == thought


def test_who_starts_too_late_still_decides() -> None:
    view = a_view()
    thought = _think(view, Level.HARD, "late", 1.0, 0.0)
    assert legal(view, thought)
    assert 0 < sum(considered.visits for considered in thought.considered) < 100


class Desk:
    """Stands in for ``compute``: a job lasts as long as it may, on a clock of its own, and a little more."""

    OVERHEAD = 0.015

    def __init__(self) -> None:
        self.now = 1000.0
        self.given: list[float] = []
        self.latest: list[float] = []

    def clock(self) -> float:
        return self.now

    async def compute(self, function: Any, *arguments: Any) -> Thought[str]:
        *_, seconds, latest = arguments
        self.given.append(seconds)
        self.latest.append(latest)
        await asyncio.sleep(0)  # all that are asked at the same time have come before anybody is done
        self.now += seconds + self.OVERHEAD
        return Thought("thought about")


async def test_alone_there_is_all_the_time() -> None:
    desk = Desk()
    thinker = Thinker(desk.compute, seconds=2.0, workers=1, clock=desk.clock)
    for _ in range(3):
        asked_at = desk.now
        assert (await thinker.think(a_view(), Level.HARD, "seed")).action == "thought about"
        assert desk.latest[-1] == pytest.approx(asked_at + LATEST * 2.0)
    assert desk.given == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("tables", [2, 5, 20])
async def test_many_at_once_are_all_answered_in_time(tables: int) -> None:
    desk = Desk()
    thinker = Thinker(desk.compute, workers=1, clock=desk.clock)
    asked_at, view = desk.now, a_view()
    await asyncio.gather(*(thinker.think(view, Level.HARD, str(number)) for number in range(tables)))
    assert len(desk.given) == tables
    assert desk.now - asked_at < 1.5
    assert min(desk.given) >= 0
    assert set(desk.latest) == {asked_at + LATEST}


async def test_tables_that_never_stop_thinking_get_even_shares() -> None:
    """Twenty tables that ask again as soon as they are answered: no decision takes 1.5 s, and none is starved."""
    desk = Desk()
    thinker, view = Thinker(desk.compute, workers=1, clock=desk.clock), a_view()
    waits: list[float] = []

    async def play() -> None:
        for move in range(10):
            asked_at = desk.now
            await thinker.think(view, Level.HARD, str(move))
            waits.append(desk.now - asked_at)

    await asyncio.gather(*(play() for _ in range(20)))
    assert max(waits) < 1.5
    settled = desk.given[40:160]
    assert min(settled) > 0.01
    assert max(settled) <= 1 / 20 + 1e-9


class Doors:
    """Stands in for ``compute``: each job waits until the test opens its door."""

    def __init__(self) -> None:
        self.given: list[float] = []
        self.open: list[asyncio.Future[Thought[str]]] = []

    async def compute(self, function: Any, *arguments: Any) -> Thought[str]:
        self.given.append(arguments[-2])
        self.open.append(asyncio.get_running_loop().create_future())
        return await self.open[-1]


async def _until_all_wait() -> None:
    for _ in range(20):  # as many turns of the loop as any of these tasks needs
        await asyncio.sleep(0)


async def test_no_more_are_computed_than_there_are_workers_and_who_goes_is_forgotten() -> None:
    doors, view = Doors(), a_view()
    thinker = Thinker(doors.compute, workers=2, clock=lambda: 0.0)
    tasks = [asyncio.create_task(thinker.think(view, Level.HARD, str(number))) for number in range(6)]
    await _until_all_wait()
    assert doors.given == [1.0, 1.0]
    tasks[5].cancel()  # one that waits
    tasks[1].cancel()  # one that is thinking
    await _until_all_wait()
    # Four are left: two thinking and two waiting.
    assert doors.given == [1.0, 1.0, 2 / 4]
    doors.open[0].set_result(Thought("done"))
    await _until_all_wait()
    assert doors.given == [1.0, 1.0, 2 / 4, 2 / 3]
    for door in doors.open[2:]:
        door.set_result(Thought("done"))
    await _until_all_wait()
    doors.open[4].set_result(Thought("done"))
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(result, Thought) for result in results] == [True, False, True, True, True, False]


async def test_who_cannot_think_does_something_harmless(workers: Workers, caplog: pytest.LogCaptureFixture) -> None:
    async def crash(*_: Any) -> None:
        await workers(jobs.crash)

    view = a_view()
    assert await Thinker(crash).think(view, Level.HARD, "seed") == Thought(_expected(view))
    assert "WorkerCrashed" in caplog.text


@every_game
async def test_something_harmless_is_legal(key: str) -> None:
    async def crash(*_: Any) -> None:
        raise WorkerCrashed

    for state, seat in positions(key, GAMES[key].seats[0]):
        view = state.view(seat)
        thought = await Thinker(crash).think(view, Level.HARD, "seed")
        assert thought == Thought(_expected(view))
        assert legal(view, thought)


def _expected(view: View[Any]) -> Any:
    action = view.fallback()
    return view.actions()[0] if action is None else action


async def test_where_nothing_is_harmless_the_first_action_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise KeyError("a mistake in a policy")

    view = a_view()
    monkeypatch.setattr(type(view), "fallback", lambda self: None)
    assert await Thinker(fail).think(view, Level.EASY, "seed") == Thought(view.actions()[0])


async def test_nothing_is_played_because_the_bot_ends() -> None:
    """A harmless action would be in the game for good."""
    closed = Workers(1)
    await closed.close()
    with pytest.raises(WorkersClosed):
        await Thinker(closed).think(a_view(), Level.NORMAL, "seed")


async def test_only_who_may_act_is_asked(workers: Workers) -> None:
    state, seat = next(positions("three_piles", 2))
    for view in (state.view(1 - seat), state.view(None)):
        with pytest.raises(ValueError, match="may act"):
            await Thinker(workers).think(view, Level.EASY, "seed")
