"""Computer players at the tables: each thinks and moves when it is its turn, at a pace that people can follow."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from db.purpose_records import Race
from db.records import SeatRecord, TableRecord
from opponents import Level, Thought
from sessions.computers.thinking import Thinker, WorkerSlots, reply_seed
from sessions.playing.play import Play
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import TableEvent
from sessions.shared.log_context import begin_work
from sessions.shared.precedence import Precedence, Rank
from sessions.shared.timer import Sleep
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame
from sessions.tables.lookup import Presence

AT_ONCE = 8
"""How many games are resumed at the same time after a start: few, so that none has to be read from the store twice, but
enough that hard players think for only part of their usual time. Those of members who are there do not wait."""
PAUSE = 1.5
"""Seconds between a person's move and the first computer's, so that players see one after the other."""
TAKE_BACK_TIME = 3.0
"""How many seconds computers wait while a player may take back a move, unless the player tells them to go on."""
QUIET_TIME = timedelta(seconds=4)
"""How long computers may move one after another before their moves are shown."""
SIMULATIONS = 80
"""How many a hard computer makes for a decision in a race. With a clock, replies would depend on the machine."""
RETRY = 30.0
"""Seconds until a computer tries again if its move could not be stored."""


class Computers:
    """Plays the seats of computers: all tables at the same time, the seats of one table one after another.

    Each move is stored as soon as it is chosen, so a restart neither loses nor repeats anything. The moves of several
    computers in a row are shown together.
    """

    def __init__(
        self,
        cache: TableCache,
        play: Play,
        thinker: Thinker,
        seed: Callable[[], str],
        sleep: Sleep,
        precedence: Precedence,
        presence: Presence,
    ) -> None:
        self._presence = presence
        self._cache = cache
        self._play = play
        self._thinker = thinker
        self._seed = seed
        self._sleep = sleep
        self._precedence = precedence
        # The store has one writer and serves callers in order. So a member waits for one computer at most.
        self._places = WorkerSlots(lambda: 1)
        self._to_resume: dict[int, None] = {}
        """The tables at which computers were to move when the bot stopped, and have not begun."""
        self._resumed: dict[int, asyncio.Event] = {}
        """Those that have begun, until another may: its computers are done, or wait for a member."""
        self._tables: CoalescingTasks[int] = CoalescingTasks(self._run, sleep, retry_after=RETRY)
        self._waits: dict[int, tuple[int, asyncio.Future[None]]] = {}
        """Since which revision the computers at a table wait, and the pause, which can be cancelled."""
        self._starts: CoalescingTasks[str] = CoalescingTasks(self._resume, sleep, retry_after=RETRY)

    def start(self) -> None:
        """Resume, in the background, the games in which computers were to move when the bot stopped."""
        self._presence.noted = self._hurry
        self._starts.request("start")

    async def close(self) -> None:
        """Stop. A computer that is thinking will start over after the next start."""
        await self._starts.close()
        await self._tables.close()

    def on_event(self, event: TableEvent) -> None:
        """Let the computers at a table move when it is their turn."""
        if event.computers_to_act:
            self._tables.request(event.table.id)

    async def go_on(self, table_id: int, user_id: int, drawn_at: int) -> None:
        """Let the computers move at once: this member does not want to take back the move made before ``drawn_at``.

        Nothing happens if they no longer wait, or wait for a later move or for another member as well.
        """
        entry = await self._cache.get(table_id)
        _, seat = entry.seat_in_play(user_id)
        if table_id in self._waits and entry.retractable == {seat}:
            since, pause = self._waits[table_id]
            if drawn_at >= since:
                pause.cancel()

    async def _resume(self, _: str) -> None:
        self._to_resume = dict.fromkeys(await self._cache.store.tables.tables_waiting_for_computers())
        await asyncio.gather(*(self._resume_one_by_one() for _ in range(AT_ONCE)))
        self._presence.noted = None

    async def _resume_one_by_one(self) -> None:
        while (table_id := next(iter(self._to_resume), None)) is not None:
            await self._take_up(table_id).wait()

    def _hurry(self, table_id: int) -> None:
        if table_id in self._to_resume:
            self._take_up(table_id)

    def _take_up(self, table_id: int) -> asyncio.Event:
        del self._to_resume[table_id]
        done = self._resumed[table_id] = asyncio.Event()
        self._tables.request(table_id)
        return done

    def _let_another_resume(self, table_id: int) -> None:
        if table_id in self._resumed:
            self._resumed.pop(table_id).set()

    async def _run(self, table_id: int) -> None:
        try:
            await self._play_on(table_id)
        finally:
            self._let_another_resume(table_id)

    async def _play_on(self, table_id: int) -> None:
        """Play for the computers at a table until a person is to move or the game is over."""
        # After a start, no player has just seen a person's move.
        quiet_since: datetime | None = self._cache.now() if table_id in self._resumed else None
        waited_for: set[tuple[int, int]] = set()
        while True:
            entry = await self._cache.get(table_id)
            if entry.live is None or not entry.computers_to_act or entry.table.take_back_request is not None:
                return
            begin_work(guild=entry.table.guild_id, table=table_id)
            seat = entry.computers_to_act[0]
            thinking = self._think(entry, entry.live, seat)
            if moves := _retractable_moves(entry) - waited_for:
                self._let_another_resume(table_id)
                thought, _ = await asyncio.gather(thinking, self._wait(entry.table))
                if (await self._cache.get(table_id)).table.rev != entry.table.rev:
                    continue
                waited_for |= moves
                quiet_since = self._cache.now()
            elif quiet_since is None:
                quiet_since = self._cache.now()
                thought, _ = await asyncio.gather(thinking, self._sleep(PAUSE))
            else:
                thought = await thinking
            quiet = self._cache.now() - quiet_since < QUIET_TIME
            await self._precedence.give_way(Rank.COMPUTER)
            async with self._places.taken_by(_member_of(entry.table)):
                await self._play.act_for(table_id, seat, thought, entry.table.rev, quiet=quiet)
            if not quiet:
                quiet_since = None

    async def _think(self, entry: CachedTable, live: LiveGame, seat: SeatRecord) -> Thought[Any]:
        """What the computer in this seat does: where others play the same deal, the same in the same position."""
        view, level = live.view(seat.seat), Level(str(seat.computer))
        member = _member_of(entry.table)
        if not isinstance(entry.table.purpose, Race):
            return await self._thinker.think(live.game, view, level, self._seed(), member=member)
        seed, simulations = reply_seed(str(entry.table.seed), view), SIMULATIONS * max(level.patience, 1)
        return await self._thinker.think(live.game, view, level, seed, simulations, member=member)

    async def _wait(self, table: TableRecord) -> None:
        """Give the players time to take back their move, unless they want to go on."""
        pause = asyncio.ensure_future(self._sleep(TAKE_BACK_TIME))
        self._waits[table.id] = table.rev, pause
        try:
            await asyncio.wait([pause])
        finally:
            pause.cancel()
            del self._waits[table.id]


def _member_of(table: TableRecord) -> int:
    """The member for whom computers play at this table."""
    return next((player.user_id for player in table.present if player.user_id), table.host_id)


def _retractable_moves(entry: CachedTable) -> set[tuple[int, int]]:
    """The moves that members may still take back before the computers move: their seats and numbers."""
    made = entry.live.moves if entry.live else []
    return {(seat, max(number for number, (by, _) in enumerate(made) if by == seat)) for seat in entry.retractable}
