"""Processes that play on one database, and what is known of their games."""

import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from db.records import Phase
from db.store import Store
from engines import GAMES
from engines.replay import replay
from tests.crash import shard_player
from tests.crash.shard_player import SHARDS, Change, server_of
from tests.databases import Raw

TIMEOUT = 300
"""Seconds after which a silent process is taken to hang; only a defect takes so long."""

children = get_context("forkserver")
children.set_forkserver_preload(["pytest", shard_player.__name__])


class Processes:
    """The processes, and what they have acknowledged: the latest revision of each table, and its shard.

    Each plays so many ``games`` of its shard. Its leases last ``lease`` seconds, if that is given, and its members wait
    for ``pause`` seconds before each move.
    """

    def __init__(self, url: str, games: int, lease: float | None = None, pause: float = 0) -> None:
        self.url = url
        self.games = games
        self.revisions: dict[int, int] = {}
        self.shards: dict[int, int] = {}
        self.changes = dict.fromkeys(range(SHARDS), 0)
        self.last_words: dict[BaseProcess, str | None] = {}
        """Why each process that ended could not go on; ``None`` if it had played all of its games."""
        self._settings = (lease, pause)
        self._running: dict[Connection, BaseProcess] = {}
        self._replaced: dict[Connection, dict[int, int]] = {}
        """Processes that stood still while others took their shards, with the revisions of all tables then."""

    def start(self, shard: int) -> tuple[BaseProcess, Any]:
        """Start a process, and return it with the first that it says."""
        reader, writer = children.Pipe(duplex=False)
        process = children.Process(
            target=shard_player.play,
            args=(self.url, shard, self.games, f"{shard} {sum(self.changes.values())}", writer, *self._settings),
        )
        process.start()
        writer.close()
        assert reader.poll(TIMEOUT), "the process does nothing"
        said = reader.recv()
        if said == shard:
            self._running[reader] = process
        return process, said

    def listen(self, seconds: float = TIMEOUT) -> bool:
        """Record what the processes say within this time; whether any of them still plays."""
        for reader in wait(list(self._running), seconds):
            assert isinstance(reader, Connection)
            try:
                said = reader.recv()
            except EOFError:
                assert self._ended(reader).exitcode == -signal.SIGKILL, "a process crashed"
                continue
            if isinstance(said, Change):
                self._record(said, self._replaced.get(reader))
            else:
                self.last_words[self._ended(reader)] = said
        return bool(self._running)

    def _ended(self, reader: Connection) -> BaseProcess:
        """The process that has said its last, once it has ended."""
        process = self._running.pop(reader)
        process.join(TIMEOUT)
        return process

    def is_playing(self, process: BaseProcess) -> bool:
        """Whether this process has not said its last words yet."""
        return process in self._running.values()

    def note_outage(self, process: BaseProcess, shard: int, raw: Raw) -> None:
        """Compare what a process has said that is dead or stands still with what is stored of its shard.

        Of the change that was in progress at a table, nobody has heard yet.
        """
        reader = self._reader_of(process)
        while reader in self._running and reader.poll(0):
            self.listen(0)
        for table, rev, server in raw.rows("SELECT id, rev, guild_id FROM tables"):
            if server == server_of(shard):
                known = self.revisions.get(table)
                assert known is None or rev in (known, known + 1), "a change was lost"
                self.revisions[table] = rev

    def note_replaced(self, process: BaseProcess, revisions: dict[int, int]) -> None:
        """Another process has the shard of this one, which stands still, since the tables had these revisions."""
        self._replaced[self._reader_of(process)] = revisions

    def _reader_of(self, process: BaseProcess) -> Connection:
        return next(reader for reader, known in self._running.items() if known is process)

    def _record(self, change: Change, when_replaced: dict[int, int] | None) -> None:
        if when_replaced is not None:  # what was stored before it stood still may be said late
            assert change.rev <= when_replaced[change.table], "a change without a lease"
            return
        known = self.revisions.get(change.table)
        assert known is None or change.rev in (known, known + 1), "a change was lost or made twice"
        assert self.shards.setdefault(change.table, change.shard) == change.shard, "two processes serve a table"
        self.revisions[change.table] = change.rev
        self.changes[change.shard] += 1

    def kill_all(self) -> None:
        """Kill those that are left."""
        for process in self._running.values():
            process.kill()
            process.join(TIMEOUT)


async def check_games(processes: Processes) -> None:
    """Every table is stored as it was acknowledged last, and its game was played by the rules to its end."""
    games = processes.games
    played_by_both = sum(number % 4 > 0 for number in range(games))  # in one of four games a computer plays
    store = await Store.open(processes.url)
    try:
        assert await store.tables.count_tables() == SHARDS * games == len(processes.revisions)
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
            lines, players = await store.leaderboards.standings(server_of(shard), None, offset=0, limit=games + 1)
            assert players == played_by_both + 1
            assert sorted(line.games for line in lines) == [1] * played_by_both + [played_by_both]
    finally:
        await store.close()
