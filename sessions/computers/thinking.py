"""Lets computer players think in worker processes, so that the bot can answer members meanwhile."""

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from random import Random
from typing import Any, TypeVar

from db.cluster.processes import machine_name
from engines.contract import Game, GameOptions, View
from opponents import Budget, Level, Thought, choose, fortune, judge
from sessions.computers.workers import Compute, WorkerFailed, WorkersClosed, spare_cores
from sessions.tables.harmless import harmless

A = TypeVar("A")

LATEST = 1.3
"""A decision takes about this many times the usual seconds at most, including the wait for a worker."""
UNLIMITED = 1_000_000
"""More simulations than there is ever time for, so that only the clock ends the thinking."""

_log = logging.getLogger(__name__)


class MachineTime(float):
    """A time on the clock of this machine. On another machine it means nothing, so there it never comes.

    Other processes can compare it with their own clock, because ``perf_counter`` counts from the start of the system on
    Linux, macOS and Windows. (So does ``time.monotonic``, but simulations replace that one in the bot and not in its
    workers.)
    """

    def __reduce__(self) -> tuple[Callable[[float, str], float], tuple[float, str]]:
        return _arrived, (float(self), machine_name())


def _arrived(time: float, machine: str) -> float:
    return time if machine == machine_name() else math.inf


class WorkerSlots:
    """Lets in as many callers at once as there are workers."""

    def __init__(self, number: Callable[[], int]) -> None:
        self._number = number
        self._free = asyncio.Semaphore(0)
        self._slots = 0
        """How many slots there are, free or taken."""

    async def __aenter__(self) -> None:
        self._add_slots()
        await self._free.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._slots -= 1
        self._add_slots()

    def _add_slots(self) -> None:
        while self._slots < self._number():
            self._slots += 1
            self._free.release()


class Thinker:
    """Decides for computer players, and for people who ask for a hint.

    A hard player thinks for ``seconds``, a master longer, while there are enough ``workers``; their number may change.
    When there are too few, all players think for a shorter time, so that nobody waits much longer for an answer.
    """

    def __init__(
        self,
        compute: Compute,
        seconds: float = 1.0,
        workers: Callable[[], int] | int | None = None,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._compute = compute
        self._seconds = seconds
        number = spare_cores() if workers is None else workers
        self._workers = number if callable(number) else lambda: number
        # Requests wait here and not in the pool's queue, because only at its front is it known how long they may think.
        self._free = WorkerSlots(self._workers)
        # What members ask for beside their games leaves a worker to the moves, if there is more than one.
        self._beside = WorkerSlots(lambda: max(1, self._workers() - 1))
        self._clock = clock
        self._in_flight = 0
        self._in_flight_beside = 0

    @property
    def in_flight(self) -> int:
        """How many decisions have been requested but not made yet."""
        return self._in_flight

    @property
    def waiting(self) -> int:
        """How many of them wait for a worker."""
        return max(0, self._in_flight - self._workers())

    @asynccontextmanager
    async def _counted(self, *, beside: bool) -> AsyncIterator[None]:
        """Count a request until it is done, and let one that is made ``beside`` a game wait for its turn."""
        self._in_flight += 1
        self._in_flight_beside += beside
        try:
            async with self._beside if beside else nullcontext():
                yield
        finally:
            self._in_flight -= 1
            self._in_flight_beside -= beside

    async def think(
        self,
        game: Game[A],
        view: View[A],
        level: Level,
        seed: str,
        simulations: int | None = None,
        *,
        beside: bool = False,
    ) -> Thought[A]:
        """What a computer player of this level does in the viewer's seat.

        With a number of ``simulations`` the same arguments always give the same action, however busy the machine is.
        If thinking fails, the result is the least harmful action, so that no game hangs. Raises ``ValueError`` if the
        viewer may not act, and ``WorkersClosed`` when the bot is shutting down. With ``simulations``, a failing worker
        raises ``WorkerFailed``, because a second attempt may succeed. ``beside``: it is no move but a hint, which takes
        no time from moves; whatever fails raises ``WorkerFailed``.
        """
        if view.seat is None or not view.may_act:
            raise ValueError("only a seat that may act can think about an action")
        latest = self._clock() + LATEST * self._seconds * max(level.patience, 1)
        try:
            async with self._counted(beside=beside):
                thought = await self._decide(game, view, level, seed, simulations, latest, beside=beside)
            return _legal(thought, view)
        except WorkersClosed:
            raise
        except Exception as error:
            if beside:
                raise WorkerFailed("no hint could be found") from error
            if simulations is not None and isinstance(error, WorkerFailed):
                raise
            _log.exception("A computer player failed to think and plays a harmless action")
            return Thought(harmless(game, view))

    async def judge(self, game: Game[A], view: View[A], played: A, seed: str, simulations: int) -> Thought[A]:
        """What a hard player thinks of an action that was played (see ``opponents.judge``).

        The same arguments always give the same judgement. Raises ``WorkerFailed`` and ``WorkersClosed``.
        """
        async with self._counted(beside=True), self._free:
            return _legal(await self._compute(_judge, game, view, played, seed, simulations), view, played)

    async def fortune(
        self, game: Game[Any], seats: int, seed: str, options: GameOptions, games: int
    ) -> Sequence[float]:
        """Each seat's share of the wins when equal players play a deal so often (see ``opponents.fortune``).

        The same arguments always give the same shares. Raises ``WorkerFailed`` and ``WorkersClosed``.
        """
        async with self._counted(beside=True), self._free:
            return await self._compute(_fortune, game, seats, seed, options, games)

    async def _decide(
        self,
        game: Game[A],
        view: View[A],
        level: Level,
        seed: str,
        simulations: int | None,
        latest: float,
        *,
        beside: bool,
    ) -> Thought[A]:
        async with self._free:
            left = max(0.0, latest - self._clock())
            rivals = self._in_flight if beside else self._in_flight - self._in_flight_beside
            share = min(self._seconds * max(level.patience, 1), left) * min(1.0, self._workers() / rivals)
            if simulations is not None:
                return await self._compute(_think_by_count, game, view, level, seed, simulations)
            return await self._compute(_think, game, view, level, seed, share, MachineTime(latest))


def _legal(thought: Thought[A], view: View[A], *played: A) -> Thought[A]:
    """A thought that is about legal actions only. Raises ``WorkerFailed``: it may come from another machine.

    What was ``played`` is legal, though it need not be listed: some games take the cards of a group in any order.
    """
    legal = (*view.actions(), *played)
    if any(action not in legal for action in (thought.action, *(each.action for each in thought.considered))):
        raise WorkerFailed("a worker has thought of an action that is not legal")
    return thought


def _think(game: Game[A], view: View[A], level: Level, seed: str, seconds: float, latest: float) -> Thought[A]:
    """Make one decision in a worker: think for at most ``seconds``, and not beyond ``latest`` if the job starts late.

    ``latest`` is a ``MachineTime``. However late the start, each action is tried a few times.
    """
    if not level.patience:
        return choose(game, view, level, Random(seed))
    deadline = min(time.perf_counter() + seconds, latest)
    return choose(game, view, level, Random(seed), Budget(UNLIMITED, time.perf_counter, deadline))


def _think_by_count(game: Game[A], view: View[A], level: Level, seed: str, simulations: int) -> Thought[A]:
    """Make one decision in a worker with this number of simulations, whatever the clock says."""
    return choose(game, view, level, Random(seed), Budget(simulations))


def _judge(game: Game[A], view: View[A], played: A, seed: str, simulations: int) -> Thought[A]:
    """Judge an action in a worker with this number of simulations."""
    return judge(game, view, played, Random(seed), Budget(simulations))


def _fortune(game: Game[Any], seats: int, seed: str, options: GameOptions, games: int) -> Sequence[float]:
    """Play a deal so often in a worker."""
    return fortune(game, seats, seed, options, games, Random(seed))
