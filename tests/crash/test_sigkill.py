"""The bot is killed with SIGKILL at any moment, again and again; nobody loses an acknowledged move.

What is promised, and checked after every kill: every change that was acknowledged is in the file. Beyond
those there is at most one, the one that was under way, and it is there as a whole or not at all. The file
is sound, what it holds can be replayed by the rules, and the next process plays the same game on.
(SIGKILL ends a process, not the machine: that a commit also reaches the disk is SQLite's ``synchronous = FULL``.)

``CARDROOM_KILLS`` is how often to kill, in tens; each ten have a file of their own.
"""

from __future__ import annotations

import os
import select
import signal
import sqlite3
import time
from contextlib import closing, suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random

import pytest

from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES
from engines.replay import replay
from tests.crash import player
from tests.crash.player import CHANNEL, Acknowledged

KILLS_PER_FILE = 10
FILES = max(1, int(os.environ.get("CARDROOM_KILLS", "40")) // KILLS_PER_FILE)
MOVES_PER_FILE = 60
"""So many acknowledged moves prove something; several times as many are usual."""
PATIENCE = 60
"""Seconds without a sign of life after which a child is given up: only a defect takes so long."""

children = get_context("forkserver")
children.set_forkserver_preload(["pytest", player.__name__])


class Ledger:
    """What the players were told: each change that was acknowledged."""

    def __init__(self) -> None:
        self.revisions: dict[int, int] = {}
        self.moves: set[tuple[int, int, int, str]] = set()

    def enter(self, told: Acknowledged) -> None:
        expected = self.revisions.get(told.table, 0) + 1
        assert told.rev == expected, "a change was skipped"
        self.revisions[told.table] = told.rev
        self.moves |= {(told.table, told.rev, seat, text) for seat, text in told.moves}


def run(url: str, seed: str, ledger: Ledger, chance: Random) -> int:
    """Let a process play until it is killed, from outside or by itself; how it ended."""
    by_itself = chance.random() < 0.5
    dies_at = chance.randrange(600) if by_itself else None
    changes, after = chance.randrange(40), chance.random() * 0.02
    reader, writer = children.Pipe(duplex=False)
    process = children.Process(target=player.play, args=(url, seed, writer, dies_at, False))
    process.start()
    writer.close()
    try:
        with reader, suppress(EOFError):
            while by_itself or changes > 0:
                assert reader.poll(PATIENCE), "the process does nothing"
                ledger.enter(reader.recv())
                changes -= 1
            end = time.monotonic() + after
            while (left := end - time.monotonic()) > 0:
                if select.select([reader], [], [], left)[0]:
                    ledger.enter(reader.recv())
            process.kill()
            while True:  # what it had said before
                ledger.enter(reader.recv())
    finally:
        process.kill()
        process.join(PATIENCE)
    assert process.exitcode is not None
    return process.exitcode


def finish(url: str, seed: str, ledger: Ledger) -> int:
    """Let a process play the present game to its end; how it ended."""
    reader, writer = children.Pipe(duplex=False)
    process = children.Process(target=player.play, args=(url, seed, writer, None, True))
    process.start()
    writer.close()
    try:
        with reader, suppress(EOFError):
            while reader.poll(PATIENCE):
                ledger.enter(reader.recv())
        process.join(PATIENCE)
    finally:
        process.kill()
        process.join(PATIENCE)
    assert process.exitcode is not None
    return process.exitcode


def check_file(path: Path, ledger: Ledger) -> int:
    """Compare the file with the ledger; how many changes it holds that nobody was told of (0 or 1).

    Such a change is entered into the ledger: the next process goes on from there.
    """
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        revisions = dict(file.execute("SELECT id, rev FROM tables"))
        moves = {
            (table, rev, seat, text)
            for table, rev, seat, text in file.execute("SELECT table_id, rev, seat, text FROM moves")
        }
    assert ledger.moves <= moves, "an acknowledged move is lost"
    assert revisions.keys() >= ledger.revisions.keys(), "an acknowledged table is lost"
    untold = {table: rev - ledger.revisions.get(table, 0) for table, rev in revisions.items()}
    assert all(more >= 0 for more in untold.values()), "an acknowledged change is lost"
    assert sum(untold.values()) <= 1, "more than one change was under way"
    assert all(rev <= revisions[table] for table, rev, _, _ in moves)
    ledger.revisions = revisions
    return sum(untold.values())


def computers_seats(path: Path) -> set[tuple[int, int]]:
    """The seats, with their tables, that computers have of their own."""
    with closing(sqlite3.connect(path)) as file:
        return set(file.execute("SELECT table_id, seat FROM seats WHERE user_id IS NULL"))


def is_deserted(table: TableRecord) -> bool:
    """Whether a game was given up by everybody but one, or by all who played themselves."""
    return not table.present or sum(not seat.resigned for seat in table.seats) == 1


async def check_games(url: str) -> None:
    """Every table can be opened and read, and its game can be replayed by the rules."""
    store = await Store.open(url)
    try:
        last = await store.last_table_in(CHANNEL)
        for table_id in range(1, last.id + 1 if last else 0):
            table = await store.table(table_id)
            assert table is not None
            moves, results = await store.moves(table_id), await store.results(table_id)
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


@pytest.mark.parametrize("number", range(FILES))
async def test_no_acknowledged_move_is_lost(tmp_path: Path, number: int):
    path = tmp_path / "cardroom.db"
    url = f"sqlite+aiosqlite:///{path}"
    ledger, chance = Ledger(), Random(f"crash {number}")
    await (await Store.open(url)).close()
    for kill in range(KILLS_PER_FILE):
        assert run(url, f"{number} {kill}", ledger, chance) == -signal.SIGKILL
        check_file(path, ledger)
        await check_games(url)
    assert finish(url, f"{number} end", ledger) == 0
    assert check_file(path, ledger) == 0
    await check_games(url)
    assert len(ledger.moves) >= MOVES_PER_FILE, "too little was played to prove anything"
    computers = computers_seats(path)
    by_computers = [move for move in ledger.moves if (move[0], move[2]) in computers]
    assert len(by_computers) >= MOVES_PER_FILE // 4, "computers played too little"
