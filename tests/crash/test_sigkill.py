"""The bot is killed with SIGKILL again and again, at random moments, and no acknowledged move is lost.

After every kill the tests check that every acknowledged change is in the database. There is at most one more, the one
that was in progress, and it is there as a whole. The database is intact, its games can be replayed by the rules, and
the next process continues the same game. (SIGKILL ends a process, not the machine. That a commit reaches the disk is
up to SQLite's ``synchronous = FULL`` or to the PostgreSQL server.)

``CARDROOM_KILLS`` is the number of kills, rounded down to tens; every ten kills share a database.
"""

import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import TypeAlias

import pytest

from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES
from engines.replay import replay
from tests.crash import player
from tests.crash.player import CHANNEL, Acknowledged
from tests.databases import SERVER, Raw, server

pytestmark = [pytest.mark.processes, pytest.mark.sample]

KILLS_PER_DATABASE = 10
DATABASES = max(1, int(os.environ.get("CARDROOM_KILLS", "10")) // KILLS_PER_DATABASE)
MOVES_PER_DATABASE = 60
"""With fewer acknowledged moves, the test would prove little; several times as many are usual."""
TIMEOUT = 60
"""Seconds after which a silent child process is taken to hang; only a defect takes so long."""

children = get_context("forkserver")
children.set_forkserver_preload(["pytest", player.__name__])


Playing: TypeAlias = tuple[BaseProcess, Connection]


class Ledger:
    """Every change that was acknowledged."""

    def __init__(self) -> None:
        self.revisions: dict[int, int] = {}
        self.moves: set[tuple[int, int, int, str]] = set()

    def record(self, change: Acknowledged) -> None:
        expected = self.revisions.get(change.table, 0) + 1
        assert change.rev == expected, "a change was skipped"
        self.revisions[change.table] = change.rev
        self.moves |= {(change.table, change.rev, seat, text) for seat, text in change.moves}


@contextmanager
def playing(url: str, seed: str, dies_at: int | None = None, *, to_the_end: bool = False) -> Iterator[Playing]:
    """A process that plays, and what it acknowledges until it is gone."""
    reader, writer = children.Pipe(duplex=False)
    process = children.Process(target=player.play, args=(url, seed, writer, dies_at, to_the_end))
    process.start()
    writer.close()
    try:
        with reader, suppress(EOFError):
            yield process, reader
        process.join(TIMEOUT)
    finally:
        process.kill()
        process.join(TIMEOUT)


def run(url: str, seed: str, ledger: Ledger, rng: Random) -> int | None:
    """Let a process play until it is killed, by this one or by itself, and return its exit code."""
    by_itself = rng.random() < 0.5
    dies_at = rng.randrange(600) if by_itself else None
    changes, after = rng.randrange(40), rng.random() * 0.02
    with playing(url, seed, dies_at) as (process, reader):
        while by_itself or changes > 0:
            assert reader.poll(TIMEOUT), "the process does nothing"
            ledger.record(reader.recv())
            changes -= 1
        end = time.monotonic() + after
        while (left := end - time.monotonic()) > 0:
            if select.select([reader], [], [], left)[0]:
                ledger.record(reader.recv())
        process.kill()
        while True:  # what it had sent before
            ledger.record(reader.recv())
    return process.exitcode


def finish(url: str, seed: str, ledger: Ledger) -> int | None:
    """Let a process play the current game to its end and return its exit code."""
    with playing(url, seed, to_the_end=True) as (process, reader):
        while reader.poll(TIMEOUT):
            ledger.record(reader.recv())
    return process.exitcode


def check_database(raw: Raw, ledger: Ledger) -> int:
    """Compare the database with the ledger and return the number of unacknowledged changes in it (0 or 1).

    Such a change is recorded in the ledger, because the next process continues from there.
    """
    if SERVER is None:
        assert raw.rows("PRAGMA integrity_check") == [("ok",)]
        assert raw.rows("PRAGMA foreign_key_check") == []
    else:
        server().wait_for_others()
    revisions: dict[int, int] = dict(raw.rows("SELECT id, rev FROM tables"))
    moves = {
        (table, rev, seat, text) for table, rev, seat, text in raw.rows("SELECT table_id, rev, seat, text FROM moves")
    }
    assert ledger.moves <= moves, "an acknowledged move is lost"
    assert revisions.keys() >= ledger.revisions.keys(), "an acknowledged table is lost"
    unacknowledged = {table: rev - ledger.revisions.get(table, 0) for table, rev in revisions.items()}
    assert all(more >= 0 for more in unacknowledged.values()), "an acknowledged change is lost"
    assert sum(unacknowledged.values()) <= 1, "more than one change was in progress"
    assert all(rev <= revisions[table] for table, rev, _, _ in moves)
    ledger.revisions = revisions
    return sum(unacknowledged.values())


def computers_seats(raw: Raw) -> set[tuple[int, int]]:
    """The seats of computers, each with its table."""
    return {(table, seat) for table, seat in raw.rows("SELECT table_id, seat FROM seats WHERE user_id IS NULL")}


def is_deserted(table: TableRecord) -> bool:
    """Whether everybody but one player has given up, or no member is playing any more."""
    return not table.present or sum(not seat.resigned for seat in table.seats) == 1


async def check_games(url: str) -> None:
    """Check that every table can be read and its game can be replayed by the rules."""
    store = await Store.open(url)
    try:
        last = await store.tables.last_table_in(CHANNEL)
        for table_id in range(1, last.id + 1 if last else 0):
            table = await store.tables.get(table_id)
            assert table is not None
            moves, results = await store.games.moves(table_id), await store.games.results(table_id)
            if table.seed is None:
                assert (table.phase, moves) == (Phase.LOBBY, [])
                continue
            game = GAMES[table.game]
            options = game.Options.model_validate(table.options)
            state, _ = replay(game, len(table.seats), table.seed, options, ((move.seat, move.text) for move in moves))
            over = state.outcome is not None or is_deserted(table)
            assert table.phase is (Phase.FINISHED if over else Phase.PLAYING)
            assert len(results) == (len(table.seats) if over else 0)
    finally:
        await store.close()


@pytest.mark.parametrize("number", range(DATABASES))
async def test_no_acknowledged_move_is_lost(url: str, raw: Raw, number: int):
    ledger, rng = Ledger(), Random(f"crash {number}")
    await (await Store.open(url)).close()
    for kill in range(KILLS_PER_DATABASE):
        assert run(url, f"{number} {kill}", ledger, rng) == -signal.SIGKILL
        check_database(raw, ledger)
        await check_games(url)
    assert finish(url, f"{number} end", ledger) == 0
    assert check_database(raw, ledger) == 0
    await check_games(url)
    assert len(ledger.moves) >= MOVES_PER_DATABASE, "too little was played to prove anything"
    computers = computers_seats(raw)
    by_computers = [move for move in ledger.moves if (move[0], move[2]) in computers]
    assert len(by_computers) >= MOVES_PER_DATABASE // 4, "computers played too little"
