"""Processes beside the bot for work that takes long: the event loop has Discord to answer."""

from __future__ import annotations

import asyncio
import importlib
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, TypeVar

R = TypeVar("R")

Compute = Callable[..., Awaitable[Any]]
"""``compute(function, *arguments)`` runs a pure function elsewhere and returns its value: ``Workers`` or a stand-in."""

NEEDED = ("opponents",)
"""What every worker imports when it starts, so that its first job need not wait for it."""
MOST_PROCESSES = 61
"""An executor takes no more on Windows."""
NICENESS = 10
"""How far workers step back behind the bot and other programs, where the system knows such a thing."""

_log = logging.getLogger(__name__)


class WorkerCrashed(Exception):
    """The process that did a job died, and the one that tried again died too."""


class WorkersClosed(RuntimeError):
    """There are no workers any more: they were closed before the job was handed in."""


def spare_cores() -> int:
    """How many processes can be busy while a core is left to the bot; at least one."""
    return min(max(1, (os.cpu_count() or 1) - 1), MOST_PROCESSES)


class Workers:
    """The real ``compute``: a pool of processes, started when it is first used.

    A job is a function of a module and its arguments, all of which can be pickled. It comes to an end by itself:
    if the workers are not closed before the bot ends, Python waits for the jobs that they were given. The processes
    are started anew instead of being forked, on all systems: a fork would copy the bot's locks and connections.
    """

    def __init__(self, processes: int | None = None) -> None:
        self._processes = spare_cores() if processes is None else processes
        self._context = _Context()
        self._pool: ProcessPoolExecutor | None = None
        self._second_try = asyncio.Lock()
        self._is_closed = False

    async def __call__(self, function: Callable[..., R], *arguments: Any) -> R:
        """Run a job in a worker; what it raises is raised here.

        Jobs that are under way when the workers are closed are cancelled. Raises ``WorkersClosed`` after that, and
        ``WorkerCrashed`` if the job was tried twice in vain.
        """
        if self._is_closed:
            raise WorkersClosed
        try:
            return await self._run(function, arguments)
        except BrokenExecutor as error:
            _log.warning("A worker died; %s is tried once more (%s)", function.__qualname__, error)
        # Every job of a pool fails with it, and which of them killed its worker cannot be told. One at a time,
        # the guilty one takes no innocent one with it again.
        async with self._second_try:
            try:
                return await self._run(function, arguments)
            except BrokenExecutor as error:
                raise WorkerCrashed(f"{function.__qualname__} lost its worker twice") from error

    def warm_up(self) -> None:
        """Start all workers now, without waiting until they are ready, so that the first job need not wait so long."""
        if self._is_closed:
            raise WorkersClosed
        pool = self._open_pool()
        with suppress(BrokenExecutor):  # the next job will find that out too, and see to it
            for _ in range(self._processes):
                pool.submit(_nothing)

    async def close(self) -> None:
        """Cancel all jobs and end all workers, busy or not. Nothing can be computed any more."""
        self._is_closed = True
        pool, self._pool = self._pool, None
        if self._context.has_started:
            await asyncio.to_thread(self._end, pool)

    async def _run(self, function: Callable[..., R], arguments: tuple[Any, ...]) -> R:
        if self._is_closed:
            raise asyncio.CancelledError
        pool = self._open_pool()
        try:
            job = asyncio.get_running_loop().run_in_executor(pool, function, *arguments)
            # Whoever stops waiting must not cancel the job itself: when a pool breaks, executors of Python 3.11
            # stumble over cancelled jobs and leave the others waiting for ever.
            job.add_done_callback(_look_at)
            return await asyncio.shield(job)
        except BrokenExecutor:
            if self._is_closed:
                raise asyncio.CancelledError from None
            if self._pool is pool:  # the first of its jobs to notice; the others find a new pool in its place
                self._pool = None
            raise

    def _open_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._processes, self._context, _settle_in, NEEDED)
        return self._pool

    def _end(self, pool: ProcessPoolExecutor | None) -> None:
        self._context.kill_all()
        if pool is not None:
            pool.shutdown(wait=True, cancel_futures=True)
        self._context.join_all()


def _look_at(job: asyncio.Future[Any]) -> None:
    """An error that nobody waits for any more is not worth a complaint in the log."""
    if not job.cancelled():
        job.exception()


class _Context(SpawnContext):
    """Starts processes anew and remembers them: executors do not tell which processes are theirs."""

    def __init__(self) -> None:
        super().__init__()
        self._started: list[SpawnProcess] = []

    # Elsewhere a class stands in this place, but it is only ever called.
    def Process(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, *args: Any, **kwargs: Any
    ) -> SpawnProcess:
        """A new process, as an executor asks for it."""
        process = SpawnProcess(*args, **kwargs)
        self._started.append(process)
        return process

    @property
    def has_started(self) -> bool:
        """Whether there is or was any process."""
        return bool(self._started)

    def kill_all(self) -> None:
        """End all processes at once. They hold nothing that has to be put in order."""
        for process in self._numbered():
            process.kill()

    def join_all(self) -> None:
        """Wait until all processes have ended."""
        for process in self._numbered():
            process.join()

    def _numbered(self) -> list[SpawnProcess]:
        # A process without a number is one that the system refused to start.
        return [process for process in self._started if process.pid is not None]


def _settle_in(*modules: str) -> None:
    """How a worker starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes of a terminal; the bot sees to it
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_bot, name="end of the bot", daemon=True).start()
    for module in modules:
        importlib.import_module(module)


def _end_with_bot() -> None:
    """A worker would wait for jobs for ever if the bot was killed and could not tell it that there are no more."""
    bot = multiprocessing.parent_process()
    assert bot is not None
    bot.join()
    os._exit(1)


def _nothing() -> None:
    """A job that is done as soon as there is somebody to do it."""
