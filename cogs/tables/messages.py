"""Keeps the messages of tables up to date and pings the players whose turn it is."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord

from cogs.shared.drawing import Overtaken
from cogs.shared.posts import LONGEST_RETRY, RETRY, code_of, pause_after
from cogs.shared.responses import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    REQUEST_ERRORS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_CHANNEL,
)
from cogs.tables.calling import TableCalls
from cogs.tables.display import TableDisplay
from db.records import TableRecord
from engines.scenes import Scene
from sessions.pings.pings import PingPlan
from sessions.service import Service
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.log_context import note_work
from sessions.shared.precedence import Rank
from sessions.shared.refusals import StorageError
from sessions.shared.timer import Sleep
from sessions.snapshots import Snapshot

_log = logging.getLogger(__name__)

POSTED_WITHIN = timedelta(minutes=1)
"""How long the response that shows a new table may take. After that the bot posts the table itself."""
_USUAL = (UNKNOWN_CHANNEL, MISSING_ACCESS, MISSING_PERMISSIONS, THREAD_ARCHIVED, THREAD_LOCKED)
"""Refusals that are nobody's fault here."""
EDIT_SECONDS = 1.0
"""How long to wait between two edits of a message. Changes in between are shown together."""


class TableMessages:
    """Shows every change of a table in its channel and pings the players whose turn it is.

    Edits notify nobody, so a ping is a message of its own. When the response to a tap redraws the table, no further
    edit is needed.
    """

    def __init__(
        self, service: Service, display: TableDisplay, calls: TableCalls, sleep: Sleep, edit_seconds: float
    ) -> None:
        self._service = service
        self._times = service.times.looks
        self._display = display
        self._calls = calls
        self._visible: dict[int, int] = {}
        self._quiet: set[int] = set()
        self._failures: dict[int, int] = {}
        self._lacking: dict[int, datetime] = {}
        """When tables are shown again that lack names or a picture."""
        self._updates: CoalescingTasks[int] = CoalescingTasks(self._bring_up_to_date, sleep, pause=edit_seconds)

    def start(self) -> None:
        """Make pings when they are due, and show changes that the last run could not show any more."""
        self._service.timer.start(self._times, self.on_due)

    def on_event(self, event: TableEvent) -> None:
        """Update the table's message, unless its game is not installed.

        A private table has no message in a channel.
        """
        table = event.table
        if table.purpose.is_private:
            return
        if event.quiet:
            self._quiet.add(table.id)
            return
        self._quiet.discard(table.id)
        if table.game not in self._service.games:
            return
        if event.kind is EventKind.OPENED:
            self._look_at(table.opened_at + POSTED_WITHIN)
            return
        if event.kind in (EventKind.RETIMED, EventKind.ASKED):
            self._forget(table.id)  # the revision is the same, but the message changes
        else:
            self._display.note_change(table.id, event.by)
        self._updates.request(table.id)

    async def show_open_tables(self) -> None:
        """Update the messages of all open tables, and post missing ones again."""
        for table in await self._service.lookup.all_open():
            if table.game in self._service.games:
                self._updates.request(table.id)

    async def open_after(self, last: int, limit: int) -> list[TableRecord]:
        """The next open tables after this id; whether they are shown rightly is compared."""
        return await self._service.lookup.all_open(after=last, limit=limit)

    def is_known(self, table: TableRecord, since: datetime) -> bool:
        """Whether Discord has confirmed since then what a table shows, or its game is not installed."""
        return table.game not in self._service.games or self._display.was_reached_since(table.id, since)

    async def is_right(self, table: TableRecord, message: discord.Message) -> bool:
        """Whether the message of a table says what it is to say."""
        return self._display.is_right(table, message)

    async def gone(self, table: TableRecord) -> None:
        """The message of a table is gone, unless there is another one meanwhile."""
        now = await self._service.lookup.stored(table.id)
        if now is not None and now.phase.is_open and now.message_id == table.message_id:
            _log.info("The message of table %s is gone", table.id)
            self.show_again(table.id)

    async def differs(self, table: TableRecord) -> None:
        """Discord has lost what it had confirmed."""
        self.show_again(table.id)

    def look(self) -> None:
        """Look at all due tables at once. Before the start this does nothing."""
        self._service.timer.bring_forward(self._times, self._service.now())

    def show_again(self, table_id: int) -> None:
        """Redraw the message of a table, whatever it shows, or post the table again if the message is gone."""
        self._forget(table_id)
        self._updates.request(table_id)

    async def close(self) -> None:
        """Stop. The next run shows the remaining changes."""
        await self._updates.close()

    async def post(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Respond with the table in a new message, which replaces the old one."""
        snapshot = await self._service.views.snapshot(table_id, None)
        is_complete = await self._display.respond(interaction, snapshot)
        if not is_complete or (await self._service.views.snapshot(table_id, None)).table.rev > snapshot.table.rev:
            self.show_again(table_id)  # it changed before there was a message to edit

    async def post_in_channel(self, table_id: int) -> None:
        """Post the table in its channel or thread, without using an interaction."""
        await self._display.post(await self._service.views.snapshot(table_id, None))

    async def post_to_called(self, table_id: int) -> None:
        """Post a game that has just begun. Its players are called there, which takes the place of the first pings."""
        snapshot = await self._service.views.snapshot(table_id, None)
        plan = await self._service.pings.plan(snapshot)
        await self._service.pings.note(snapshot.table, plan)
        await self._display.post(snapshot)
        self._visible[table_id] = _visible(snapshot)
        self._look_at(plan.look_at)

    async def redraw(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Respond to a tap on a table's button by redrawing the table in place."""
        try:
            if not await self._display.redraw(interaction, await self._service.views.snapshot(table_id, None)):
                self.show_again(table_id)
        except REQUEST_ERRORS:
            self.show_again(table_id)
            raise

    async def on_due(self, table_id: int) -> None:
        """Look at a table: somebody may have to be pinged, or a change has not been shown."""
        if table_id in self._quiet:  # the next change follows at once
            return
        table = await self._service.lookup.stored(table_id)
        if table is not None and table.game in self._service.games:
            self._updates.request(table_id)
        elif table is not None:
            await self._postpone(table)

    async def _bring_up_to_date(self, table_id: int) -> None:
        note_work(table=table_id)
        is_by_member = self._display.is_changed_by_member(table_id)
        await self._service.precedence.give_way(Rank.FOLLOWS if is_by_member else Rank.REST)
        self._updates.take_in(table_id)
        try:
            await self._show_or_postpone(table_id)
        except StorageError as error:  # then a later look could not be stored either
            self._forget(table_id)
            _log.error("Table %s could not be shown: %s", table_id, error)
            self._updates.request_later(table_id, RETRY.total_seconds())

    async def _show_or_postpone(self, table_id: int) -> None:
        snapshot = await self._service.views.snapshot(table_id, None)
        table = snapshot.table
        if table.message_id is None and self._service.now() < table.opened_at + POSTED_WITHIN:
            await self._postpone(table, POSTED_WITHIN)
            return
        try:
            plan = await self._service.pings.plan(snapshot)
            await self._service.pings.note(table, await self._show(snapshot, plan))
            self._look_at(plan.look_at)
            self._failures.pop(table_id, None)
            self._have_completed(table_id)
        except Overtaken:
            self._updates.request(table_id)
        except REQUEST_ERRORS as error:
            self._forget(table_id)
            await self._on_failure(table, error)
        except StorageError:
            raise
        except Exception:
            self._forget(table_id)
            await self._postpone(table)
            raise
        else:
            if not table.phase.is_open and table_id not in self._lacking:
                self._drop(table_id)

    def _have_completed(self, table_id: int) -> None:
        """Show a table again when the names that it lacks can be asked for again, or its picture.

        Until then nothing is forgotten of what it shows, so that a secret choice changes nothing.
        """
        seconds = self._display.lacks_something_for(table_id)
        if seconds is not None and table_id not in self._lacking:
            self._lacking[table_id] = self._service.now() + timedelta(seconds=seconds)
            self._updates.request_later(table_id, seconds)

    async def _show(self, snapshot: Snapshot, plan: PingPlan) -> PingPlan:
        """Show what is new, and make the planned pings. Returns the plan with the messages of the pings."""
        table, visible = snapshot.table, _visible(snapshot)
        if table.id in self._lacking and self._lacking[table.id] <= self._service.now():
            del self._lacking[table.id]
            self._forget(table.id)
        await self._calls.delete(table, plan.over)
        if self._visible.get(table.id) != visible:  # not for a secret choice, which an edit would give away
            news = await self._service.views.news_since(table.id, plan.pinged) if plan.pinged else ()
            await self._display.show(replace(snapshot, news=news or snapshot.news), is_called=bool(plan.pinged))
            self._visible[table.id] = visible
        return await self._calls.call(snapshot, plan)

    async def _on_failure(self, table: TableRecord, error: Exception) -> None:
        code, failures = code_of(error), self._failures.get(table.id, 0)
        self._failures[table.id] = failures + 1
        is_usual = code in _USUAL or isinstance(error, discord.RateLimited)
        _log.log(logging.INFO if is_usual else logging.WARNING, "Table %s could not be shown: %s", table.id, error)
        pause = pause_after(error, failures, is_open=table.phase.is_open)
        if code == UNKNOWN_CHANNEL:
            await self._service.play.close_all_in(table.channel_id)
        if pause is not None or not table.phase.is_open:
            await self._postpone(table, pause)

    async def _postpone(self, table: TableRecord, pause: timedelta | None = None) -> None:
        """Look at the table again after this pause. The default is an hour, or never if the table has ended."""
        if pause is None and table.phase.is_open:
            pause = LONGEST_RETRY
        self._look_at(await self._service.pings.postpone(table, pause))
        if pause is None:
            self._drop(table.id)

    def _look_at(self, when: datetime | None) -> None:
        if when is not None:
            self._service.timer.bring_forward(self._times, when)

    def _drop(self, table_id: int) -> None:
        """Forget everything about a table that has ended."""
        self._forget(table_id)
        self._failures.pop(table_id, None)
        self._lacking.pop(table_id, None)
        self._display.drop(table_id)

    def _forget(self, table_id: int) -> None:
        """Forget what the table's message shows, so that it is redrawn."""
        self._display.forget(table_id)
        self._visible.pop(table_id, None)


def _visible(snapshot: Snapshot) -> int:
    """A hash of everything that a table's message shows, for later comparison.

    It leaves out the deadline: seeing it move would reveal that somebody has made a secret choice.
    """
    table, view = snapshot.table, snapshot.view
    claims = frozenset(clock.seat for clock in table.clocks if clock.claims)
    time = (claims, snapshot.timing and (snapshot.timing.is_ending, snapshot.timing.paused))
    scene = view.remembered("hash", lambda: _hash_of(snapshot.game.scene(view))) if view else None
    told = scene, snapshot.waits_for, snapshot.news
    agreed = table.pace, tuple(table.options.items())
    return hash((table.phase, table.host_id, agreed, table.seats, table.vote, told, time))


def _hash_of(scene: Scene) -> int:
    """A hash of all that a scene shows; its own is only that of its cards."""
    return hash((scene.headline, scene.zones, scene.places, scene.waiting, scene.tricks))
