"""Two processes with a shard each play at once on one database; one is killed and started again.

No acknowledged change is lost, none is made twice, and every change of a table comes from the process of its shard.

``CARDROOM_SHARD_GAMES`` is the number of games.
"""

import os
import signal
import time
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

import pytest

from db.errors import DatabaseError
from db.lock import is_in_use, only_bot_on, starting_on
from db.records import Phase
from db.store import Store
from engines import GAMES
from engines.replay import replay
from operation.shard_leases import LEASE
from tests.crash import shard_player
from tests.crash.shard_player import SHARDS, Change, server_of

pytestmark = [pytest.mark.processes, pytest.mark.sample]

GAMES_OF_SHARD = int(os.environ.get("CARDROOM_SHARD_GAMES", "40")) // SHARDS
PLAYED_BY_BOTH = sum(number % 4 > 0 for number in range(GAMES_OF_SHARD))
"""Games of members alone: a computer plays in one of four."""
KILLED_AFTER = 3 * GAMES_OF_SHARD
"""After so many changes the process of shard 1 is killed: all of its tables are open, and some games have begun."""
TIMEOUT = 60
"""Seconds after which a silent process is taken to hang."""

children = get_context("forkserver")
children.set_forkserver_preload(["pytest", shard_player.__name__])


class Processes:
    """The processes, and what they have acknowledged: the latest revision of each table, and its shard."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.revisions: dict[int, int] = {}
        self.shards: dict[int, int] = {}
        self.changes = dict.fromkeys(range(SHARDS), 0)
        self._running: dict[Connection, BaseProcess] = {}

    def start(self, shard: int) -> tuple[BaseProcess, Any]:
        """Start a process, and return it with the first that it says."""
        reader, writer = children.Pipe(duplex=False)
        process = children.Process(
            target=shard_player.play, args=(self.url, shard, GAMES_OF_SHARD, f"{shard} {len(self.revisions)}", writer)
        )
        process.start()
        writer.close()
        assert reader.poll(TIMEOUT), "the process does nothing"
        said = reader.recv()
        if said == shard:
            self._running[reader] = process
        return process, said

    def listen(self) -> bool:
        """Record what the processes say next; whether any is still playing."""
        for reader in wait(list(self._running), TIMEOUT):
            assert isinstance(reader, Connection)
            try:
                said = reader.recv()
            except EOFError:
                said = None
            if said is None:
                self._running.pop(reader).join(TIMEOUT)
            else:
                self._record(said)
        return bool(self._running)

    def _record(self, change: Change) -> None:
        known = self.revisions.get(change.table)
        # Of what was in progress when a process was killed, nobody has heard: one change at most.
        assert known is None or change.rev in (known, known + 1, known + 2), "a change was lost or made twice"
        assert self.shards.setdefault(change.table, change.shard) == change.shard, "two processes serve a table"
        self.revisions[change.table] = change.rev
        self.changes[change.shard] += 1

    def kill_all(self) -> None:
        for process in self._running.values():
            process.kill()
            process.join(TIMEOUT)


@pytest.fixture
def processes(url: str) -> Iterator[Processes]:
    processes = Processes(url)
    yield processes
    processes.kill_all()


async def test_two_processes_share_a_database(processes: Processes) -> None:
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
    began = time.monotonic()
    _, said = processes.start(1)
    assert said == 1
    assert time.monotonic() - began < LEASE.total_seconds(), "the shard of a killed process is free at once"
    while processes.listen():
        pass
    assert not is_in_use(url)
    await check_games(processes)


async def check_games(processes: Processes) -> None:
    """Every table is stored as it was acknowledged last, and its game was played by the rules to its end."""
    store = await Store.open(processes.url)
    try:
        assert await store.tables.count_tables() == SHARDS * GAMES_OF_SHARD == len(processes.revisions)
        for table_id, rev in processes.revisions.items():
            table = await store.tables.get(table_id)
            assert table is not None
            assert (table.phase, table.rev) == (Phase.FINISHED, rev)
            assert table.guild_id == server_of(processes.shards[table_id])
            assert table.seed is not None
            game = GAMES[table.game]
            options = game.Options.model_validate(table.options)
            moves = [(move.seat, move.text) for move in await store.games.moves(table_id)]
            state, _ = replay(game, len(table.seats), table.seed, options, moves)
            assert state.outcome is not None
            assert len(await store.games.results(table_id)) == len(table.seats)
        for shard in range(SHARDS):
            lines, players = await store.leaderboards.standings(
                server_of(shard), None, offset=0, limit=GAMES_OF_SHARD + 1
            )
            assert players == PLAYED_BY_BOTH + 1
            assert sorted(line.games for line in lines) == [1] * PLAYED_BY_BOTH + [PLAYED_BY_BOTH]
    finally:
        await store.close()
