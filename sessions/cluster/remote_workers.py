"""Runs long computations on other machines, through a Dask scheduler. Needs the extra "cluster"."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

from distributed import Client, KilledWorker

from sessions.cluster.remote_jobs import Outcome, do_job, pack, unpack, version
from sessions.computers.workers import WorkerCrashed, Workers, WorkersClosed, spare_cores
from sessions.shared.timer import end

R = TypeVar("R")

CONNECT_SECONDS = 5.0
"""How long the scheduler has to answer."""
LOOK_EVERY = 2.0
"""Seconds between two looks at the workers, and between two attempts to reach the scheduler."""
LONGEST_JOB = 10.0
"""Seconds after which a job that has not come back is done on this machine."""

_log = logging.getLogger(__name__)


class Lost(Exception):
    """A job was not done. The workers or the connection are to blame, and not the job."""


class RemoteWorkers:
    """A ``compute`` on the workers of a Dask scheduler, and on those of this machine while there are none.

    Workers of another version are named in the log and get no jobs. A job that does not come back, because its worker
    hangs or the scheduler is gone, is done here. When a worker dies, Dask itself tries again.
    """

    def __init__(self, address: str, local: Workers) -> None:
        self._address = address
        self._local = local
        self.longest_job = LONGEST_JOB
        self.version = version()
        self._client: Client | None = None
        self._threads: dict[str, int] = {}
        """The workers of our version: how many jobs each does at once, by its address."""
        self._refused: set[str] = set()
        """The addresses of all other workers."""
        self._jobs: set[asyncio.Future[Outcome]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._is_closed = False

    def start(self) -> None:
        """Look for the scheduler and its workers from now on."""
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    @property
    def addresses(self) -> frozenset[str]:
        """The workers that get jobs."""
        return frozenset(self._threads)

    @property
    def is_busy(self) -> bool:
        """Whether a job is being done on another machine."""
        return bool(self._jobs)

    def capacity(self) -> int:
        """How many jobs can be done at once."""
        return sum(self._threads.values()) or spare_cores()

    async def __call__(self, function: Callable[..., R], *arguments: Any) -> R:
        """Do a job and return its result, or raise its exception. After closing, raises ``WorkersClosed``.

        Raises ``WorkerCrashed`` if the job has killed several workers.
        """
        if self._is_closed:
            raise WorkersClosed
        if self._client is not None and self._threads:
            try:
                return unpack(await self._do_there(self._client, pack(function, arguments)))
            except Lost as error:
                _log.warning("%s is done here, because %s", function.__qualname__, error)
            except KilledWorker as error:
                raise WorkerCrashed(f"{function.__qualname__} has killed its workers") from error
        return await self._local(function, *arguments)

    async def close(self) -> None:
        """Cancel all jobs and leave the scheduler. The workers here are closed as well."""
        self._is_closed = True
        await end(self._watching)
        for job in self._jobs:
            job.cancel()
        await self._disconnect()
        await self._local.close()

    async def _do_there(self, client: Client, packed: bytes) -> Outcome:
        """Do a packed job on one of the workers. Raises ``Lost``."""
        # Not "pure": two jobs with the same arguments are two jobs.
        future = client.submit(do_job, self.version, packed, workers=list(self._threads), pure=False)
        job = asyncio.ensure_future(cast(Awaitable[Outcome], future.result()))  # because the client is asynchronous
        self._jobs.add(job)
        try:
            async with asyncio.timeout(self.longest_job):
                outcome: Outcome = await job
        except KilledWorker:
            raise
        except TimeoutError:
            raise Lost(f"no worker has done it in {self.longest_job:.0f} seconds") from None
        except Exception as error:
            raise Lost(f"the scheduler or a worker has failed ({error})") from error
        finally:
            self._jobs.discard(job)
            job.cancel()
            # Nobody waits for it any more. If it has not begun, it never will.
            with suppress(Exception):
                future.release()
        if outcome.version != self.version:
            self._threads.clear()  # until the next look
            raise Lost("a worker has another version")
        return outcome

    async def _watch(self) -> None:

        is_lost = False
        while True:
            try:
                if self._client is None:
                    self._client = await self._connect()
                    _log.info("Computers think on the workers of %s", self._address)
                await self._look_at_workers(self._client)
                is_lost = False
            except Exception as error:
                if not is_lost:
                    _log.error("No scheduler answers at %s; computers think here: %s", self._address, error)
                is_lost = True
                await self._disconnect()
            await asyncio.sleep(LOOK_EVERY)

    async def _connect(self) -> Client:
        client = Client(self._address, asynchronous=True, set_as_default=False, timeout=CONNECT_SECONDS)
        try:
            async with asyncio.timeout(2 * CONNECT_SECONDS):
                return await client
        except BaseException:
            await _left(client)
            raise

    async def _look_at_workers(self, client: Client) -> None:
        """Update the list of workers, and ask new ones for their version."""
        scheduler: Any = client.scheduler
        async with asyncio.timeout(CONNECT_SECONDS):
            workers = (await scheduler.identity(n_workers=-1))["workers"]
        threads = {address: int(worker["nthreads"]) for address, worker in workers.items()}
        self._refused &= threads.keys()
        new = threads.keys() - self._threads.keys() - self._refused
        if new:
            async with asyncio.timeout(CONNECT_SECONDS):
                versions = await client.run(version, workers=list(new), on_error="return")
            for address in new:
                if versions.get(address) != self.version:
                    self._refused.add(address)
                    _log.error(
                        "The worker %s gets no jobs, because it does not run this version of Cardroom. Install it "
                        "there and start the worker again.",
                        address,
                    )
        self._threads = {address: count for address, count in threads.items() if address not in self._refused}

    async def _disconnect(self) -> None:
        self._threads, self._refused = {}, set()
        client, self._client = self._client, None
        if client is not None:
            await _left(client)


async def _left(client: Client) -> None:
    """Disconnect from the scheduler, whether it answers or not."""
    with suppress(Exception):
        async with asyncio.timeout(CONNECT_SECONDS):
            await cast(Awaitable[None], client.close())
