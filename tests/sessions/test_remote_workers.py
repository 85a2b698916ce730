"""Thinking on other machines: a real Dask scheduler with two workers, each in a process of its own."""

import asyncio
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import jobs
import pytest

from engines import GAMES
from opponents import Level
from sessions.computers.thinking import MachineTime, Thinker, _think
from sessions.computers.workers import Workers, WorkersClosed

if importlib.util.find_spec("distributed") is None or shutil.which("openssl") is None:
    pytest.skip("distributed or openssl is not installed", allow_module_level=True)

from dask.config import set as configured

from sessions.cluster import remote_jobs, remote_workers
from sessions.cluster.remote_workers import RemoteWorkers

pytestmark = pytest.mark.processes

ROOT = Path(__file__).parents[2]
TIMEOUT = 60
"""Seconds after which a test that hangs fails; none should take more than two or three."""


class Cluster:
    """The processes of a scheduler and its workers."""

    def __init__(self, certificates: Path) -> None:
        self._certificates = certificates
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"tls://127.0.0.1:{free.getsockname()[1]}"
        self.restart_scheduler()
        self.workers = [self.add_worker() for _ in range(2)]

    def add_worker(self) -> subprocess.Popen[bytes]:
        return self._run("worker", self.address, "--no-nanny", "--nthreads", "1")

    def restart_scheduler(self) -> None:
        port = self.address.rpartition(":")[2]
        self.scheduler = self._run("scheduler", "--protocol", "tls", "--port", port)

    def _run(self, what: str, *arguments: str) -> subprocess.Popen[bytes]:
        paths = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
        return subprocess.Popen(
            [
                *(sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments, "--host", "127.0.0.1"),
                *(
                    "--no-dashboard",
                    "--tls-ca-file",
                    "ca.pem",
                    "--tls-cert",
                    "thinkers.pem",
                    "--tls-key",
                    "thinkers.key",
                ),
            ],
            cwd=self._certificates,
            env=os.environ | {"PYTHONPATH": paths},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


class Here(Workers):
    """The workers of this machine: they do their jobs at once. ``done`` is how many they have done."""

    def __init__(self) -> None:
        super().__init__()
        self.done = 0

    async def __call__(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.done += 1
        return function(*arguments)


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with certificates, made as ``docs/scaling.md`` says."""
    folder = tmp_path_factory.mktemp("certificates")
    document = (ROOT / "docs" / "scaling.md").read_text("utf-8")
    commands = [line for line in document.splitlines() if line.startswith("openssl ")]
    assert len(commands) == 3
    for command in commands:
        subprocess.run(command.split(), cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def cluster(certificates: Path) -> Iterator[Cluster]:
    cluster = Cluster(certificates)
    tls = {"ca-file": str(certificates / "ca.pem"), "client.cert": str(certificates / "thinkers.pem")}
    tls["client.key"] = str(certificates / "thinkers.key")
    with configured({f"distributed.comm.tls.{name}": value for name, value in tls.items()}):
        yield cluster
    cluster.stop()


@pytest.fixture
def here() -> Here:
    return Here()


@pytest.fixture
async def remote(cluster: Cluster, here: Here, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RemoteWorkers]:
    monkeypatch.setattr(remote_workers, "LOOK_EVERY", 0.2)
    workers = RemoteWorkers(cluster.address, here)
    workers.start()
    yield workers
    await workers.close()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():  # noqa: ASYNC110 - what is waited for happens in other processes
            await asyncio.sleep(0.05)


async def connected(workers: RemoteWorkers, count: int = 2) -> None:
    await until(lambda: len(workers.addresses) == count)


async def test_nobody_gets_in_without_a_certificate(cluster: Cluster, here: Here) -> None:
    """Neither side would read what the other has pickled."""
    port = cluster.address.rpartition(":")[2]
    for address in (cluster.address, f"tcp://127.0.0.1:{port}"):
        with configured({"distributed.comm.tls.client.cert": None, "distributed.comm.timeouts.connect": "1s"}):
            workers = RemoteWorkers(address, here)
            with pytest.raises((OSError, TypeError)):
                await workers._connect()
            await workers.close()


@pytest.mark.sample
async def test_computers_think_there(remote: RemoteWorkers, here: Here, cluster: Cluster) -> None:
    await connected(remote)
    assert remote.capacity() == 2
    pids = await asyncio.gather(*(remote(os.getpid) for _ in range(6)))
    assert set(pids) <= {worker.pid for worker in cluster.workers}
    game = GAMES["counter"]
    state = game.deal(seats=4, seed="oak", options=game.Options())
    view = state.view(state.to_act[0])
    thought = await Thinker(remote, 0.1, remote.capacity).think(game, view, Level.NORMAL, "one")
    assert thought == _think(game, view, Level.NORMAL, "one", 0.1, 0.0)
    assert (await Thinker(remote, 0.1, remote.capacity).think(game, view, Level.HARD, "one")).action in view.actions()
    with pytest.raises(ZeroDivisionError):
        await remote(divmod, 1, 0)
    assert here.done == 0


async def test_the_clock_of_another_machine_says_nothing(
    remote: RemoteWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await connected(remote)
    assert await remote(float, MachineTime(5)) == 5
    monkeypatch.setattr("sessions.computers.thinking.machine_name", lambda: "another")
    assert await remote(float, MachineTime(5)) == float("inf")


async def test_a_job_survives_its_worker(remote: RemoteWorkers, here: Here, cluster: Cluster) -> None:
    await connected(remote)
    pids: asyncio.Queue[tuple[int, asyncio.StreamWriter]] = asyncio.Queue()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pids.put_nowait((int((await reader.readline()).split()[1]), writer))

    async with asyncio.timeout(TIMEOUT), await asyncio.start_server(accept, "127.0.0.1") as server:
        job = asyncio.create_task(remote(jobs.run, server.sockets[0].getsockname()[1], "thinker"))
        first, _ = await pids.get()
        os.kill(first, signal.SIGKILL)
        second, writer = await pids.get()
        writer.write(b"go on\n")
        assert await job == ("go on", second)
        writer.close()
    assert second != first
    assert here.done == 0
    lost = next(worker for worker in cluster.workers if worker.pid == first)
    lost.wait()
    cluster.workers.remove(lost)
    cluster.workers.append(cluster.add_worker())
    await connected(remote)


async def test_a_job_that_does_not_come_back_is_done_here(remote: RemoteWorkers, here: Here) -> None:
    await connected(remote)
    remote.longest_job = 0.1
    await remote(time.sleep, 0.5)
    assert here.done == 1


async def test_closing_cancels_jobs(cluster: Cluster, here: Here) -> None:
    remote = RemoteWorkers(cluster.address, here)
    remote.start()
    await connected(remote)
    job = asyncio.create_task(remote(time.sleep, 1))
    await until(lambda: remote.is_busy)
    await remote.close()
    with pytest.raises(asyncio.CancelledError):
        await job
    with pytest.raises(WorkersClosed):
        await remote(os.getpid)
    assert here.done == 0


def test_the_version_has_what_judges_have_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker whose networks are others would think differently."""
    read, before = Path.read_bytes, remote_jobs.version.__wrapped__()
    assert remote_jobs.version.__wrapped__() == before
    monkeypatch.setattr(Path, "read_bytes", lambda file: read(file) + (b"1" if file.suffix == ".npz" else b""))
    assert remote_jobs.version.__wrapped__() != before


async def test_workers_of_another_version_get_no_jobs(
    cluster: Cluster, here: Here, caplog: pytest.LogCaptureFixture
) -> None:
    def refusals() -> int:
        return sum("does not run this version of Cardroom" in message for message in caplog.messages)

    remote = RemoteWorkers(cluster.address, here)
    remote.version = "another"
    remote.start()
    await until(lambda: refusals() == 2)
    assert await remote(os.getpid) == os.getpid()
    await remote.close()
    assert refusals() == 2


@pytest.mark.thorough
async def test_the_bot_thinks_here_while_the_scheduler_is_gone(
    remote: RemoteWorkers, here: Here, cluster: Cluster
) -> None:
    """The last test: the workers of a scheduler that is gone end, too."""
    await connected(remote)
    slow = asyncio.create_task(remote(time.sleep, 0.5))
    await until(lambda: remote.is_busy)
    cluster.scheduler.kill()
    cluster.scheduler.wait()
    await slow
    assert await remote(os.getpid) == os.getpid()
    assert here.done == 2
    await until(lambda: not remote.addresses)
    cluster.restart_scheduler()
    cluster.workers.append(cluster.add_worker())
    async with asyncio.timeout(TIMEOUT):
        # The first jobs may still meet the end of the old connection, and are done here.
        while await remote(os.getpid) == os.getpid():
            await until(lambda: bool(remote.addresses))
