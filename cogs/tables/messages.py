"""Keeps the messages of tables up to date and pings the players whose turn it is."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import discord

from cogs.shared.post_messages import LONGEST_RETRY, Shown
from cogs.shared.posts import Keeper, Show
from cogs.shared.responses import nonce_of
from cogs.tables.calling import TableCalls
from cogs.tables.screen import TableDisplay
from db.posts import Due, PostKind, PostRecord
from db.purpose_records import LeagueMatch
from db.records import TableRecord
from engines.scenes import Scene
from engines.texts import say
from sessions.service import Service
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.log_context import note_work
from sessions.shared.precedence import Rank
from sessions.snapshots import Snapshot

POSTED_WITHIN = timedelta(minutes=1)
"""How long the response that shows a new table may take. After that the bot posts the table itself."""
EDIT_SECONDS = 1.0
"""How long to wait between two edits of a message. Changes in between are shown together."""

TABLE_IS_HERE = say("Here is the table.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePost(PostRecord):
    """The post of a table, made from what is stored with the table: ``edition`` is the message that showed it last."""

    snapshot: Snapshot | None = None

    @property
    def nonce(self) -> str:
        """The nonce of the table's next message: the same until that is noted, also after a crash."""
        return nonce_of("table", self.id, self.channel_id, self.edition or None)


class TableMessages:
    """Declares the posts of tables to their keeper, and pings the players whose turn it is.

    Edits notify nobody, so a ping is a message of its own. When the response to a tap redraws the table, no further
    edit is needed.
    """

    def __init__(
        self,
        service: Service,
        keeper: Keeper,
        display: TableDisplay,
        calls: TableCalls,
        edit_seconds: float,
    ) -> None:
        self._service = service
        self._times = service.times.looks
        self._keeper = keeper
        self._display = display
        self._calls = calls
        self._visible: dict[int, int] = {}
        """What everybody sees of tables, as last shown."""
        self._quiet: set[int] = set()
        self._failures: dict[int, int] = {}
        self._gone: dict[int, int] = {}
        """Messages of tables that somebody has deleted."""
        keeper.keep(
            PostKind.TABLE,
            self._describe,
            edit_seconds,
            ledger=self,
            around=self._bring_up_to_date,
            recognise=display.recognise,
            rank=lambda table_id: Rank.FOLLOWS if display.is_changed_by_member(table_id) else Rank.REST,
        )

    def start(self) -> None:
        """Make pings when they are due, and show changes that the last run could not show any more."""
        self._service.timer.start(self._times, self.on_due)

    def on_event(self, event: TableEvent) -> None:
        """Update the table's message, unless its game is not installed.

        A private table has no message in a channel, so nothing is told of it.
        """
        table = event.table
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
            self._visible.pop(table.id, None)  # it leaves out the time
        else:
            self._display.note_change(table.id, event.by)
        self._request(table.id)

    async def show_open_tables(self) -> None:
        """Update the messages of all open tables, and post missing ones again."""
        for table in await self._service.lookup.all_open():
            if table.game in self._service.games:
                self._request(table.id)

    async def post(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Respond with the table in a new message, which replaces the old one."""
        before = (await self._service.views.snapshot(table_id, None)).table.rev
        await self._keeper.respond(interaction, PostKind.TABLE, table_id, TABLE_IS_HERE)
        if (await self._service.views.snapshot(table_id, None)).table.rev > before:
            self._request(table_id)  # it changed before there was a message to edit

    async def post_in_channel(self, table_id: int) -> None:
        """Post the table in its channel or thread, without using an interaction."""
        await self._keeper.post(PostKind.TABLE, table_id)

    async def post_to_called(self, table_id: int) -> None:
        """Post a game that has just begun. Its players are called there, which takes the place of the first pings."""
        snapshot = await self._service.views.snapshot(table_id, None)
        plan = await self._service.pings.plan(snapshot)
        await self._service.pings.note(snapshot.table, plan)
        await self.post_in_channel(table_id)
        self._visible[table_id] = _visible(snapshot)
        self._look_at(plan.look_at)

    async def redraw(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Respond to a tap on a table's button by redrawing the table in place."""
        await self._keeper.redraw(interaction, PostKind.TABLE, table_id)

    async def on_due(self, table_id: int) -> None:
        """Look at a table: somebody may have to be pinged, or a change has not been shown."""
        if table_id in self._quiet:  # the next change follows at once
            return
        table = await self._service.lookup.stored(table_id)
        if table is not None and table.game in self._service.games:
            self._request(table_id)
        elif table is not None:
            await self._postpone(table, LONGEST_RETRY if table.phase.is_open else None)

    async def get(self, post_id: int) -> PostRecord | None:
        """The post of the table with this id. Raises ``Refused`` if there is none."""
        snapshot = await self._service.views.snapshot(post_id, None)
        return self._post_of(snapshot.table, snapshot)

    async def find(self, _kind: PostKind, subject: int) -> PostRecord | None:
        """The same."""
        return await self.get(subject)

    async def open_after(self, post_id: int, limit: int) -> list[PostRecord]:
        """The posts of the next open tables after this id."""
        return [self._post_of(table) for table in await self._service.lookup.all_open(after=post_id, limit=limit)]

    async def changed(self, _kind: PostKind, subject: int, _now: datetime) -> None:
        """Show a table again although nothing that everybody sees has changed."""
        self._visible.pop(subject, None)
        self._request(subject)

    async def shown(self, post: PostRecord, channel_id: int, message_id: int, *, is_open: bool) -> None:
        """Store which message shows a table. Whoever was invited meanwhile can find it now, and from its league."""
        self._gone.pop(post.id, None)
        if await self._service.whereabouts.shown_at(post.id, channel_id, message_id, await self._lead_to(post)):
            self._service.look_at_posts()

    async def _lead_to(self, post: PostRecord) -> Due | None:
        """The post with a link to the message that shows a table."""
        if not post.edition:
            return Due(PostKind.INVITATION, post.id)
        purpose = post.snapshot.table.purpose if isinstance(post, TablePost) and post.snapshot is not None else None
        if not isinstance(purpose, LeagueMatch):
            return None
        return Due(PostKind.LEAGUE, (await self._service.league_ledger.of_match(purpose.match_id)).id)

    async def settle(self, post: PostRecord, *, is_open: bool, again_at: datetime | None = None) -> None:
        """Show a table again when the names that it lacks can be asked for again, or its picture.

        Until then nothing is forgotten of what it shows, so that a secret choice changes nothing.
        """
        if again_at is not None:
            self._keeper.changed(PostKind.TABLE, post.id, (again_at - self._service.now()).total_seconds())

    async def lost(self, post: PostRecord, _again_at: datetime | None) -> None:
        """Post a table again whose message is gone, as often as that happens, unless there is another one meanwhile."""
        self._visible.pop(post.id, None)
        self._gone[post.id] = post.edition

    async def put_off(self, post: PostRecord, until: datetime | None, failures: int) -> None:
        """Look at a table again then. The default is an hour, or never if the table has ended."""
        self._failures[post.id] = failures
        if until is None and post.is_open:
            until = self._service.now() + LONGEST_RETRY
        await self._postpone(_snapshot_of(post).table, None if until is None else until - self._service.now())

    def _post_of(self, table: TableRecord, snapshot: Snapshot | None = None) -> TablePost:
        """Without a message if that is gone, or if nobody can say what it is to show: its game is not installed."""
        is_gone = table.message_id is not None and table.message_id == self._gone.get(table.id)
        now = self._service.now()
        return TablePost(
            id=table.id,
            kind=PostKind.TABLE,
            subject=table.id,
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            message_id=None if is_gone or table.game not in self._service.games else table.message_id,
            is_open=table.phase.is_open,
            edition=table.message_id or 0,
            failures=self._failures.get(table.id, 0),
            changes=table.rev,
            due_at=now if self._display.has_changed(table.id) else min(table.opened_at, now),
            snapshot=snapshot,
        )

    async def _describe(self, post: PostRecord) -> Shown:
        return self._display.shown(_snapshot_of(post))

    async def _bring_up_to_date(self, post: PostRecord, show: Show) -> None:
        """Show what is new, and make the pings that are due."""
        snapshot = _snapshot_of(post)
        table, visible = snapshot.table, _visible(snapshot)
        note_work(table=table.id)
        if not post.edition and self._service.now() < table.opened_at + POSTED_WITHIN:
            await self._postpone(table, POSTED_WITHIN)
            return
        before = self._visible.pop(table.id, None)
        plan = await self._service.pings.plan(snapshot)
        if before != visible:  # not for a secret choice, which an edit would give away
            news = await self._service.views.news_since(table.id, plan.pinged) if plan.pinged else ()
            await show(self._display.shown(replace(snapshot, news=news or snapshot.news), is_called=bool(plan.pinged)))
        for ping in plan.over:
            if not await self._keeper.messages.delete(table.guild_id, table.channel_id, ping) and table.thread_of:
                await self._keeper.messages.delete(table.guild_id, table.home_channel, ping)  # from before it moved
        if plan.pinged:
            plan = await self._calls.call(snapshot, plan, post.failures)
        await self._service.pings.note(table, plan)
        self._look_at(plan.look_at)
        if table.id in self._gone:  # it is posted again
            return
        self._failures.pop(table.id, None)
        if table.phase.is_open:
            self._visible[table.id] = visible
        else:
            self._drop(table.id)

    async def _postpone(self, table: TableRecord, pause: timedelta | None) -> None:
        """Look at a table again after this pause, or never."""
        self._look_at(await self._service.pings.postpone(table, pause))
        if pause is None:
            self._drop(table.id)

    def _request(self, table_id: int) -> None:
        self._keeper.request(PostKind.TABLE, table_id)

    def _look_at(self, when: datetime | None) -> None:
        if when is not None:
            self._service.timer.bring_forward(self._times, when)

    def _drop(self, table_id: int) -> None:
        """Forget everything about a table that has ended."""
        for known in (self._visible, self._failures, self._gone):
            known.pop(table_id, None)
        self._display.drop(table_id)


def _snapshot_of(post: PostRecord) -> Snapshot:
    assert isinstance(post, TablePost)
    assert post.snapshot is not None
    return post.snapshot


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
