"""Background tasks: one run per key at a time, no request lost, nothing started after closing."""

import asyncio
from collections.abc import Callable

import pytest

from sessions.shared.coalescing import CoalescingTasks


class Work:
    """Runs that wait until the test lets them end. ``begun`` lists their keys, ``sleeps`` the seconds slept."""

    def __init__(self, retry_after: float | None = None, fails: int = 0, pause: float = 0) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.sleeps: list[float] = []
        self.fails = fails
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.may_wake = asyncio.Event()
        self.tasks: CoalescingTasks[str] = CoalescingTasks(self._run, self._sleep, retry_after, pause)

    async def _run(self, key: str) -> None:
        self.begun.append(key)
        await self.may_end.wait()
        if self.fails:
            self.fails -= 1
            raise RuntimeError("a bug")
        self.ended.append(key)

    async def _sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        await self.may_wake.wait()


async def idle() -> None:
    """Let all tasks run until they wait for the test."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_burst_of_requests_is_two_runs():
    work = Work()
    work.may_end.clear()
    work.tasks.request("a")
    await idle()
    for _ in range(5):
        work.tasks.request("a")
    await idle()
    assert work.begun == ["a"]
    work.may_end.set()
    await idle()
    assert work.ended == ["a", "a"]
    work.tasks.request("a")
    await idle()
    assert work.ended == ["a", "a", "a"]


async def test_keys_do_not_wait_for_each_other():
    work = Work()
    work.may_end.clear()
    work.tasks.request("a")
    work.tasks.request("b")
    await idle()
    assert work.begun == ["a", "b"]
    await work.tasks.close()


async def test_a_later_request_waits_and_runs_once():
    work = Work()
    work.tasks.request_later("a", 7)
    work.tasks.request_later("a", 9)
    await idle()
    assert (work.begun, work.sleeps) == ([], [7])
    work.may_wake.set()
    await idle()
    assert work.ended == ["a"]


async def test_requests_during_the_pause_after_a_run_are_one_run_at_its_end():
    work = Work(pause=1)
    work.tasks.request("a")
    await idle()
    assert (work.ended, work.sleeps) == (["a"], [1]), "the first is not delayed"
    work.tasks.request("a")
    work.tasks.request("a")
    work.tasks.request("b")
    await idle()
    assert work.ended == ["a", "b"], "each key has its own pause"
    work.may_wake.set()
    await idle()
    assert work.ended == ["a", "b", "a"]
    assert work.sleeps == [1, 1, 1]


async def test_a_run_that_fails_is_retried_later(caplog: pytest.LogCaptureFixture):
    work = Work(retry_after=30, fails=2)
    work.tasks.request("a")
    await idle()
    assert (work.begun, work.ended, work.sleeps) == (["a"], [], [30])
    assert "A task for a failed" in caplog.text
    work.may_wake.set()
    await idle()
    await idle()
    assert (work.begun, work.ended, work.sleeps) == (["a", "a", "a"], ["a"], [30, 30])


async def test_without_retries_a_run_that_fails_is_only_logged(caplog: pytest.LogCaptureFixture):
    work = Work(fails=1)
    work.tasks.request("a")
    await idle()
    assert (work.begun, work.sleeps) == (["a"], [])
    assert "A task for a failed" in caplog.text
    work.tasks.request("a")
    await idle()
    assert work.ended == ["a"]


async def test_a_request_during_a_failing_run_is_not_delayed():
    work = Work(retry_after=30, fails=1)
    work.may_end.clear()
    work.tasks.request("a")
    await idle()
    work.tasks.request("a")
    work.may_end.set()
    await idle()
    assert work.ended == ["a"]


async def test_a_request_before_a_retry_is_run_at_once():
    work = Work(retry_after=30, fails=1)
    work.tasks.request("a")
    await idle()
    work.tasks.request("a")
    await idle()
    assert work.ended == ["a"]
    work.may_wake.set()
    await idle()
    assert work.ended == ["a", "a"]  # one run too many does no harm


REQUESTS: list[Callable[[CoalescingTasks[str]], None]] = [
    lambda tasks: tasks.request("a"),
    lambda tasks: tasks.request_later("a", 5),
]


@pytest.mark.parametrize("ask", REQUESTS)
async def test_nothing_runs_after_closing(ask: Callable[[CoalescingTasks[str]], None]):
    work = Work()
    work.may_wake.set()
    await work.tasks.close()
    ask(work.tasks)
    await idle()
    assert (work.begun, work.sleeps) == ([], [])


async def test_closing_cancels_runs_and_waits():
    work = Work(retry_after=30)
    work.may_end.clear()
    work.tasks.request("a")
    work.tasks.request("a")
    work.tasks.request_later("b", 5)
    await idle()
    await work.tasks.close()
    work.may_end.set()
    work.may_wake.set()
    await idle()
    assert (work.begun, work.ended) == (["a"], [])


async def test_a_run_that_fails_while_closing_is_not_retried():
    started = asyncio.Event()
    sleeps: list[float] = []

    async def run(key: str) -> None:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            raise RuntimeError("the connection is gone") from None

    async def sleep(seconds: float) -> None:
        sleeps.append(seconds)

    tasks: CoalescingTasks[str] = CoalescingTasks(run, sleep, retry_after=30)
    tasks.request("a")
    await started.wait()
    await asyncio.wait_for(tasks.close(), 30)
    await idle()
    assert sleeps == []
