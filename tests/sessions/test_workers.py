"""Real processes: what is computed in them, and what becomes of it when they die or are sent away.

Jobs call the test over a local connection and wait for its orders, so that it knows which of them are running.
"""

from __future__ import annotations

import asyncio
import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jobs
import pytest

import sessions.workers
from sessions.workers import NICENESS, WorkerCrashed, Workers, WorkersClosed

AT_LONGEST = 60
"""Seconds until a test that hangs is failed; none is expected to take more than two or three."""


class Call:
    """A job that is running and waits for an order."""

    def __init__(self, name: str, process: int, writer: asyncio.StreamWriter) -> None:
        self.name = name
        self.process = process
        self.has_ended = asyncio.Event()
        """The job or its process."""
        self._writer = writer

    def order(self, what: str) -> None:
        self._writer.write(f"{what}\n".encode())


class Exchange:
    """Where jobs call."""

    def __init__(self) -> None:
        self._calls: asyncio.Queue[Call] = asyncio.Queue()
        self.port = 0

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name, process = (await reader.readline()).decode().split()
        call = Call(name, int(process), writer)
        self._calls.put_nowait(call)
        await reader.read()
        call.has_ended.set()
        writer.close()

    async def next_call(self) -> Call:
        async with asyncio.timeout(AT_LONGEST):
            return await self._calls.get()

    def job(self, workers: Workers, name: str) -> asyncio.Task[tuple[str, int]]:
        return asyncio.create_task(workers(jobs.call, self.port, name))


@pytest.fixture
async def exchange() -> AsyncIterator[Exchange]:
    exchange = Exchange()
    server = await asyncio.start_server(exchange.take, "127.0.0.1", 0)
    exchange.port = server.sockets[0].getsockname()[1]
    yield exchange
    server.close()


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    others = set(multiprocessing.active_children())
    workers = Workers(2)
    yield workers
    await workers.close()
    assert set(multiprocessing.active_children()) == others


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> list[ProcessPoolExecutor]:
    """All pools that are started."""
    started: list[ProcessPoolExecutor] = []

    class Counted(ProcessPoolExecutor):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            started.append(self)

    monkeypatch.setattr(sessions.workers, "ProcessPoolExecutor", Counted)
    return started


async def test_work_is_done_elsewhere_and_with_less_priority(workers: Workers) -> None:
    process = await workers(os.getpid)
    assert process in {child.pid for child in multiprocessing.active_children()}
    assert await workers(os.nice, 0) == min(os.nice(0) + NICENESS, 19)
    assert await workers(signal.getsignal, signal.SIGINT) is signal.SIG_IGN


async def test_what_a_job_raises_is_raised_here(workers: Workers) -> None:
    with pytest.raises(ZeroDivisionError):
        await workers(divmod, 1, 0)
    assert await workers(divmod, 7, 2) == (3, 1)


async def test_nothing_is_started_before_it_is_needed() -> None:
    others = set(multiprocessing.active_children())
    workers = Workers(2)
    assert set(multiprocessing.active_children()) == others
    await workers.close()
    with pytest.raises(WorkersClosed):
        workers.warm_up()


async def test_warm_workers_are_all_there_and_know_what_thinking_needs(workers: Workers) -> None:
    others = set(multiprocessing.active_children())
    workers.warm_up()
    assert len(set(multiprocessing.active_children()) - others) == 2
    assert await workers(jobs.has_imported, "opponents")


async def test_a_crash_costs_no_job(
    workers: Workers, exchange: Exchange, pools: list[ProcessPoolExecutor], caplog: pytest.LogCaptureFixture
) -> None:
    """Two are running and three are waiting when one worker dies: one new pool does them all."""
    tasks = [exchange.job(workers, f"job{number}") for number in range(5)]
    running = [await exchange.next_call(), await exchange.next_call()]
    running[0].order(jobs.CRASH)
    again: set[int] = set()
    for _ in tasks:
        call = await exchange.next_call()
        again.add(call.process)
        call.order("done")
    assert [order for order, _ in await asyncio.gather(*tasks)] == ["done"] * 5
    assert len(pools) == 2
    assert again.isdisjoint(call.process for call in running)
    assert "A worker died" in caplog.text
    assert await workers(divmod, 7, 2) == (3, 1)
    assert len(pools) == 2


async def test_who_crashes_again_is_given_up_and_takes_nobody_along(workers: Workers, exchange: Exchange) -> None:
    tasks = {name: exchange.job(workers, name) for name in ("good1", "bad", "good2", "good3")}
    first = [await exchange.next_call(), await exchange.next_call()]
    assert {call.name for call in first} == {"good1", "bad"}
    for call in first:
        if call.name == "bad":
            call.order(jobs.CRASH)
    for _ in tasks:
        call = await exchange.next_call()
        call.order(jobs.CRASH if call.name == "bad" else "done")
    with pytest.raises(WorkerCrashed, match="call lost its worker twice"):
        await tasks.pop("bad")
    assert [order for order, _ in await asyncio.gather(*tasks.values())] == ["done"] * 3
    assert await workers(divmod, 7, 2) == (3, 1)


async def test_an_idle_worker_that_is_killed_is_not_missed(workers: Workers) -> None:
    process = await workers(os.getpid)
    os.kill(process, signal.SIGKILL)
    assert await workers(os.getpid) != process


async def test_who_stops_waiting_disturbs_nobody(workers: Workers, exchange: Exchange) -> None:
    """Not even when a worker dies afterwards: that is when cancelled jobs are in the way."""
    tasks = [exchange.job(workers, f"job{number}") for number in range(8)]
    running = [await exchange.next_call(), await exchange.next_call()]
    for number in (0, 4, 7):  # one is running, two are waiting
        tasks[number].cancel()
    running[1].order(jobs.CRASH)
    for _ in range(5):
        (await exchange.next_call()).order("done")
    async with asyncio.timeout(AT_LONGEST):
        results = await asyncio.gather(*tasks, return_exceptions=True)
    given_up = [number for number, result in enumerate(results) if isinstance(result, asyncio.CancelledError)]
    assert given_up == [0, 4, 7]
    assert [result[0] for result in results if isinstance(result, tuple)] == ["done"] * 5


async def test_errors_that_nobody_waits_for_are_not_logged(
    workers: Workers, exchange: Exchange, caplog: pytest.LogCaptureFixture
) -> None:
    task = exchange.job(workers, "job")
    call = await exchange.next_call()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    del task
    call.order(jobs.CRASH)
    await call.has_ended.wait()
    await workers.close()  # by then the pool has noticed
    gc.collect()  # an error that nobody has looked at is complained about when it is thrown away
    assert "never retrieved" not in caplog.text


async def test_closing_ends_what_is_running_and_what_waits(exchange: Exchange) -> None:
    others = set(multiprocessing.active_children())
    workers = Workers(2)
    tasks = [exchange.job(workers, f"job{number}") for number in range(6)]
    await exchange.next_call()
    await exchange.next_call()
    async with asyncio.timeout(AT_LONGEST):
        await workers.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError] * 6
    assert set(multiprocessing.active_children()) == others
    with pytest.raises(WorkersClosed):
        await workers(os.getpid)
    await workers.close()


async def test_closing_ends_the_second_tries_too(exchange: Exchange) -> None:
    workers = Workers(1)
    tasks = [exchange.job(workers, f"job{number}") for number in range(3)]
    (await exchange.next_call()).order(jobs.CRASH)
    await exchange.next_call()
    async with asyncio.timeout(AT_LONGEST):
        await workers.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError] * 3


@contextmanager
def _lonely_bot(then: str) -> Iterator[subprocess.Popen[str]]:
    """A bot in a process of its own, with a worker that is busy."""
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("lonely_bot.py")), then],
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as bot:
        try:
            assert bot.stdout is not None
            assert bot.stdout.readline() == "busy\n"
            yield bot
        finally:
            bot.kill()  # nothing to do unless it hangs


def test_a_bot_that_ends_leaves_no_workers() -> None:
    """The workers have the bot's output open, so it ends when the last of them has."""
    with _lonely_bot("end") as bot:
        _, errors = bot.communicate("go on\n", timeout=AT_LONGEST)
    assert bot.returncode == 0
    assert errors == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_bot_that_is_killed(number: signal.Signals) -> None:
    with _lonely_bot("wait") as bot:
        bot.send_signal(number)
        bot.communicate(timeout=AT_LONGEST)
    assert bot.returncode == -number
