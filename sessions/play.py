"""While the cards are on the table: moves, taking back, giving up, the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from db.records import Phase, ResultRecord, TableRecord
from db.store import Change
from engines.texts import say
from sessions.keeper import Entry, Keeper
from sessions.live import LiveGame
from sessions.notices import Happening
from sessions.refusals import Refused
from sessions.results import rated_results

IDLE_TIME = timedelta(days=7)
"""How long a game waits for a move before its table closes, so that no channel is blocked for ever."""

EARLIER_BUTTON = say("That button is from an earlier moment of the game. My hand shows what you can do now.")


class Play:
    """What players can do during a game."""

    def __init__(self, keeper: Keeper, now: Callable[[], datetime]) -> None:
        self._keeper = keeper
        self._now = now

    async def act(
        self, table_id: int, user_id: int, actions: Sequence[Any], drawn_at: int | None = None
    ) -> TableRecord:
        """Play one or more actions (or their texts) of this member's seat, all or none.

        ``drawn_at`` is the revision of the control that was tapped; ``None`` for a typed move. Raises
        ``Refused`` or ``IllegalAction``, and then nothing has changed.
        """
        async with self._keeper.hold(table_id) as entry:
            live, seat = self._seat_in_play(entry, user_id)
            if drawn_at is not None and not live.is_fresh(seat, drawn_at):
                raise Refused(EARLIER_BUTTON)
            after = live.copy()
            for action in actions:
                after.play(seat, action, entry.table.rev + 1)
            return await self._commit(entry, after, user_id)

    async def take_back(self, table_id: int, user_id: int, drawn_at: int | None = None) -> TableRecord:
        """Take back this member's latest action, if it told nobody anything new.

        ``drawn_at`` is the revision of the button that was tapped: it means the action that was the latest then,
        so a second tap on it takes nothing more back.
        """
        async with self._keeper.hold(table_id) as entry:
            live, seat = self._seat_in_play(entry, user_id)
            if not live.state.can_take_back(seat):
                raise Refused(say("There is nothing that you can take back now."))
            moves = await self._keeper.store.moves(table_id)
            last = max(number for number, move in enumerate(moves) if move.seat == seat)
            if drawn_at is not None and drawn_at < max(moves[last].rev, live.moveless_rev):
                raise Refused(EARLIER_BUTTON)
            after = LiveGame.replayed(live.game, entry.table, moves[:last] + moves[last + 1 :], entry.table.rev + 1)
            after.window_opened = live.state.time_limit() is None
            # What others choose at the same time was hidden from them before and is so now: their questions stand.
            others = live.asked_since.keys() & after.asked_since.keys() - {seat}
            after.asked_since |= {other: live.asked_since[other] for other in others}
            async with self._keeper.change(entry, Happening.MOVED, user_id, after) as change:
                await change.take_back(moves[last].number)
                await change.set_deadline(deadline(entry.table, after, self._now()))
            return change.table

    async def resign(self, table_id: int, user_id: int) -> TableRecord:
        """Give the game up: last place. The house plays the seat on while at least two others play."""
        async with self._keeper.hold(table_id) as entry:
            live, seat = self._seat_in_play(entry, user_id)
            return await self._commit(entry, live.copy(), user_id, resigned=seat)

    async def end(self, table_id: int, user_id: int, may_manage: bool) -> TableRecord:
        """Close the table without a result; for its host and for who may manage messages in the channel."""
        async with self._keeper.hold(table_id) as entry:
            if not entry.table.phase.is_open:
                raise Refused(say("This table is closed already. Open a new one with /play."))
            if user_id != entry.table.host_id and not may_manage:
                raise Refused(
                    say(
                        "Only the host of the table, or a member who may manage messages here, can end it. "
                        "/resign gives up your own seat."
                    )
                )
            async with self._keeper.change(entry, Happening.CLOSED, user_id) as change:
                await change.close(self._now())
            return change.table

    async def close_abandoned(self, table_id: int) -> None:
        """Close a table that nobody can reach any more, such as that of a deleted channel."""
        async with self._keeper.hold(table_id) as entry:
            if entry.table.phase.is_open:
                async with self._keeper.change(entry, Happening.CLOSED, None) as change:
                    await change.close(self._now())

    async def on_deadline(self, table_id: int) -> None:
        """A stored deadline has come: close what nobody plays, or let the fallbacks decide."""
        async with self._keeper.hold(table_id, anew=True) as entry:
            table, live = entry.table, entry.live
            if not table.phase.is_open or table.deadline is None or table.deadline > self._now():
                return
            if live is None or live.state.time_limit() is None:
                async with self._keeper.change(entry, Happening.CLOSED, None) as change:
                    await change.close(self._now())
                return
            after = live.copy()
            for seat in live.state.to_act:
                # One seat's fallback may end the decision for the others.
                action = after.state.view(seat).fallback() if after.is_fresh(seat, table.rev) else None
                if action is not None:
                    after.play(seat, action, table.rev + 1)
            await self._commit(entry, after, None)

    async def _commit(
        self, entry: Entry, after: LiveGame, user_id: int | None, resigned: int | None = None
    ) -> TableRecord:
        """Play on what needs nobody, then store all new moves and, at the end, the results."""
        table, known = entry.table, len(entry.live.moves) if entry.live else 0
        seats = [replace(seat, resigned=seat.resigned or seat.seat == resigned) for seat in table.seats]
        absent = frozenset(seat.seat for seat in seats if seat.resigned)
        alone = len(seats) - len(absent) <= 1
        if not alone:
            after.play_on(absent, table.rev + 1)
        if len(after.moves) == known:
            after.ask_anew(table.rev + 1)
        outcome, now = after.state.outcome, self._now()
        ended = alone or outcome is not None
        results: tuple[ResultRecord, ...] = ()
        async with self._keeper.locks.hold(("ratings", table.guild_id)) if ended else nullcontext():
            if ended:
                results = await rated_results(self._keeper.store, table.guild_id, table.game, seats, outcome)
            happening = Happening.FINISHED if ended else Happening.MOVED
            async with self._keeper.change(entry, happening, user_id, after, results) as change:
                if resigned is not None:
                    await change.resign(resigned)
                await store_moves(change, entry, after, now)
                if ended:
                    await change.finish(results, now)
        return change.table

    def _seat_in_play(self, entry: Entry, user_id: int) -> tuple[LiveGame, int]:
        """The game and the seat of a member who wants to do something in it; ``Refused`` if that cannot be."""
        if entry.trouble is not None:
            raise Refused(entry.trouble)
        if entry.table.phase is Phase.LOBBY:
            raise Refused(say("The game has not started yet. Tap Start when everybody is here."))
        if entry.live is None or entry.table.phase is not Phase.PLAYING:
            raise Refused(say("This game is over. Rematch or /play deals again."))
        seat = entry.table.seat_of(user_id)
        if seat is None:
            raise Refused(say("You have no seat at this table: watch this game, or open a table with /play elsewhere."))
        if seat.resigned:
            raise Refused(say("You have given this game up; the house plays your seat."))
        return entry.live, seat.seat


async def store_moves(change: Change, before: Entry, after: LiveGame, now: datetime) -> None:
    """Add the moves that ``after`` has beyond ``before``, and the deadline of the decision that follows them."""
    known = len(before.live.moves) if before.live else 0
    for seat, text in after.moves[known:]:
        await change.add_move(seat, text, now)
    await change.set_deadline(deadline(before.table, after, now))


def deadline(before: TableRecord, after: LiveGame, now: datetime) -> datetime:
    """When the decision that ``after`` waits for falls to the house; one that was open ``before`` gets no more time."""
    limit = after.state.time_limit()
    if limit is None:
        return now + IDLE_TIME
    if after.window_opened or before.deadline is None or before.deadline <= now:
        return now + timedelta(seconds=limit.seconds)
    return before.deadline
