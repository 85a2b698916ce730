"""Two processes with a shard each play on one database, and are killed or frozen again and again, at random moments.

While a process is frozen, others try to take its shard, and do so once its lease has run out. When it goes on, it must
change nothing any more. Nothing that was acknowledged may be lost or made twice, and all games end by the rules.

``CARDROOM_SHARD_KILLS`` and ``CARDROOM_FREEZES`` are the numbers of kills and freezes. A freeze takes from a second to
``CARDROOM_FREEZE_SECONDS``; leases last a quarter of that.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest

from db.records import Phase
from db.store import Store
from tests.crash.shard_player import SHARDS, server_of
from tests.crash.shard_processes import TIMEOUT, Processes, check_games
from tests.databases import Raw

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads from /proc whether a process stands still"),
]

KILLS = int(os.environ.get("CARDROOM_SHARD_KILLS", "6"))
FREEZES = int(os.environ.get("CARDROOM_FREEZES", "2"))
FREEZES_PER_DATABASE = 10
DATABASES = max(1, FREEZES // FREEZES_PER_DATABASE)
LONGEST_FREEZE = float(os.environ.get("CARDROOM_FREEZE_SECONDS", "6"))
LEASE = LONGEST_FREEZE / 4
PLAYS_FOR = 0.5
"""Seconds of play between two outages, at most."""
PAUSE = 0.05
"""Seconds before each move of a member."""
MORE_GAMES = 4
"""How many games a process begins when it has played all."""


class Outages:
    """What happens to the two processes."""

    def __init__(self, url: str, raw: Raw, rng: Random) -> None:
        self.processes = Processes(url, MORE_GAMES, LEASE, PAUSE)
        self._raw = raw
        self._rng = rng
        self._of_shard: dict[int, BaseProcess] = {}

    def play(self) -> None:
        """Let both play for a moment."""
        for shard in range(SHARDS):
            self._playing(shard)
        self._listen_until(time.monotonic() + self._rng.random() * PLAYS_FOR)

    def kill(self, shard: int) -> None:
        """Kill the process of a shard and start another."""
        process = self._playing(shard)
        process.kill()
        process.join(TIMEOUT)
        self.processes.note_outage(process, shard, self._raw)
        assert not self.processes.is_playing(process)
        self._start(shard)

    def freeze(self, shard: int) -> None:
        """Freeze the process of a shard for a while, in which others try to take its place."""
        process = self._playing(shard)
        assert process.pid is not None
        with suppress(ProcessLookupError):  # it has just played all of its games
            os.kill(process.pid, signal.SIGSTOP)
        while not stands_still(process.pid):
            time.sleep(0.001)
        self.processes.note_outage(process, shard, self._raw)
        has_played_all = self._has_played_all(shard)
        end = time.monotonic() + self._rng.uniform(1, LONGEST_FREEZE)
        is_replaced = False
        while time.monotonic() < end:
            if not is_replaced and self.processes.is_playing(process):
                is_replaced = self._try_to_replace(process, shard)
            self._listen_until(min(end, time.monotonic() + LEASE / 3))
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGCONT)
        if is_replaced:
            while self.processes.is_playing(process):
                self.processes.listen()
            if (words := self.processes.last_words[process]) is None:
                assert has_played_all  # and it only had to give up the lease
            else:
                assert words.startswith(f"Another process has taken over shard {shard} of {SHARDS}")

    def finish(self) -> None:
        """Play all games of both to their ends."""
        while self.processes.listen():
            pass
        for shard in range(SHARDS):  # one of them may have begun fewer
            self._start(shard)
        while self.processes.listen():
            pass

    def _has_played_all(self, shard: int) -> bool:
        tables = self._raw.rows("SELECT guild_id, phase FROM tables")
        return not any(server == server_of(shard) and Phase(phase).is_open for server, phase in tables)

    def _playing(self, shard: int) -> BaseProcess:
        """The process of a shard. If it has played all of its games, a new one begins more."""
        process = self._of_shard.get(shard)
        if process is None or not self.processes.is_playing(process):
            self.processes.games += 0 if process is None else MORE_GAMES
            process = self._start(shard)
        return process

    def _start(self, shard: int) -> BaseProcess:
        process, said = self.processes.start(shard)
        assert said == shard, said
        self._of_shard[shard] = process
        return process

    def _try_to_replace(self, frozen: BaseProcess, shard: int) -> bool:
        """Whether another process could take a shard: its lease has run out, and the file is not locked."""
        revisions = dict(self.processes.revisions)
        process, said = self.processes.start(shard)
        if said != shard:
            process.join(TIMEOUT)
            return False
        self._of_shard[shard] = process
        self.processes.note_replaced(frozen, revisions)
        return True

    def _listen_until(self, end: float) -> None:
        while (left := end - time.monotonic()) > 0:
            if not self.processes.listen(left):
                return


def stands_still(process: int) -> bool:
    """Whether all threads of a process have stopped, or it has ended."""
    try:
        threads = [(task / "stat").read_text() for task in Path(f"/proc/{process}/task").iterdir()]
    except OSError:
        return not Path(f"/proc/{process}").exists()
    return all(thread.rpartition(")")[2].split()[0] in "TZX" for thread in threads)


@pytest.fixture
def outages(url: str, raw: Raw, number: int) -> Iterator[Outages]:
    outages = Outages(url, raw, Random(f"outages {number}"))
    yield outages
    outages.processes.kill_all()


@pytest.mark.parametrize("number", range(DATABASES))
async def test_nothing_is_lost_or_made_twice(outages: Outages, url: str, number: int) -> None:
    await (await Store.open(url)).close()
    rng = Random(f"kinds {number}")
    kinds = [outages.kill] * (KILLS // DATABASES) + [outages.freeze] * (FREEZES // DATABASES)
    rng.shuffle(kinds)
    for happens in kinds:
        outages.play()
        happens(rng.randrange(SHARDS))
    outages.finish()
    await check_games(outages.processes)
    last_words = [words for words in outages.processes.last_words.values() if words is not None]
    assert not [words for words in last_words if not is_explained(words, url)]


def is_explained(last_words: str, url: str) -> bool:
    """Whether a process ended because its shard was taken, or began while one that stood still had locked the file."""
    is_locked = url.startswith("sqlite") and "another program has locked the file" in last_words
    return is_locked or last_words.startswith("Another process has taken over shard")
