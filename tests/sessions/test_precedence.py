"""What follows from moves gives way to members who wait for an answer."""

import asyncio

import pytest

from sessions.shared import precedence
from sessions.shared.precedence import Precedence

FAR_AWAY = 60.0


async def turns() -> None:
    """Let all tasks go on as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_without_anybody_who_waits_work_goes_on_at_once() -> None:
    async def never(_: float) -> None:
        raise AssertionError

    await Precedence(never).give_way()


async def test_work_goes_on_in_order_when_the_last_member_has_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LONGEST_DELAY", FAR_AWAY)
    first, done = Precedence(), list[int]()

    async def work(number: int) -> None:
        await first.give_way()
        done.append(number)

    first.begin_answer()
    first.begin_answer()
    tasks = [asyncio.create_task(work(number)) for number in range(3)]
    await turns()
    first.end_answer()
    await turns()
    assert done == []
    first.end_answer()
    await asyncio.gather(*tasks)
    assert done == [0, 1, 2]


async def test_a_member_who_comes_meanwhile_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LONGEST_DELAY", FAR_AWAY)
    first, done = Precedence(), list[int]()

    async def work(number: int) -> None:
        await first.give_way()
        done.append(number)
        first.begin_answer()

    tasks = [asyncio.create_task(work(number)) for number in range(3)]
    for number in range(3):
        await turns()
        assert done == list(range(number + 1))
        first.end_answer()
    await asyncio.gather(*tasks)


async def test_nothing_is_put_off_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LONGEST_DELAY", 0.01)
    first = Precedence()
    first.begin_answer()
    async with asyncio.timeout(FAR_AWAY):
        await asyncio.gather(*(first.give_way() for _ in range(3)))


@pytest.mark.parametrize(("waiting", "longest"), [(1, 0.1), (20, 2.0), (1000, 5.0)])
async def test_in_a_rush_work_is_put_off_longer(waiting: int, longest: float) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    first = Precedence(sleep)
    for _ in range(waiting):
        first.begin_answer()
    await first.give_way()
    assert slept == [pytest.approx(longest)]


async def test_work_that_is_cancelled_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedence, "LONGEST_DELAY", FAR_AWAY)
    first = Precedence()
    first.begin_answer()
    cancelled, other = (asyncio.create_task(first.give_way()) for _ in range(2))
    await turns()
    cancelled.cancel()
    first.end_answer()
    await other


async def test_what_members_ask_for_meanwhile_is_not_waited_for() -> None:
    first, ends = Precedence(lambda _: asyncio.sleep(FAR_AWAY)), [asyncio.Event(), asyncio.Event()]
    works = [asyncio.create_task(end.wait()) for end in ends]
    first.note_work_for(1, works[0])
    waiting = asyncio.create_task(first.let_finish([1]))
    await turns()
    first.note_work_for(1, works[1])
    assert not waiting.done()
    ends[0].set()
    await waiting
    assert first.members_at_work
    ends[1].set()
    await asyncio.gather(*works)
    await turns()
    assert not first.members_at_work


async def test_nor_is_it_waited_for_too_long() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    first, never = Precedence(sleep), asyncio.create_task(asyncio.Event().wait())
    first.note_work_for(1, never)
    await first.let_finish([1])
    assert slept == [precedence.MOST_DELAY]
    never.cancel()
