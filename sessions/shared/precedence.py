"""Answers to members come first. Work that follows from their moves, such as editing the table's message, can wait."""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import Callable, Collection
from enum import IntEnum
from itertools import islice
from typing import Any

from sessions.shared.timer import Sleep

PLACES = 16
"""How many taps and commands of members are answered at the same time. More would only make each other late."""
MOST_OF_ONE = 8
"""The same for one member, also after their answers: what is asked for, such as a film, can take seconds."""
LONGEST_HOLD = 5.0
"""Seconds after which one that is still not answered makes room: what it waits for takes no processor of the bot."""
LONGEST_WORK = 5.0
"""Seconds for which a deadline waits for what its members have begun."""
IN_TIME = 0.003
"""A turn of the event loop that takes no longer, in seconds, makes no member late, so other work may begin."""
LATE, MOST_LATE = 0.15, 2
"""Where more answers than these take longer than this, in seconds, other work begins at its slowest pace only. A few
may wait for something else, or for other work itself."""
PACE = 0.05
"""Seconds after which a piece of other work begins however late members are."""
COMPUTERS_SHARE = 4
"""At least one in so many pieces of other work is a computer's move, as long as computers wait."""


class Rank(IntEnum):
    """What other work is: for how many seconds what is asked for later, and is of a lower rank, may go first."""

    FOLLOWS = 0
    """Others see what a member has done."""
    COMPUTER = 5
    """A computer moves."""
    REST = 15
    """What only the bot has done is shown."""


class Precedence:
    """Lets what members ask for begin as it comes, a few at a time, and other work as far as the event loop keeps up.

    The whole bot runs in one event loop, where each step of an answer waits for a step of everything else that has
    begun. Where there is too much to do, it waits here instead: so answers are quick, several changes of a table are
    shown together, computers pause, and fewer pictures are drawn.
    """

    def __init__(self, sleep: Sleep = asyncio.sleep, clock: Callable[[], float] = time.perf_counter) -> None:
        self._sleep = sleep
        self._clock = clock
        self._asked: dict[asyncio.Task[Any], int] = {}
        """The members for whom something is being done or to be done, by the tasks that do it."""
        self._line: dict[asyncio.Task[Any], asyncio.Future[None]] = {}
        """Those that have not begun, first come first, but first those of members for whom nothing has begun."""
        self._held: dict[asyncio.Task[Any], asyncio.Future[None]] = {}
        """Those that wait until less is being done for their own member."""
        self._begun: defaultdict[int, int] = defaultdict(int)
        """For how many taps and commands of each member something is being done, or to be done when there is room."""
        self._at_work: dict[asyncio.Task[Any], float] = {}
        """When those have begun that have not answered."""
        self._others: dict[Rank, deque[tuple[float, asyncio.Future[None]]]] = {rank: deque() for rank in Rank}
        """Other work that waits, first come first, and until when what is of a lower rank may go first."""
        self._since_computer = 0
        """How many pieces of other work have begun since a computer's."""
        self._next_turn: asyncio.Handle | None = None
        self._turn_began = self._last_began = 0.0
        """When the loop's turn began, while other work waits, and the latest piece of it."""

    @property
    def members_at_work(self) -> int:
        """For how many taps and commands of members something is being done, or to be done."""
        return len(self._asked)

    def has_to_wait(self, task: asyncio.Task[Any]) -> bool:
        """Whether what a member has asked for could not begin yet."""
        return task in self._line or task in self._held

    async def begin(self, user_id: int, task: asyncio.Task[Any], *, at_once: bool = False) -> None:
        """Note that a task does what this member asks for, and wait, unless ``at_once``, until there is room for it."""
        self._asked[task] = user_id
        task.add_done_callback(self._end)
        if not at_once and self._begun[user_id] >= MOST_OF_ONE:
            self._held[task] = asyncio.get_running_loop().create_future()
            await asyncio.wait([self._held[task]])
        else:
            self._begun[user_id] += 1
        if at_once:
            return
        if self._line or len(self._at_work) >= PLACES:
            place = self._line[task] = asyncio.get_running_loop().create_future()
            while not place.done():
                await asyncio.wait([place], timeout=LONGEST_HOLD)
                for late in [late for late, began in self._at_work.items() if self._clock() - began >= LONGEST_HOLD]:
                    self.answered(late)
        else:
            self._at_work[task] = self._clock()

    def answered(self, task: asyncio.Task[Any]) -> None:
        """Note that the answer to a member is on its way, or that none will come."""
        if (place := self._line.pop(task, None)) is not None:
            place.cancel()
        self._at_work.pop(task, None)
        was_full = bool(self._line)
        while self._line and len(self._at_work) < PLACES:
            # Whoever taps on and on has one place, as long as others wait.
            busy = {self._asked.get(task) for task in self._at_work}
            first = next((task for task in self._line if self._asked[task] not in busy), next(iter(self._line)))
            self._at_work[first] = self._clock()
            self._line.pop(first).set_result(None)
        if was_full and not self._line and self._next_turn is not None:  # it need not rest any longer
            self._next_turn.cancel()
            self._next_turn = None
            self._watch()

    async def let_finish(self, users: Collection[int]) -> None:
        """Wait until what these members have asked for so far is done, but not for long once all of it has begun."""
        asked = [task for task, user_id in self._asked.items() if user_id in users]
        if not asked:
            return
        if in_line := [self._line[task] for task in asked if task in self._line]:
            await asyncio.wait(in_line)
        longest = asyncio.ensure_future(self._sleep(LONGEST_WORK))
        done = asyncio.ensure_future(asyncio.wait(asked))
        try:
            await asyncio.wait([longest, done], return_when=asyncio.FIRST_COMPLETED)
        finally:
            longest.cancel()
            done.cancel()

    async def give_way(self, rank: Rank = Rank.FOLLOWS) -> None:
        """Wait until members are answered in time although this begins. Each turn of the loop, one piece begins.

        However late they are, one begins each ``PACE`` seconds.
        """
        if not self._at_work and not any(self._others.values()):
            return
        turn = asyncio.get_running_loop().create_future()
        self._others[rank].append((self._clock() + rank, turn))
        self._watch()
        await turn

    def _end(self, task: asyncio.Task[Any]) -> None:
        user_id = self._asked.pop(task)
        was_held = self._held.pop(task, None) is not None
        self.answered(task)
        if was_held:
            return
        following = next((held for held in self._held if self._asked[held] == user_id), None)
        if following is not None:  # it takes the place of this one
            self._held.pop(following).set_result(None)
        elif self._begun[user_id] > 1:
            self._begun[user_id] -= 1
        else:
            del self._begun[user_id]

    def _watch(self) -> None:
        """Look at the loop after its next turn, or after a while if members stand in line, unless that is planned."""
        if self._next_turn is None:
            loop, now = asyncio.get_running_loop(), self._clock()
            self._turn_began, rest = now, self._last_began + PACE - now
            self._next_turn = loop.call_later(rest, self._turn) if self._line else loop.call_soon(self._turn)

    def _is_late(self, now: float) -> bool:
        """Whether members stand in line, or several have waited for their answers for long."""
        return bool(self._line) or now - next(islice(self._at_work.values(), MOST_LATE, None), now) > LATE

    def _turn(self) -> None:
        """Let the first piece of other work begin, if members are in time or it has waited long enough."""
        now, self._next_turn = self._clock(), None
        is_in_time = not self._at_work or (now - self._turn_began <= IN_TIME and not self._is_late(now))
        if (is_in_time or now - self._last_began >= PACE) and (first := self._take_first()) is not None:
            first.set_result(None)
            self._last_began = now
        if any(self._others.values()):
            self._watch()

    def _take_first(self) -> asyncio.Future[None] | None:
        """The other work that is to begin now. Computers have their share however much there is to be shown."""
        for line in self._others.values():
            while line and line[0][1].cancelled():
                line.popleft()
        waiting = [rank for rank, line in self._others.items() if line]
        if not waiting:
            return None
        rank = min(waiting, key=lambda rank: self._others[rank][0][0])
        if self._since_computer >= COMPUTERS_SHARE - 1 and Rank.COMPUTER in waiting:
            rank = Rank.COMPUTER
        self._since_computer = 0 if rank is Rank.COMPUTER else self._since_computer + 1
        return self._others[rank].popleft()[1]
