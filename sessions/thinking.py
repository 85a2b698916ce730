"""Lets computer players think in worker processes, so that the bot can answer everybody meanwhile."""

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import TypeVar

from engines.contract import Game, View
from opponents import Budget, Level, Thought, choose
from sessions.workers import Compute, WorkersClosed, spare_cores

A = TypeVar("A")

LATEST = 1.3
"""A decision takes at most this many times the usual seconds, including the wait for a worker."""
UNLIMITED = 1_000_000
"""More simulations than there is ever time for, so that only the clock ends the thinking."""

_log = logging.getLogger(__name__)


class Thinker:
    """Decides for computer players, and for people who ask for a hint.

    ``seconds`` is how long a hard player thinks as long as there are enough ``workers``. When there are not, all
    players think for a shorter time, so that nobody waits much longer for an answer.
    """

    def __init__(
        self,
        compute: Compute,
        seconds: float = 1.0,
        workers: int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._compute = compute
        self._seconds = seconds
        self._workers = spare_cores() if workers is None else workers
        # Requests wait here and not in the pool's queue, because the time for each is known only when its turn comes.
        self._free = asyncio.Semaphore(self._workers)
        self._clock = clock
        self._in_flight = 0

    @property
    def in_flight(self) -> int:
        """How many decisions have been asked for and not been made yet."""
        return self._in_flight

    @property
    def waiting(self) -> int:
        """How many of them wait for a worker."""
        return max(0, self._in_flight - self._workers)

    async def think(self, game: Game[A], view: View[A], level: Level, seed: str) -> Thought[A]:
        """What a computer player of this level does in the viewer's seat.

        If thinking fails, this is the most harmless action, so that no game hangs. Raises ``ValueError`` if the
        viewer may not act, and ``WorkersClosed`` when the bot is shutting down.
        """
        if view.seat is None or not view.may_act:
            raise ValueError("only a seat that may act can think about an action")
        self._in_flight += 1
        try:
            return await self._decide(game, view, level, seed)
        except WorkersClosed:
            raise
        except Exception:
            _log.exception("A computer player failed to think and plays a harmless action")
            return Thought(harmless(game, view))
        finally:
            self._in_flight -= 1

    async def _decide(self, game: Game[A], view: View[A], level: Level, seed: str) -> Thought[A]:
        latest = self._clock() + LATEST * self._seconds
        async with self._free:
            left = max(0.0, latest - self._clock())
            share = min(self._seconds, left) * min(1.0, self._workers / self._in_flight)
            return await self._compute(_think, game, view, level, seed, share, latest)


def harmless(game: Game[A], view: View[A]) -> A:
    """What to play in the viewer's seat if nothing better is known."""
    action = game.fallback(view)
    return view.actions()[0] if action is None else action


def _think(game: Game[A], view: View[A], level: Level, seed: str, seconds: float, latest: float) -> Thought[A]:
    """Make one decision in a worker: think for at most ``seconds``, and not beyond ``latest`` if it starts late.

    ``latest`` was read from the clock of another process. That works because ``perf_counter`` counts from the start
    of the system on Linux, macOS and Windows. (So does ``time.monotonic``, but simulations replace that one in the
    bot and not in its workers.) However late it is, a few simulations are always made.
    """
    if level is not Level.HARD:
        return choose(game, view, level, Random(seed))
    deadline = min(time.perf_counter() + seconds, latest)
    return choose(game, view, level, Random(seed), Budget(UNLIMITED, time.perf_counter, deadline))
