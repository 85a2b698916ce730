"""How computer players think: what they choose in a worker, how long they take, and what happens if they fail."""

import asyncio
import multiprocessing
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import AsyncMock

import jobs
import pytest

from engines import GAMES
from engines.contract import Game, State, View
from opponents import Level, Thought
from opponents.thoughts import Considered
from sessions.computers.thinking import LATEST, LEAST_SHARE, Thinker, _think
from sessions.computers.workers import WorkerCrashed, WorkerFailed, Workers, WorkersClosed

POSITIONS = 8
"""How many positions of each game are tested."""
SECONDS = 0.02
"""The time for a decision in these tests."""

every_game = pytest.mark.parametrize("key", GAMES)


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """One worker for all tests; none does it lasting harm."""
    others = set(multiprocessing.active_children())
    workers = Workers(1)
    yield workers
    asyncio.run(workers.close())
    assert set(multiprocessing.active_children()) == others


def positions(key: str, seats: int) -> Iterator[tuple[State[Any], int]]:
    """Positions along a random game, each with a seat that may act."""
    game, rng = GAMES[key], Random(key)
    state = game.deal(seats=seats, seed="thinking", options=game.Options())
    for _ in range(POSITIONS * 5):
        if not state.to_act:
            return
        seat = rng.choice(state.to_act)
        yield state.clone(), seat
        state.act(seat, rng.choice(state.actions(seat)))


THREE_PILES = GAMES["three_piles"]


def a_view() -> View[Any]:
    state, seat = next(positions("three_piles", 2))
    return state.view(seat)


def legal(view: View[Any], thought: Thought[Any]) -> bool:
    return thought.action in view.actions()


@pytest.mark.thorough(samples=8)
@pytest.mark.parametrize("level", Level)
@every_game
async def test_decisions_of_every_level_are_legal(key: str, level: Level, workers: Workers) -> None:
    thinker = Thinker(workers, SECONDS)
    for number, (state, seat) in enumerate(list(positions(key, GAMES[key].seats[-1]))[::5]):
        assert legal(state.view(seat), await thinker.think(state.game, state.view(seat), level, f"seed {number}"))


@pytest.mark.parametrize("level", [Level.EASY, Level.NORMAL])
@every_game
async def test_the_same_seed_gives_the_same_decision(key: str, level: Level, workers: Workers) -> None:
    thinker = Thinker(workers, SECONDS)
    state, seat = next(positions(key, GAMES[key].seats[0]))
    thoughts = [await thinker.think(state.game, state.view(seat), level, seed) for seed in ("one", "one")]
    assert thoughts[0] == thoughts[1] == _think(state.game, state.view(seat), level, "one", SECONDS, 0.0)


@every_game
def test_views_and_thoughts_can_be_pickled(key: str) -> None:
    for seats in GAMES[key].seats:
        for state, seat in positions(key, seats):
            view = state.view(seat)
            arrived = pickle.loads(pickle.dumps(view))
            assert (arrived.dump(), arrived.actions()) == (view.dump(), view.actions())
            thought = _think(GAMES[key], view, Level.NORMAL, "journey", SECONDS, 0.0)
            assert pickle.loads(pickle.dumps(thought)) == thought


def test_a_worker_that_starts_too_late_still_decides() -> None:
    view = a_view()
    thought = _think(THREE_PILES, view, Level.HARD, "late", 1.0, 0.0)
    assert legal(view, thought)
    assert all(considered.visits <= 1 for considered in thought.considered)


class FakeCompute:
    """Stands in for ``compute``: a job takes all the time it may have and a little more, on a clock of its own."""

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
        await asyncio.sleep(0)  # all simultaneous requests arrive before the first is done
        self.now += seconds + self.OVERHEAD
        return Thought(a_view().actions()[-1])


async def test_a_single_request_gets_all_the_time() -> None:
    fake = FakeCompute()
    thinker = Thinker(fake.compute, seconds=2.0, workers=1, clock=fake.clock)
    for _ in range(3):
        asked_at = fake.now
        assert (await thinker.think(THREE_PILES, a_view(), Level.HARD, "seed")).action == a_view().actions()[-1]
        assert fake.latest[-1] == pytest.approx(asked_at + LATEST * 2.0)
    assert fake.given == [2.0, 2.0, 2.0]


@pytest.mark.parametrize("tables", [2, 5, 20])
async def test_many_at_once_are_all_answered_in_time(tables: int) -> None:
    fake = FakeCompute()
    thinker = Thinker(fake.compute, workers=1, clock=fake.clock)
    asked_at, view = fake.now, a_view()
    await asyncio.gather(*(thinker.think(THREE_PILES, view, Level.HARD, str(number)) for number in range(tables)))
    assert len(fake.given) == tables
    assert fake.now - asked_at < 1.5
    assert min(fake.given) >= 0
    assert set(fake.latest) == {asked_at + LATEST}


async def test_tables_that_never_stop_thinking_get_equal_shares() -> None:
    """Twenty tables that ask again at once: no decision takes 1.5 s, and none gets too little time."""
    fake = FakeCompute()
    thinker, view = Thinker(fake.compute, workers=1, clock=fake.clock), a_view()
    waits: list[float] = []

    async def play() -> None:
        for move in range(10):
            asked_at = fake.now
            await thinker.think(THREE_PILES, view, Level.HARD, str(move))
            waits.append(fake.now - asked_at)

    await asyncio.gather(*(play() for _ in range(20)))
    assert max(waits) < 1.5
    settled = fake.given[40:160]
    assert min(settled) > 0.01
    assert max(settled) <= 1 / 20 + 1e-9


class GatedCompute:
    """Stands in for ``compute``: each job waits until the test sets its result."""

    def __init__(self) -> None:
        self.given: list[float] = []
        self.jobs: list[asyncio.Future[Thought[str]]] = []

    async def compute(self, function: Any, *arguments: Any) -> Thought[str]:
        self.given.append(arguments[-2])
        self.jobs.append(asyncio.get_running_loop().create_future())
        return await self.jobs[-1]


async def _until_all_wait() -> None:
    for _ in range(20):  # more turns of the event loop than any of these tasks needs
        await asyncio.sleep(0)


async def test_hints_leave_a_worker_and_the_time_to_moves() -> None:
    gated, view = GatedCompute(), a_view()
    thinker = Thinker(gated.compute, workers=2, clock=lambda: 0.0)
    hints = [asyncio.create_task(thinker.judge(THREE_PILES, view)) for _ in range(20)]
    await _until_all_wait()
    assert len(gated.given) == 1, "one worker is left to moves"
    move = asyncio.create_task(thinker.think(THREE_PILES, view, Level.HARD, "move"))
    await _until_all_wait()
    assert gated.given[1:] == [1.0], "the move is begun at once and has all its time"
    gated.jobs[1].set_result(Thought(view.actions()[0]))
    assert (await move).action == view.actions()[0]
    for hint in hints:
        hint.cancel()
    await asyncio.gather(*hints, return_exceptions=True)
    assert thinker.in_flight == 0


async def test_a_hint_goes_before_the_reviews_that_wait() -> None:
    """Ten reviews kept somebody waiting for half a minute."""
    gated, view = GatedCompute(), a_view()
    thinker = Thinker(gated.compute, workers=1, clock=lambda: 0.0)
    reviews = [asyncio.create_task(thinker.judge(THREE_PILES, view)) for _ in range(20)]
    await _until_all_wait()
    hint = asyncio.create_task(thinker.judge(THREE_PILES, view, asked_by=7))
    for number in range(3):
        await _until_all_wait()
        gated.jobs[number].set_result((Thought(view.actions()[0]), 0.1))  # type: ignore[arg-type]
    await hint
    for review in reviews:
        review.cancel()
    await asyncio.gather(*reviews, return_exceptions=True)


async def test_only_as_many_are_computed_as_there_are_workers_and_cancelled_requests_do_not_count() -> None:
    gated, view = GatedCompute(), a_view()
    thinker = Thinker(gated.compute, workers=2, clock=lambda: 0.0)
    tasks = [asyncio.create_task(thinker.think(THREE_PILES, view, Level.HARD, str(number))) for number in range(6)]
    await _until_all_wait()
    assert gated.given == [1.0, 1.0]
    tasks[5].cancel()  # is waiting
    tasks[1].cancel()  # is thinking
    await _until_all_wait()
    # Four are left: two thinking and two waiting.
    assert gated.given == [1.0, 1.0, 2 / 4]
    gated.jobs[0].set_result(Thought("done"))
    await _until_all_wait()
    assert gated.given == [1.0, 1.0, 2 / 4, 2 / 3]
    for job in gated.jobs[2:]:
        job.set_result(Thought("done"))
    await _until_all_wait()
    gated.jobs[4].set_result(Thought("done"))
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(result, Thought) for result in results] == [True, False, True, True, True, False]


class OrderedCompute:
    """Stands in for ``compute``: notes whose decisions are made, by their seeds, one after the other."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.given: dict[str, float] = {}

    async def compute(self, function: Any, *arguments: Any) -> Thought[str]:
        _, _, _, seed, seconds, _ = arguments
        self.made.append(seed)
        self.given[seed] = seconds
        await asyncio.sleep(0)
        return Thought(a_view().actions()[0])


@pytest.mark.parametrize("accounts", [1, 3, 10])
async def test_who_has_one_game_waits_for_two_decisions_of_any_number_of_others(accounts: int) -> None:
    """With thirty games of three members, somebody else's computer took 68 s for its first answer."""
    order, view = OrderedCompute(), a_view()
    thinker = Thinker(order.compute, workers=1, clock=lambda: 0.0)

    async def think(member: int, seed: str) -> None:
        await thinker.think(THREE_PILES, view, Level.MASTER, seed, member=member)

    many = [think(1 + account, f"{account} {game}") for account in range(accounts) for game in range(10)]
    await asyncio.gather(*many, think(99, "one"))
    assert order.made.index("one") <= 2
    turns = [seed.split()[0] for seed in order.made[3 : 2 * accounts + 3]]
    assert {*turns} == {*map(str, range(accounts))}, "each of the others has turns"
    assert order.given["one"] == pytest.approx(5 / (accounts + 1)), "a share of the time like that of each member"


async def test_nobody_makes_the_computer_of_somebody_else_play_badly() -> None:
    order, view = OrderedCompute(), a_view()
    thinker = Thinker(order.compute, workers=1, clock=lambda: 0.0)
    many = [thinker.think(THREE_PILES, view, Level.HARD, f"{number}", member=1 + number % 20) for number in range(60)]
    await asyncio.gather(*many, thinker.think(THREE_PILES, view, Level.HARD, "one", member=99))
    assert order.given["one"] == LEAST_SHARE
    others = [order.given[seed] for seed in order.made[3:20] if seed != "one"]
    assert max(others) < LEAST_SHARE, "who has several games gets less for each"


async def made(*asked: tuple[int, str]) -> list[str]:
    """The order in which one worker makes the decisions of these members, all asked for at once."""
    order, view = OrderedCompute(), a_view()
    thinker = Thinker(order.compute, workers=1, clock=lambda: 0.0)
    await asyncio.gather(*(thinker.think(THREE_PILES, view, Level.HARD, seed, member=who) for who, seed in asked))
    return order.made


async def test_members_take_turns_and_their_own_games_come_in_order() -> None:
    order = await made((1, "a"), (1, "b"), (1, "c"), (2, "d"), (2, "e"), (3, "f"))
    assert order == ["a", "b", "f", "d", "c", "e"], "who waits for one decision has every other turn"


async def test_those_who_give_up_waiting_take_no_turn() -> None:
    gated, view = GatedCompute(), a_view()
    thinker = Thinker(gated.compute, workers=1, clock=lambda: 0.0)
    tasks = [
        asyncio.create_task(thinker.think(THREE_PILES, view, Level.HARD, str(number), member=number % 2))
        for number in range(6)
    ]
    await _until_all_wait()
    for task in tasks[:5]:  # at the same moment, one of them thinking
        task.cancel()
    await _until_all_wait()
    assert len(gated.jobs) == 2
    gated.jobs[1].set_result(Thought(view.actions()[0]))
    done = await asyncio.gather(*tasks, return_exceptions=True)
    assert [isinstance(one, asyncio.CancelledError) for one in done] == [True] * 5 + [False]
    assert thinker.in_flight == 0


async def test_a_computer_that_cannot_think_plays_a_harmless_action(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    async def crash(*_: Any) -> None:
        await workers(jobs.crash)

    view = a_view()
    assert await Thinker(crash).think(THREE_PILES, view, Level.HARD, "seed") == Thought(_expected(THREE_PILES, view))
    assert "WorkerCrashed" in caplog.text


@every_game
async def test_something_harmless_is_legal(key: str) -> None:
    async def crash(*_: Any) -> None:
        raise WorkerCrashed

    for state, seat in positions(key, GAMES[key].seats[0]):
        view = state.view(seat)
        thought = await Thinker(crash).think(state.game, view, Level.HARD, "seed")
        assert thought == Thought(_expected(state.game, view))
        assert legal(view, thought)


def _expected(game: Game[Any], view: View[Any]) -> Any:
    action = game.fallback(view)
    return view.actions()[0] if action is None else action


async def test_what_no_rule_allows_is_not_played(caplog: pytest.LogCaptureFixture) -> None:
    """A worker on another machine could send anything."""
    view = a_view()
    best = view.actions()[0]

    for answer in (Thought("a card of somebody else's"), Thought(best, (Considered("more", 0.5, 1),))):
        send = AsyncMock(return_value=answer)
        thought = await Thinker(send).think(THREE_PILES, view, Level.HARD, "seed")
        assert thought == Thought(_expected(THREE_PILES, view))
        with pytest.raises(WorkerFailed, match="not legal"):
            await Thinker(AsyncMock(return_value=(answer, 0.1))).judge(THREE_PILES, view, best)
    assert "an action that is not legal" in caplog.text


async def test_where_nothing_is_harmless_the_first_action_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> None:
        raise KeyError("a mistake in a policy")

    view = a_view()
    monkeypatch.setattr(type(THREE_PILES), "fallback", lambda self, view: None)
    assert await Thinker(fail).think(THREE_PILES, view, Level.EASY, "seed") == Thought(view.actions()[0])


async def test_nothing_is_played_when_the_bot_shuts_down() -> None:
    """A harmless action would stay in the game for good."""
    closed = Workers(1)
    await closed.close()
    with pytest.raises(WorkersClosed):
        await Thinker(closed).think(THREE_PILES, a_view(), Level.NORMAL, "seed")


async def test_only_a_seat_that_may_act_can_think(workers: Workers) -> None:
    state, seat = next(positions("three_piles", 2))
    for view in (state.view(1 - seat), state.view(None)):
        with pytest.raises(ValueError, match="may act"):
            await Thinker(workers).think(THREE_PILES, view, Level.EASY, "seed")
