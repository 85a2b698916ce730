"""Two processes with a shard each play at once on one database; one is killed and started again.

No acknowledged change is lost, none is made twice, and every change of a table comes from the process of its shard.

``CARDROOM_SHARD_GAMES`` is the number of games.
"""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from db.errors import DatabaseError
from db.lock import is_in_use, only_bot_on, starting_on
from db.store import Store
from operation.shard_leases import LEASE
from tests.crash.shard_player import SHARDS
from tests.crash.shard_processes import TIMEOUT, Processes, check_games
from tests.databases import Raw

pytestmark = [pytest.mark.processes, pytest.mark.sample]

GAMES_OF_SHARD = int(os.environ.get("CARDROOM_SHARD_GAMES", "40")) // SHARDS
KILLED_AFTER = 3 * GAMES_OF_SHARD
"""After so many changes the process of shard 1 is killed: all of its tables are open, and some games have begun."""
PAUSE = 0.2
"""Seconds before each move, so that a slow start of one process does not find the games of another at their ends."""


@pytest.fixture
def processes(url: str) -> Iterator[Processes]:
    processes = Processes(url, GAMES_OF_SHARD, pause=PAUSE)
    yield processes
    processes.kill_all()


async def test_two_processes_share_a_database(processes: Processes, raw: Raw) -> None:
    url = processes.url
    await (await Store.open(url)).close()
    processes.start(0)
    victim, _ = processes.start(1)
    second, said = processes.start(1)
    second.join(TIMEOUT)
    assert said.startswith(f"Shard 1 of 2 is already served by process {victim.pid} on ")
    assert is_in_use(url)
    with pytest.raises(DatabaseError, match="Another Cardroom is running"), only_bot_on(url):
        pass
    with starting_on(url):
        pass

    while processes.changes[1] < KILLED_AFTER:
        assert processes.listen()
    victim.kill()
    victim.join(TIMEOUT)
    assert victim.exitcode == -signal.SIGKILL
    processes.note_outage(victim, 1, raw)
    began = time.monotonic()
    _, said = processes.start(1)
    assert said == 1
    assert time.monotonic() - began < LEASE.total_seconds(), "the shard of a killed process is free at once"
    while processes.listen():
        pass
    assert not is_in_use(url)
    await check_games(processes)
