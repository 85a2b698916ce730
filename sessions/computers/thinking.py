"""Lets computer players think in worker processes, so that the bot can answer members meanwhile."""

import asyncio
import json
import logging
import math
import time
from collections import OrderedDict, defaultdict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from hashlib import sha256
from random import Random
from typing import Any, TypeVar

from db.cluster import machine_name
from engines.contract import Game, GameOptions, View
from opponents import Budget, Level, Thought, choose, fortune, judge
from opponents.thoughts import SURE
from sessions.computers.workers import Compute, WorkerFailed, WorkersClosed, spare_cores
from sessions.tables.automatic import harmless

A = TypeVar("A")

LATEST = 1.3
"""A decision takes about this many times the usual seconds at most, including the wait for a worker."""
LEAST_SHARE = 0.2
"""The part of the usual seconds that whoever waits for one decision gets at least, however many others keep computers
thinking: nobody makes somebody else's computer play badly."""
MOST_TRIALS = 10_000
UNLIMITED = 1_000_000
"""More simulations than there is ever time for, so that only the clock ends the thinking."""

_log = logging.getLogger(__name__)


class MachineTime(float):
    """A time on the clock of this machine. On another machine it means nothing, so there it never comes.

    All processes of a machine share ``perf_counter``. (And ``time.monotonic``, which simulations replace in the bot.)
    """

    def __reduce__(self) -> tuple[Callable[[float, str], float], tuple[float, str]]:
        return _arrived, (float(self), machine_name())


def _arrived(time: float, machine: str) -> float:
    return time if machine == machine_name() else math.inf


NOBODY, BESIDE = 0, -1
"""Stand for a member: where there is none, and for all together in what they ask for beside their games."""


class WorkerSlots:
    """Lets in as many callers at once as there are workers. Members take turns, however many of theirs are waiting.

    Every other turn is that of a member who waits for nothing else, and so hardly notices those who play many games.
    """

    def __init__(self, number: Callable[[], int]) -> None:
        self._number = number
        self._taken = 0
        self._favours_single = True
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        """Those of each member, first come first; whose turn is next comes first."""

    @asynccontextmanager
    async def taken_by(self, member: int) -> AsyncIterator[None]:
        """A slot for this member, held until the block ends."""
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(member, deque()).append(ticket)
        self._let_in()
        try:
            await ticket
            yield
        finally:
            if not ticket.cancelled():  # one that was still waiting is skipped when its turn comes
                self._taken -= 1
            self._let_in()

    def _let_in(self) -> None:
        while self._taken < self._number() and self._waiting:
            single = (member for member, tickets in self._waiting.items() if len(tickets) == 1 and self._favours_single)
            member = next(single, next(iter(self._waiting)))
            tickets = self._waiting[member]
            ticket = tickets.popleft()
            if not tickets:
                del self._waiting[member]
            if ticket.cancelled():
                continue
            if tickets:
                self._waiting.move_to_end(member)
            self._favours_single = not self._favours_single
            self._taken += 1
            ticket.set_result(None)


class Thinker:
    """Decides for computer players, and for people who ask for a hint.

    A hard player thinks for ``seconds``, a master longer, while there are enough ``workers``; their number may change.
    When there are too few, all think for a shorter time, so that nobody waits much longer: it is shared between
    members, and a member's share between their games. So who has many games open takes nothing from the others.
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
        self._in_flight: defaultdict[int, int] = defaultdict(int)
        """How many decisions of each member have been requested but not made yet."""

    @property
    def in_flight(self) -> int:
        """How many decisions have been requested but not made yet."""
        return sum(self._in_flight.values())

    @property
    def waiting(self) -> int:
        """How many of them wait for a worker."""
        return max(0, self.in_flight - self._workers())

    @asynccontextmanager
    async def _counted(self, member: int, asked_by: int = BESIDE) -> AsyncIterator[None]:
        """Count a request of a member until it is done, and let one ``BESIDE`` a game wait for the turn of who asks."""
        self._in_flight[member] += 1
        try:
            async with self._beside.taken_by(asked_by) if member == BESIDE else nullcontext():
                yield
        finally:
            self._in_flight[member] -= 1
            if not self._in_flight[member]:
                del self._in_flight[member]

    async def think(
        self,
        game: Game[A],
        view: View[A],
        level: Level,
        seed: str,
        simulations: int | None = None,
        *,
        member: int = NOBODY,
    ) -> Thought[A]:
        """What a computer player of this level does in the viewer's seat, in a game of this ``member``.

        With a number of ``simulations`` the same arguments always give the same action. If thinking fails, it is the
        least harmful one, so that no game hangs; with ``simulations`` a failing worker raises ``WorkerFailed``. Raises
        ``ValueError`` if the viewer may not act, and ``WorkersClosed``.
        """
        if view.seat is None or not view.may_act:
            raise ValueError("only a seat that may act can think about an action")
        latest = self._clock() + LATEST * self._seconds * max(level.patience, 1)
        try:
            async with self._counted(member):
                thought = await self._decide(game, view, level, seed, simulations, latest, member)
            return _legal(thought, view)
        except WorkersClosed:
            raise
        except Exception as error:
            if simulations is not None and isinstance(error, WorkerFailed):
                raise
            _log.exception("A computer player failed to think and plays a harmless action")
            return Thought(harmless(game, view))

    async def judge(
        self, game: Game[A], view: View[A], played: A | None = None, patience: float = 1.0, *, asked_by: int = BESIDE
    ) -> tuple[Thought[A], float]:
        """What a decision is worth (see ``opponents.judge``), and how many of the usual times that has taken.

        It takes no longer than so many of them, and no time from moves. A member who waits for it alone (``asked_by``)
        takes turns with all reviews together. Raises ``WorkerFailed`` and ``WorkersClosed``.
        """
        seconds = self._seconds * patience
        async with self._counted(BESIDE, asked_by), self._free.taken_by(BESIDE):
            try:
                thought, taken = await self._compute(_judge, game, view, played, seconds)
            except (WorkersClosed, WorkerFailed):
                raise
            except Exception as error:
                raise WorkerFailed("a decision could not be judged") from error
        return _legal(thought, view, *([] if played is None else [played])), taken / (self._seconds or 1.0)

    async def fortune(
        self, game: Game[Any], seats: int, seed: str, options: GameOptions, games: int
    ) -> Sequence[float]:
        """Each seat's share of the wins when equal players play a deal so often (see ``opponents.fortune``).

        The same arguments always give the same shares. Raises ``WorkerFailed`` and ``WorkersClosed``.
        """
        async with self._counted(BESIDE), self._free.taken_by(BESIDE):
            return await self._compute(fortune, game, seats, seed, options, games, Random(seed))

    async def _decide(
        self, game: Game[A], view: View[A], level: Level, seed: str, simulations: int | None, latest: float, member: int
    ) -> Thought[A]:
        async with self._free.taken_by(member):
            if simulations is not None:
                return await self._compute(_think_by_count, game, view, level, seed, simulations)
            now = self._clock()
            left = max(0.0, min(self._seconds * max(level.patience, 1), latest - now))
            share = left * self._share_of(member)
            if member and self._in_flight[member] == 1:
                least = LEAST_SHARE * self._seconds
                share, latest = max(share, least), max(latest, now + least)
            return await self._compute(_think, game, view, level, seed, share, MachineTime(latest))

    def _share_of(self, member: int) -> float:
        """The part of the usual time that a decision of this member gets now."""
        members = len(self._in_flight) - (member != BESIDE and BESIDE in self._in_flight)
        return min(1.0, self._workers() / (members * self._in_flight[member]))


def reply_seed(seed: str, view: View[Any]) -> str:
    """The seed of a computer's random choices: it depends only on the seed of the deal and what the computer sees."""
    return sha256(f"{seed}/{json.dumps(view.dump(), sort_keys=True)}".encode()).hexdigest()


def _legal(thought: Thought[A], view: View[A], *played: A) -> Thought[A]:
    """A thought that is about legal actions only. Raises ``WorkerFailed``: it may come from another machine."""
    legal = (*view.actions(), *played)  # which need not be listed: some games take the cards of a group in any order
    if any(action not in legal for action in (thought.action, *(each.action for each in thought.considered))):
        raise WorkerFailed("a worker has thought of an action that is not legal")
    return thought


def _think(game: Game[A], view: View[A], level: Level, seed: str, seconds: float, latest: float) -> Thought[A]:
    """Make one decision in a worker: think for at most ``seconds``, and not beyond ``latest`` if the job starts late.

    ``latest`` is a ``MachineTime``. A job that starts too late tries each action once.
    """
    if not level.patience:
        return choose(game, view, level, Random(seed))
    deadline = min(time.perf_counter() + seconds, latest)
    return choose(game, view, level, Random(seed), Budget(UNLIMITED, time.perf_counter, deadline))


def _think_by_count(game: Game[A], view: View[A], level: Level, seed: str, simulations: int) -> Thought[A]:
    """Make one decision in a worker with this number of simulations, whatever the clock says."""
    return choose(game, view, level, Random(seed), Budget(simulations))


def _judge(game: Game[A], view: View[A], played: A | None, seconds: float) -> tuple[Thought[A], float]:
    """Judge a decision for so many seconds of a worker's processor; returns how many it took."""
    begun = time.process_time()
    budget = Budget(MOST_TRIALS, time.process_time, begun + seconds, error=SURE)
    return judge(game, view, reply_seed("", view), budget, played), time.process_time() - begun
