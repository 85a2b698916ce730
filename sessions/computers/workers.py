"""Runs long computations in worker processes, so that the event loop stays free to answer Discord."""

import asyncio
import importlib
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.context import SpawnContext, SpawnProcess
from types import ModuleType
from typing import Any, TypeVar

from typing_extensions import override

from sessions.shared.timer import Sleep

R = TypeVar("R")

Wait = Callable[[Awaitable[Any]], Awaitable[Any]]
"""``wait(awaitable)`` awaits it, and may tell others meanwhile that it does."""
Compute = Callable[..., Awaitable[Any]]
"""``compute(function, *arguments)`` runs a pure function elsewhere and returns its result, as ``Workers`` does."""

PRELOADED = ("opponents", "opponents.judges.net")
"""What a worker for computer players imports when it starts, so that its first job need not wait for it."""
MAX_PROCESSES = 61
"""The limit of an executor on Windows."""
NICENESS = 10
"""How much workers lower their priority, so that the bot and other programs come first, where the system allows it."""
LONGEST_JOB = 60.0
"""Seconds after which a job is given up. The longest jobs take a few seconds, but on a very busy machine a new worker
has taken 30 seconds to start."""

_log = logging.getLogger(__name__)


class WorkerFailed(Exception):
    """A job was not done, though it may be a sound one."""


class WorkerCrashed(WorkerFailed):
    """The worker that did a job died, and so did the one that tried it again."""


class WorkerHung(WorkerFailed):
    """A job did not come back, so its worker was killed."""


class WorkersClosed(RuntimeError):
    """The workers were closed before the job was submitted."""


def spare_cores() -> int:
    """How many processes can be busy while the bot keeps a core; at least one."""
    return min(max(1, (os.cpu_count() or 1) - 1), MAX_PROCESSES)


class Workers:
    """The real ``compute``: a pool of processes, started when it is first used.

    A job is a module's function with its arguments, all of which can be pickled. After ``LONGEST_JOB``, measured with
    ``sleep``, it is given up. Unless the workers are closed, Python waits for them at its exit. Processes are spawned,
    because a fork would copy the bot's locks and connections. ``wait`` awaits jobs.
    """

    def __init__(
        self,
        processes: int | None = None,
        sleep: Sleep = asyncio.sleep,
        wait: Wait | None = None,
        preloaded: Sequence[str] = PRELOADED,
        niceness: int = NICENESS,
    ) -> None:
        self._processes = spare_cores() if processes is None else processes
        self._start = (niceness, *preloaded)
        self._sleep = sleep
        self._wait = wait or _wait
        self._context = _Context()
        self._pool: ProcessPoolExecutor | None = None
        self._watches: set[asyncio.Task[Any]] = set()
        self._second_try = asyncio.Lock()
        self._is_closed = False

    async def __call__(self, function: Callable[..., R], *arguments: Any) -> R:
        """Run a job in a worker and return its result, or raise its exception.

        Raises ``WorkersClosed`` after closing, which cancels running jobs, ``WorkerCrashed`` if the worker died and so
        did the one that tried again, and ``WorkerHung`` if the job did not come back.
        """
        if self._is_closed:
            raise WorkersClosed
        try:
            return await self._run(function, arguments)
        except BrokenExecutor as error:
            _log.warning("A worker died or was killed; trying %s once more (%s)", function.__qualname__, error)
        # When a pool breaks, all its jobs fail, and there is no telling which of them killed its worker. They are tried
        # again one at a time, so that the culprit takes no others down.
        async with self._second_try:
            try:
                return await self._run(function, arguments)
            except BrokenExecutor as error:
                raise WorkerCrashed(f"{function.__qualname__} lost its worker twice") from error

    def warm_up(self) -> None:
        """Start all workers now, without waiting for them, so that the first job starts sooner."""
        if self._is_closed:
            raise WorkersClosed
        pool = self._open_pool()
        with suppress(BrokenExecutor, OSError):  # the next job will notice as well and open a new pool
            for _ in range(self._processes):
                pool.submit(_no_op)

    async def close(self) -> None:
        """Cancel all jobs and kill all workers, busy or not. No more jobs are accepted."""
        self._is_closed = True
        pool, self._pool = self._pool, None
        if pool is not None or self._context.spawned():
            await asyncio.to_thread(self._end, pool)

    async def _run(self, function: Callable[..., R], arguments: tuple[Any, ...]) -> R:
        if self._is_closed:
            raise asyncio.CancelledError
        pool = self._open_pool()
        try:
            job = _submit(pool, function, arguments)
            job.add_done_callback(_retrieve_exception)
            # A caller that is cancelled must not cancel the job itself: when a pool breaks, executors of Python 3.11
            # fail on cancelled jobs and leave the others waiting forever. A hung job must end all the same.
            watch = asyncio.create_task(self._watch(pool, job, function.__qualname__))
            self._watches.add(watch)
            watch.add_done_callback(_retrieve_exception)
            watch.add_done_callback(self._watches.discard)
            return await asyncio.shield(watch)
        except BrokenExecutor:
            if self._is_closed:
                raise asyncio.CancelledError from None
            if self._pool is pool:  # only the first job to notice; the others find a new pool
                self._pool = None
            raise

    async def _watch(self, pool: ProcessPoolExecutor, job: asyncio.Future[R], name: str) -> R:
        """The result of a job. If the job does not come back, its worker is killed."""
        patience = asyncio.ensure_future(self._sleep(LONGEST_JOB))
        try:
            await self._wait(asyncio.wait([job, patience], return_when=asyncio.FIRST_COMPLETED))
        finally:
            patience.cancel()
        if job.done():
            return job.result()
        if self._pool is pool:
            # An executor does not say which worker does the job, so all are killed. The other jobs are tried again.
            self._pool = None
            self._context.kill_all()
        raise WorkerHung(f"{name} did not come back within {LONGEST_JOB:.0f} s")

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, self._context, _start_worker, self._start)
        return self._pool

    def _end(self, pool: ProcessPoolExecutor | None) -> None:
        self._context.kill_all()
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)
        for process in self._context.spawned():
            process.join()


async def _wait(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


def _submit(pool: ProcessPoolExecutor, function: Callable[..., R], arguments: tuple[Any, ...]) -> asyncio.Future[R]:
    """Give a job to the pool. Raises ``BrokenProcessPool`` if it can't take one.

    A pool that breaks at this very moment closes its pipes while it starts a process for the job: an ``OSError``.
    """
    try:
        return asyncio.wrap_future(pool.submit(function, *arguments))
    except OSError as error:
        raise BrokenProcessPool("no process could be started for a job") from error


def _retrieve_exception(job: asyncio.Future[Any]) -> None:
    """Keep asyncio from logging the error of a job that nobody waits for any more."""
    if not job.cancelled():
        job.exception()


class _Worker(SpawnProcess):
    """A process that does not import what the bot was started with, and so takes half the memory."""

    @override
    def start(self) -> None:
        # The main module is run again in a new process, if it has a file: for pickled classes, of which jobs have none.
        main, sys.modules["__main__"] = sys.modules["__main__"], ModuleType("__main__")
        try:
            super().start()
        finally:
            sys.modules["__main__"] = main


class _Context(SpawnContext):
    """Spawns processes and remembers them, because an executor does not say which processes are its own."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    # In the base class this is a class, but it is only ever called.
    def Process(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, *args: Any, **kwargs: Any
    ) -> SpawnProcess:
        process = _Worker(*args, **kwargs)
        self._started = [started for started in self.spawned() if started.is_alive()]
        self._started.append(process)
        return process

    def kill_all(self) -> None:
        """Kill all processes. They hold nothing that needs cleaning up."""
        for process in self.spawned():
            process.kill()

    def spawned(self) -> list[SpawnProcess]:
        # A process has no id if the system refused to start it.
        return [process for process in self._started if process.pid is not None]


def _start_worker(niceness: int, *modules: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the bot handles it
    if hasattr(os, "nice"):
        os.nice(niceness)
    threading.Thread(target=_exit_with_bot, name="exit with the bot", daemon=True).start()
    for module in modules:
        importlib.import_module(module)


def _exit_with_bot() -> None:
    """Exit when the bot does. If it was killed, nobody else tells this worker that there are no more jobs."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(1)


def _no_op() -> None:
    """A job that only needs a worker to be started."""
