"""Worker processes: what they compute, and what happens when they crash or are closed.

Jobs connect to the test and wait for its orders, so that the test knows which of them are running.
"""

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
from types import ModuleType
from typing import Any

import jobs
import pytest

import sessions.computers.workers
from opponents.policies import policy_of
from sessions.computers.workers import LONGEST_JOB, NICENESS, WorkerCrashed, WorkerHung, Workers, WorkersClosed
from tests.engines.installed import install

pytestmark = pytest.mark.processes

TIMEOUT = 60
"""Seconds after which a test that hangs fails; none should take more than two or three."""


class RunningJob:
    """A job that is running and waiting for an order."""

    def __init__(self, name: str, process: int, writer: asyncio.StreamWriter) -> None:
        self.name = name
        self.process = process
        self.has_ended = asyncio.Event()
        """Set when the job or its process has ended."""
        self._writer = writer

    def order(self, what: str) -> None:
        self._writer.write(f"{what}\n".encode())


class JobServer:
    """Accepts the connections of jobs."""

    def __init__(self) -> None:
        self._jobs: asyncio.Queue[RunningJob] = asyncio.Queue()
        self.port = 0

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        name, process = (await reader.readline()).decode().split()
        job = RunningJob(name, int(process), writer)
        self._jobs.put_nowait(job)
        await reader.read()
        job.has_ended.set()
        writer.close()

    async def next_job(self) -> RunningJob:
        async with asyncio.timeout(TIMEOUT):
            return await self._jobs.get()

    def job(self, workers: Workers, name: str) -> asyncio.Task[tuple[str, int]]:
        return asyncio.create_task(workers(jobs.run, self.port, name))


@pytest.fixture
async def server() -> AsyncIterator[JobServer]:
    jobs = JobServer()
    server = await asyncio.start_server(jobs.accept, "127.0.0.1", 0)
    jobs.port = server.sockets[0].getsockname()[1]
    yield jobs
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
    """All pools that have been started."""
    started: list[ProcessPoolExecutor] = []

    class Counted(ProcessPoolExecutor):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            started.append(self)

    monkeypatch.setattr(sessions.computers.workers, "ProcessPoolExecutor", Counted)
    return started


async def test_jobs_run_in_other_processes_with_lower_priority(workers: Workers) -> None:
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


async def test_warmed_up_workers_have_started_and_imported_the_opponents(workers: Workers) -> None:
    others = set(multiprocessing.active_children())
    workers.warm_up()
    assert len(set(multiprocessing.active_children()) - others) == 2
    assert await workers(jobs.has_imported, "opponents")


@pytest.fixture
def main(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A program as if it had been started. It ends every process that imports it."""
    file, main = tmp_path / "main.py", ModuleType("__main__")
    file.write_text("import os\nos._exit(1)")
    main.__file__ = str(file)
    monkeypatch.setitem(sys.modules, "__main__", main)
    return main


async def test_a_worker_does_not_import_what_the_bot_was_started_with(workers: Workers, main: ModuleType) -> None:
    """All of the bot, and discord.py with it, would take twice the memory."""
    assert await workers(os.getpid) != os.getpid()
    assert sys.modules["__main__"] is main


@pytest.mark.sample
async def test_a_crash_loses_no_job(
    workers: Workers, server: JobServer, pools: list[ProcessPoolExecutor], caplog: pytest.LogCaptureFixture
) -> None:
    """Two jobs are running and three are waiting when a worker dies: one new pool does them all."""
    tasks = [server.job(workers, f"job{number}") for number in range(5)]
    running = [await server.next_job(), await server.next_job()]
    running[0].order(jobs.CRASH)
    retried_in: set[int] = set()
    for _ in tasks:
        job = await server.next_job()
        retried_in.add(job.process)
        job.order("done")
    assert [order for order, _ in await asyncio.gather(*tasks)] == ["done"] * 5
    assert len(pools) == 2
    assert retried_in.isdisjoint(job.process for job in running)
    assert "A worker died" in caplog.text
    assert await workers(divmod, 7, 2) == (3, 1)
    assert len(pools) == 2


async def test_a_job_that_crashes_twice_fails_alone(workers: Workers, server: JobServer) -> None:
    tasks = {name: server.job(workers, name) for name in ("good1", "bad", "good2", "good3")}
    first = [await server.next_job(), await server.next_job()]
    assert {job.name for job in first} == {"good1", "bad"}
    for job in first:
        if job.name == "bad":
            job.order(jobs.CRASH)
    for _ in tasks:
        job = await server.next_job()
        job.order(jobs.CRASH if job.name == "bad" else "done")
    with pytest.raises(WorkerCrashed, match="run lost its worker twice"):
        await tasks.pop("bad")
    assert [order for order, _ in await asyncio.gather(*tasks.values())] == ["done"] * 3
    assert await workers(divmod, 7, 2) == (3, 1)


class Patience:
    """A ``sleep`` that ends when the test says so, for one job after another in the order in which they began."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self._ends: list[asyncio.Event] = []

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)
        self._ends.append(asyncio.Event())
        await self._ends[-1].wait()

    def end(self, job: int) -> None:
        self._ends[job].set()


async def test_a_job_that_hangs_is_given_up_alone(server: JobServer, pools: list[ProcessPoolExecutor]) -> None:
    """Its process is killed without a trace, and another one does the job beside it."""
    others, patience = set(multiprocessing.active_children()), Patience()
    workers = Workers(2, patience.sleep)
    hanging, good = server.job(workers, "hanging"), server.job(workers, "good")
    running = {job.name: job for job in (await server.next_job(), await server.next_job())}
    patience.end(0)
    with pytest.raises(WorkerHung, match="run did not come back within 60 s"):
        await hanging
    again = await server.next_job()
    again.order("done")
    assert (await good, again.name) == (("done", again.process), "good")
    async with asyncio.timeout(TIMEOUT):
        await running["hanging"].has_ended.wait()
    assert again.process not in {job.process for job in running.values()}
    assert await workers(divmod, 7, 2) == (3, 1)
    assert len(pools) == 2
    assert set(patience.seconds) == {LONGEST_JOB}
    alive = {process.pid for process in set(multiprocessing.active_children()) - others}
    assert alive.isdisjoint(job.process for job in running.values())
    await workers.close()
    assert set(multiprocessing.active_children()) == others


async def test_jobs_that_hang_beside_each_other_are_all_given_up(server: JobServer) -> None:
    patience = Patience()
    workers = Workers(2, patience.sleep)
    tasks = [server.job(workers, f"hanging{number}") for number in range(2)]
    await server.next_job()
    await server.next_job()
    patience.end(0)
    with pytest.raises(WorkerHung):
        await tasks[0]
    await server.next_job()  # there is no telling which of them hung, so the other one is tried again
    patience.end(2)
    with pytest.raises(WorkerHung):
        await tasks[1]
    assert await workers(divmod, 7, 2) == (3, 1)
    await workers.close()


async def test_a_job_that_hangs_is_ended_even_if_its_caller_was_cancelled(server: JobServer) -> None:
    patience = Patience()
    workers = Workers(1, patience.sleep)
    task = server.job(workers, "hanging")
    job = await server.next_job()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    patience.end(0)
    async with asyncio.timeout(TIMEOUT):
        await job.has_ended.wait()
    assert await workers(divmod, 7, 2) == (3, 1)
    await workers.close()


async def test_an_idle_worker_that_is_killed_is_replaced(workers: Workers) -> None:
    process = await workers(os.getpid)
    os.kill(process, signal.SIGKILL)
    assert await workers(os.getpid) != process


async def test_a_pool_that_breaks_while_it_takes_a_job_is_replaced(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It closes its pipes while it starts a process for the job."""
    submit, refused = ProcessPoolExecutor.submit, []

    def breaking(self: ProcessPoolExecutor, *job: Any) -> Any:
        if not refused:
            refused.append(self)
            raise OSError("handle is closed")
        return submit(self, *job)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", breaking)
    assert await workers(os.getpid) != os.getpid()
    assert len(refused) == 1


async def test_a_cancelled_caller_disturbs_nobody(workers: Workers, server: JobServer) -> None:
    """Not even if a worker dies afterwards, when cancelled jobs could cause trouble."""
    tasks = [server.job(workers, f"job{number}") for number in range(8)]
    running = [await server.next_job(), await server.next_job()]
    for number in (0, 4, 7):  # the first is running, the others are waiting
        tasks[number].cancel()
    running[1].order(jobs.CRASH)
    for _ in range(5):
        (await server.next_job()).order("done")
    async with asyncio.timeout(TIMEOUT):
        results = await asyncio.gather(*tasks, return_exceptions=True)
    given_up = [number for number, result in enumerate(results) if isinstance(result, asyncio.CancelledError)]
    assert given_up == [0, 4, 7]
    assert [result[0] for result in results if isinstance(result, tuple)] == ["done"] * 5


async def test_errors_that_nobody_waits_for_are_not_logged(
    workers: Workers, server: JobServer, caplog: pytest.LogCaptureFixture
) -> None:
    task = server.job(workers, "job")
    job = await server.next_job()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    del task
    job.order(jobs.CRASH)
    await job.has_ended.wait()
    await workers.close()  # by then the pool has noticed the crash
    gc.collect()  # asyncio reports an unretrieved error when it is collected
    assert "never retrieved" not in caplog.text


async def test_closing_cancels_running_and_waiting_jobs(server: JobServer) -> None:
    others = set(multiprocessing.active_children())
    workers = Workers(2)
    tasks = [server.job(workers, f"job{number}") for number in range(6)]
    await server.next_job()
    await server.next_job()
    async with asyncio.timeout(TIMEOUT):
        await workers.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError] * 6
    assert set(multiprocessing.active_children()) == others
    with pytest.raises(WorkersClosed):
        await workers(os.getpid)
    await workers.close()


async def test_closing_cancels_retries_too(server: JobServer) -> None:
    workers = Workers(1)
    tasks = [server.job(workers, f"job{number}") for number in range(3)]
    (await server.next_job()).order(jobs.CRASH)
    await server.next_job()
    async with asyncio.timeout(TIMEOUT):
        await workers.close()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(result) for result in results] == [asyncio.CancelledError] * 3


@contextmanager
def _busy_bot(then: str) -> Iterator[subprocess.Popen[str]]:
    """A bot in a separate process, with a busy worker."""
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("busy_bot.py")), then],
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
            bot.kill()  # has no effect unless it hangs


def test_a_bot_that_exits_leaves_no_workers() -> None:
    """The workers hold the bot's output open, so it ends when the last of them exits."""
    with _busy_bot("end") as bot:
        _, errors = bot.communicate("go on\n", timeout=TIMEOUT)
    assert bot.returncode == 0
    assert errors == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_workers_exit_when_the_bot_is_killed(number: signal.Signals) -> None:
    with _busy_bot("wait") as bot:
        bot.send_signal(number)
        bot.communicate(timeout=TIMEOUT)
    assert bot.returncode == -number


async def test_workers_load_plugins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    workers = Workers(1)
    try:
        policy = await workers(policy_of, "patience")
    finally:
        await workers.close()
    assert type(policy).__name__ == "PatiencePolicy"
