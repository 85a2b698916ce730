"""Members come first, a few at a time, and other work begins as far as the event loop keeps up."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from itertools import pairwise
from typing import Any

import pytest

from sessions.shared import precedence
from sessions.shared.precedence import (
    COMPUTERS_SHARE,
    IN_TIME,
    LATE,
    LONGEST_WORK,
    MOST_LATE,
    MOST_OF_ONE,
    PACE,
    PLACES,
    Precedence,
    Rank,
)

NOW = 100.0


async def turns(number: int = 20) -> None:
    """Let all tasks go on as far as they can in so many turns of the loop."""
    for _ in range(number):
        await asyncio.sleep(0)


class Rush:
    """Members who ask for something, other work, and an event loop whose turns take ``lag`` seconds."""

    def __init__(self) -> None:
        self.now, self.lag, self.slept = NOW, 0.0, list[float]()
        self.precedence = Precedence(self._sleep, lambda: self.now)
        self.may_answer = asyncio.Event()
        self.begun: list[object] = []
        self.tasks: list[asyncio.Task[None]] = []
        self._late = asyncio.create_task(self._make_late())

    async def _make_late(self) -> None:
        while True:
            self.now += self.lag
            await asyncio.sleep(0)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        self.tasks.append(asyncio.create_task(work))
        return self.tasks[-1]

    def members(self, number: int, first: int = 0, each: int = 1) -> list[asyncio.Task[None]]:
        """So many members ask for something, ``each`` so often, which is done once they ``may_answer``."""

        async def ask(member: int) -> None:
            task = asyncio.current_task()
            assert task is not None
            await self.precedence.begin(member, task)
            self.begun.append(member)
            await self.may_answer.wait()

        return [self._start(ask(member)) for member in range(first, first + number) for _ in range(each)]

    def other(self, name: str, rank: Rank = Rank.FOLLOWS) -> asyncio.Task[None]:
        """Other work, which gives way to members."""

        async def work() -> None:
            await self.precedence.give_way(rank)
            self.begun.append(name)

        return self._start(work())

    @property
    def others(self) -> list[object]:
        """What other work has begun."""
        return [name for name in self.begun if isinstance(name, str)]

    async def end(self) -> None:
        """Let everything end."""
        for task in (self._late, *self.tasks):
            task.cancel()
        await asyncio.gather(self._late, *self.tasks, return_exceptions=True)


@pytest.fixture
async def rush() -> AsyncIterator[Rush]:
    a_rush = Rush()
    yield a_rush
    await a_rush.end()


async def test_without_anybody_who_waits_work_begins_at_once(rush: Rush) -> None:
    rush.lag = 10 * IN_TIME
    rush.other("work")
    await turns(1)
    assert rush.begun == ["work"]


async def test_few_members_are_answered_at_a_time_in_order(rush: Rush) -> None:
    asked = rush.members(PLACES + 3)
    await turns()
    assert rush.begun == list(range(PLACES))
    assert [rush.precedence.has_to_wait(task) for task in asked] == [False] * PLACES + [True] * 3
    rush.precedence.answered(asked[5])
    await turns()
    assert rush.begun == list(range(PLACES + 1))
    rush.may_answer.set()
    await asyncio.gather(*asked)
    assert rush.begun == list(range(PLACES + 3))
    assert rush.precedence.members_at_work == 0


async def test_whoever_taps_on_and_on_keeps_nobody_waiting(rush: Rush) -> None:
    """Five hundred films that one member had asked for were made at once, because their taps had been answered."""
    asked = rush.members(1, each=10 * PLACES)
    rush.members(PLACES, first=1)
    await turns()
    assert rush.begun == [0] * MOST_OF_ONE + list(range(1, PLACES - MOST_OF_ONE + 1))
    assert rush.precedence.has_to_wait(asked[MOST_OF_ONE])
    for task in asked[:MOST_OF_ONE]:
        rush.precedence.answered(task)
    await turns()
    assert rush.begun[PLACES:] == list(range(PLACES - MOST_OF_ONE + 1, PLACES + 1))
    for task in (asked[0], asked[-1]):  # one that has begun and one that has not
        task.cancel()
    rush.may_answer.set()
    await asyncio.gather(*asked[1:-1])
    assert rush.begun.count(0) == len(asked) - 1
    assert rush.precedence.members_at_work == 0


async def test_a_member_who_gives_up_holds_nobody_up(rush: Rush) -> None:
    *_, gone, last = rush.members(PLACES + 2)
    await turns()
    gone.cancel()
    rush.may_answer.set()
    await last
    assert rush.precedence.members_at_work == 0


async def test_what_waits_for_something_else_makes_room(rush: Rush, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LONGEST_HOLD", 0.0)
    rush.members(PLACES + 1)
    await turns()
    assert PLACES in rush.begun


async def test_while_members_are_in_time_other_work_begins_one_piece_a_turn(rush: Rush) -> None:
    rush.members(3)
    await turns()
    rush.lag = IN_TIME / 2
    for name in "abc":
        rush.other(name)
    begun: list[int] = []
    for _ in range(10):
        await turns(1)
        begun.append(len(rush.others))
    assert rush.others == ["a", "b", "c"]
    assert set(begun) == {0, 1, 2, 3}


@pytest.mark.parametrize(("members", "waited", "lag"), [(1, 0, 2), (PLACES, 0, 2), (MOST_LATE + 1, LATE, 0.1)])
async def test_while_members_are_late_other_work_begins_seldom(
    rush: Rush, members: int, waited: float, lag: float
) -> None:
    """Turns can be short although an answer is late: it waits for the interpreter, or for the threads that read."""
    rush.members(members)
    await turns()
    rush.other("first")  # for nothing has begun for long
    await turns()
    rush.now += waited
    rush.lag = lag * IN_TIME
    began = rush.now
    for number in range(1000):
        rush.other(str(number))
    while len(rush.others) < 6:
        await turns(1)
    assert rush.now - began == pytest.approx(5 * PACE, rel=0.2)


async def test_after_a_rush_everything_is_done_within_a_minute(rush: Rush) -> None:
    """A thousand tables wait to be shown, and showing one takes 20 ms."""
    members = rush.members(2 * PLACES)
    await turns()
    rush.lag = 0.02
    for number in range(1000):
        rush.other(str(number), Rank.REST)
    await turns()
    rush.may_answer.set()
    await asyncio.gather(*members)
    over = rush.now
    while len(rush.others) < 1000:
        await turns(1)
    assert rush.now - over < 60


async def test_what_members_have_done_comes_before_computers_and_the_rest(rush: Rush) -> None:
    members = rush.members(PLACES + 1)
    rush.precedence._last_began = rush.now
    await turns()
    rush.other("rest", Rank.REST)
    rush.other("computer", Rank.COMPUTER)
    await turns()
    rush.now += Rank.COMPUTER - 1
    rush.other("follows")
    await turns()
    rush.now += 2
    rush.other("follows later")
    rush.precedence._last_began = rush.now
    rush.may_answer.set()
    await asyncio.gather(*members, *rush.tasks)
    assert rush.others == ["follows", "computer", "follows later", "rest"]


async def test_in_a_long_rush_computers_go_on_at_a_slower_pace(rush: Rush) -> None:
    rush.members(2 * PLACES)
    await turns()
    rush.lag = 2 * IN_TIME
    for number in range(200):
        rush.other(f"shown {number}")
    await turns(2)
    rush.now += 10 * Rank.COMPUTER  # all of that is overdue, and more is asked for than can be done
    computers = [rush.other(f"computer {number}", Rank.COMPUTER) for number in range(10)]
    while not all(computer.done() for computer in computers):
        await turns(1)
    places = [number for number, name in enumerate(rush.others) if str(name).startswith("computer")]
    assert [after - before for before, after in pairwise(places)] == [COMPUTERS_SHARE] * 9


async def test_what_takes_no_time_begins_at_once(rush: Rush) -> None:
    rush.members(PLACES + 1)
    await turns()
    task = rush.other("form")
    await asyncio.wait_for(rush.precedence.begin(PLACES + 1, task, at_once=True), 1)
    assert not rush.precedence.has_to_wait(task)


async def test_work_that_is_cancelled_holds_nobody_up(rush: Rush) -> None:
    rush.members(1)
    await turns()
    rush.lag = 2 * IN_TIME
    rush.precedence._last_began = rush.now
    cancelled, other = rush.other("cancelled"), rush.other("other")
    await turns(2)
    cancelled.cancel()
    await other
    assert rush.others == ["other"]


async def test_what_members_ask_for_meanwhile_is_not_waited_for(rush: Rush) -> None:
    async def never(_: float) -> None:
        await asyncio.Event().wait()

    first, ends = Precedence(never), [asyncio.Event(), asyncio.Event()]
    works = [asyncio.create_task(end.wait()) for end in ends]
    await first.begin(1, works[0])
    waiting = asyncio.create_task(first.let_finish([1]))
    await turns()
    await first.begin(1, works[1])
    assert not waiting.done()
    ends[0].set()
    await waiting
    assert first.members_at_work
    ends[1].set()
    await asyncio.gather(*works)
    await turns()
    assert not first.members_at_work


async def test_nor_is_it_waited_for_too_long_once_it_has_begun(rush: Rush) -> None:
    *_, last = rush.members(PLACES + 1)
    await turns()
    waiting = asyncio.create_task(rush.precedence.let_finish([PLACES]))
    await turns()
    assert (waiting.done(), rush.slept) == (False, []), "nobody is late who stands in line"
    rush.precedence.answered(rush.tasks[0])
    await waiting
    assert rush.slept == [LONGEST_WORK]
    assert not last.done()
