"""While the cards are on the table: moves of members and computers, taking back, the end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from db.records import Considered, SeatRecord, TableRecord
from engines.contract import IllegalAction
from engines.texts import say
from opponents import Thought
from sessions.events import EventKind
from sessions.game_updates import GameUpdate, deadline, store_update
from sessions.live import LiveGame
from sessions.refusals import Refused
from sessions.seats import seat_in_play
from sessions.table_cache import TableCache
from sessions.thinking import harmless

_log = logging.getLogger(__name__)

NOTED = 6
"""How many of the actions that a computer considered are kept, the best first."""

EARLIER_BUTTON = say("That button is from an earlier moment of the game. My hand shows what you can do now.")


class Play:
    """What players can do during a game."""

    def __init__(self, cache: TableCache, now: Callable[[], datetime]) -> None:
        self._cache = cache
        self._now = now

    async def act(
        self, table_id: int, user_id: int, actions: Sequence[Any], drawn_at: int | None = None
    ) -> TableRecord:
        """Play one or more actions (or their texts) of this member's seat, all or none.

        ``drawn_at`` is the revision of the control that was tapped; ``None`` for a typed move. Raises
        ``Refused`` or ``IllegalAction``, and then nothing has changed.
        """
        async with self._cache.hold(table_id) as entry:
            live, seat = seat_in_play(entry, user_id)
            if drawn_at is not None and not live.is_fresh(seat, drawn_at):
                raise Refused(EARLIER_BUTTON)
            after = live.copy()
            for action in actions:
                after.play(seat, action, entry.table.rev + 1)
            return await store_update(self._cache, entry, GameUpdate(after, by=user_id), self._now())

    async def act_for(
        self, table_id: int, seat: SeatRecord, thought: Thought[Any], asked_at: int, *, quiet: bool = False
    ) -> bool:
        """Play what a computer has chosen for ``seat`` when asked at revision ``asked_at``; whether it was still asked.

        A member may have come back to the seat meanwhile, or taken a move back: then nothing is played. ``quiet``:
        if computers go on, the move is shown together with theirs.
        """
        async with self._cache.hold(table_id) as entry:
            live = entry.live
            if live is None or seat not in entry.computers_to_act or not live.is_fresh(seat.seat, asked_at):
                return False
            after = live.copy()
            try:
                after.play(seat.seat, thought.action, entry.table.rev + 1)
            except IllegalAction:
                _log.exception("A computer at table %s chose what is not allowed and does something harmless", table_id)
                after.play(seat.seat, harmless(live.state.view(seat.seat)), entry.table.rev + 1)
            step = GameUpdate(after, thought=_noted(thought), quiet=quiet)
            await store_update(self._cache, entry, step, self._now())
            return True

    async def take_back(self, table_id: int, user_id: int, drawn_at: int | None = None) -> TableRecord:
        """Take back this member's latest action, if it told nobody anything new.

        ``drawn_at`` is the revision of the button that was tapped: it means the action that was the latest then,
        so a second tap on it takes nothing more back.
        """
        async with self._cache.hold(table_id) as entry:
            live, seat = seat_in_play(entry, user_id)
            if not live.state.can_take_back(seat):
                raise Refused(say("There is nothing that you can take back now."))
            moves = await self._cache.store.moves(table_id)
            last = max(number for number, move in enumerate(moves) if move.seat == seat)
            if drawn_at is not None and drawn_at < max(moves[last].rev, live.moveless_rev):
                raise Refused(EARLIER_BUTTON)
            kept = moves[:last] + moves[last + 1 :]
            after = await asyncio.to_thread(LiveGame.replayed, live.game, entry.table, kept, entry.table.rev + 1)
            after.window_opened = live.state.time_limit() is None
            # What others choose at the same time was hidden from them before and is so now: their questions stand.
            others = live.asked_since.keys() & after.asked_since.keys() - {seat}
            after.asked_since |= {other: live.asked_since[other] for other in others}
            async with self._cache.change(entry, EventKind.MOVED, user_id, after) as change:
                await change.take_back(moves[last].number)
                await change.set_deadline(deadline(entry.table, after, self._now(), entry.table.seats))
            return change.table

    async def end(self, table_id: int, user_id: int, may_manage: bool) -> TableRecord:
        """Close the table without a result; for its host and for who may manage messages in the channel."""
        async with self._cache.hold(table_id) as entry:
            if not entry.table.phase.is_open:
                raise Refused(say("This table is closed already. Open a new one with /play."))
            if user_id != entry.table.host_id and not may_manage:
                raise Refused(
                    say(
                        "Only the host of the table, or a member who may manage messages here, can end it. "
                        "/resign gives up your own seat."
                    )
                )
            async with self._cache.change(entry, EventKind.CLOSED, user_id) as change:
                await change.close(self._now())
            return change.table

    async def close_abandoned(self, table_id: int) -> None:
        """Close a table that nobody can reach any more, such as that of a deleted channel."""
        async with self._cache.hold(table_id) as entry:
            if entry.table.phase.is_open:
                async with self._cache.change(entry, EventKind.CLOSED, None) as change:
                    await change.close(self._now())


def _noted(thought: Thought[Any]) -> list[Considered]:
    """What is kept of a thought, for those who ask after the game."""
    return [(str(one.action), round(one.estimate, 3), one.visits) for one in thought.considered[:NOTED]]
