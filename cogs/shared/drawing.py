"""The line in which pictures wait to be drawn: what somebody waits for comes first, and each picture is drawn once."""

import asyncio
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import IntEnum
from heapq import heapify, heappop, heappush
from itertools import count, islice
from typing import Any, NamedTuple, TypeAlias

from cachetools import LRUCache

from sessions.computers.workers import Compute, WorkerFailed, Workers, WorkersClosed

PATIENCE_SECONDS = 0.05
"""How long an answer waits for its picture."""
FOLLOWERS_PATIENCE = 3.0
"""How many seconds a table and the open hands of others, which a move has changed, wait for theirs. Where so many wait,
they are shown in words meanwhile."""
OVERDUE_SECONDS = 3.0
"""After how long an answer's picture comes after all others: its reader has read the words meanwhile."""
LOOKED_AT = 4
"""Of how many pictures in the line it is asked whether they are still needed, whenever another one is wanted. In a rush
their turn may never come, and somebody may wait for it."""
CAPACITY = 100
"""How many pictures are remembered, of about 25 KB each."""
NICENESS = 5
"""Whoever draws gives way to the bot, and comes before computers that think."""
PRELOADED = ("pictures.result", "pictures.table", "cogs.shared.alt_text")
AHEAD = 6
"""How many pictures of answers a worker is given at once: in a rush, a turn of the event loop can take as long as some
pictures. Of others it has half as many, so that an answer never waits for more."""


class Drawn(NamedTuple):
    """A picture as PNG, and what it shows in words."""

    png: bytes
    alt: str


Job: TypeAlias = "tuple[Callable[..., Drawn], tuple[Any, ...]]"
"""A function of a module with its arguments, all of which can be pickled; nothing of Discord is among them."""
Draw: TypeAlias = "tuple[Callable[..., bytes], tuple[Any, ...]]"
"""What draws a picture, of the same kind."""
Describe: TypeAlias = "tuple[Callable[..., str], tuple[Any, ...]]"
"""What says what it shows."""


def drawing(draw: Draw, describe: Describe) -> Job:
    """Draw a picture and describe it in the same place."""
    return _draw_and_describe, (draw, describe)


def _draw_and_describe(draw: Draw, describe: Describe) -> Drawn:
    (paint, scene), (tell, told) = draw, describe
    return Drawn(paint(*scene), tell(*told))


_log = logging.getLogger(__name__)


class Urgency(IntEnum):
    """Which pictures are drawn first."""

    ANSWER = 0
    """A member has tapped and waits for it."""
    ACTED = 1
    """Somebody has just acted at its table."""
    REST = 2


def always() -> bool:
    """``lasts`` of a picture that is needed whatever happens meanwhile."""
    return True


@dataclass(frozen=True, slots=True)
class Need:
    """How urgently a picture is needed, and how many seconds its reader waits for it: ``None``, as long as it takes.

    Whether the need ``lasts`` is asked when its turn comes: where the table has moved on, another picture is needed.
    """

    urgency: Urgency = Urgency.REST
    lasts: Callable[[], bool] = always
    patience: float | None = None

    @property
    def is_prompt(self) -> bool:
        """Whether it is an answer that comes without the picture if need be."""
        return self.urgency is Urgency.ANSWER and self.patience is not None


def prompt_answer(lasts: Callable[[], bool]) -> Need:
    """A picture that comes before all others; but words and buttons do not wait for it, and it follows."""
    return Need(Urgency.ANSWER, lasts, PATIENCE_SECONDS)


class PictureKey:
    """What determines a picture. It is large and looked up often, so it is hashed once."""

    __slots__ = ("_hash", "_parts")

    def __init__(self, *parts: Hashable) -> None:
        self._parts = parts
        self._hash = hash(parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PictureKey) and self._hash == other._hash and self._parts == other._parts


class Overtaken(Exception):
    """A picture was not drawn, because what it shows had changed before its turn came."""


@dataclass(slots=True)
class _Wanted:
    """A picture that is drawn now or later, and all who need it. ``order`` counts those that were ever wanted.

    ``since`` is when it was wanted last, by the clock of the event loop.
    """

    job: Job
    order: int
    since: float
    picture: asyncio.Future[Drawn | None]
    needs: list[Need] = field(default_factory=list[Need])
    is_begun: bool = False


class DrawingLine:
    """Draws pictures with ``compute``, so many at once, and remembers the latest. What cannot be drawn is ``None``."""

    def __init__(self, compute: Compute, at_once: int = 1) -> None:
        self._compute = compute
        self._at_once, self._others_at_once = at_once, (at_once + 1) // 2
        self._drawn: LRUCache[Hashable, Drawn] = LRUCache(CAPACITY)
        self._wanted: dict[Hashable, _Wanted] = {}
        self._waiting: list[tuple[Urgency, int, int, Hashable]] = []
        """A heap: how urgently each of those is needed that are not begun, its rank among these, and its key. A picture
        is there once for each need; numbers keep keys from being compared."""
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._orders = count()
        self._hopeless_until: defaultdict[Urgency, float] = defaultdict(float)
        """Until when nobody waits for long for pictures that are so urgent, by the clock of the event loop."""

    async def draw(self, key: Hashable, job: Job, need: Need) -> Drawn | None:
        """The picture that ``key`` determines: what is remembered, or drawn already, or else what ``job`` draws.

        Raises ``Overtaken`` if it is no longer needed when its turn comes, and ``TimeoutError`` if it is not there in
        time.
        """
        if (drawn := self._drawn.get(key)) is not None:
            return drawn
        wanted, loop = self._wanted.get(key), asyncio.get_running_loop()
        if wanted is None:
            self._drop_overtaken()
            wanted = self._wanted[key] = _Wanted(job, next(self._orders), loop.time(), loop.create_future())
        wanted.needs.append(need)
        wanted.since = loop.time()
        if not wanted.is_begun:
            # Of answers the latest comes first: in a rush some are there in time, where otherwise none would be.
            rank = -wanted.order if need.urgency is Urgency.ANSWER else wanted.order
            self._line_up(need.urgency, rank, key)
        self._draw_next()
        return await self._in_time(wanted.picture, need)

    async def close(self) -> None:
        """Draw nothing more, and let nobody wait."""
        for wanted in self._wanted.values():
            wanted.picture.cancel()
        self._wanted.clear()
        self._waiting.clear()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _in_time(self, picture: asyncio.Future[Drawn | None], need: Need) -> Drawn | None:
        """Wait for a picture. After one wait in vain, nobody waits for long for another that is as urgent."""
        now, patience = asyncio.get_running_loop().time, need.patience
        is_hopeless = now() < self._hopeless_until[need.urgency]
        if patience is not None and is_hopeless:
            patience = min(patience, PATIENCE_SECONDS)
        try:
            async with asyncio.timeout(patience):
                return await asyncio.shield(picture)
        except TimeoutError:
            if need.urgency is not Urgency.ANSWER and not is_hopeless:
                self._hopeless_until[need.urgency] = now() + FOLLOWERS_PATIENCE
            raise

    def _line_up(self, urgency: Urgency, rank: int, key: Hashable) -> None:
        heappush(self._waiting, (urgency, rank, next(self._orders), key))

    def _draw_next(self) -> None:
        """Draw what is needed most, unless enough is being drawn."""
        loop = asyncio.get_running_loop()
        while self._waiting and len(self._tasks) < (
            self._at_once if self._waiting[0][0] is Urgency.ANSWER else self._others_at_once
        ):
            urgency, rank, _, key = heappop(self._waiting)
            wanted = self._wanted.get(key)
            if wanted is None or wanted.is_begun or wanted.order != abs(rank):
                continue  # it has had its turn, as another needed it more urgently
            if not _is_needed(wanted):
                self._overtake(key)
            elif urgency is Urgency.ANSWER and loop.time() - wanted.since >= OVERDUE_SECONDS:
                self._line_up(Urgency.REST, wanted.order, key)
            else:
                wanted.is_begun = True
                self._tasks[key] = loop.create_task(self._draw(key, wanted))

    def _drop_overtaken(self) -> None:
        """Forget what nobody needs any more, among those that have not been looked at for longest."""
        for key in list(islice(self._wanted, LOOKED_AT)):
            if (wanted := self._wanted[key]).is_begun or _is_needed(wanted):
                self._wanted[key] = self._wanted.pop(key)
            else:
                self._overtake(key)
        if len(self._waiting) > 2 * len(self._wanted) + CAPACITY:
            self._waiting = [place for place in self._waiting if place[-1] in self._wanted]
            heapify(self._waiting)

    def _overtake(self, key: Hashable) -> None:
        overtaken = self._wanted.pop(key).picture
        overtaken.set_exception(Overtaken())
        overtaken.exception()  # whoever has lost patience no longer asks for it

    async def _draw(self, key: Hashable, wanted: _Wanted) -> None:
        drawn: Drawn | None = None
        try:
            drawn = await self._try_to_draw(wanted.job)
        finally:
            del self._tasks[key]
            self._wanted.pop(key, None)
            if drawn is not None:
                self._drawn[key] = drawn
            if not wanted.picture.done():
                wanted.picture.set_result(drawn)
            self._draw_next()

    async def _try_to_draw(self, job: Job) -> Drawn | None:
        function, arguments = job
        try:
            try:
                return await self._compute(function, *arguments)
            except WorkerFailed as error:
                _log.warning("A picture is drawn in a thread: %s", error)
                return await asyncio.to_thread(function, *arguments)
        except WorkersClosed:
            return None
        except Exception:
            _log.exception("A table could not be drawn")
            return None


def _is_needed(wanted: _Wanted) -> bool:
    return any(need.lasts() for need in wanted.needs)


def drawing_workers() -> Workers | None:
    """A process that draws, so that the event loop is free to answer; ``None`` on a machine with one core."""
    return Workers(1, preloaded=PRELOADED, niceness=NICENESS) if (os.cpu_count() or 1) > 1 else None
