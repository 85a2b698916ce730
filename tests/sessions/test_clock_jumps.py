"""The clock of the machine is set forward or back, or the machine was suspended: no player gains or loses time."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, KNOTWEED, PILES, TURN_TIME, Room

from db.posts import Due, PostKind
from db.records import TableRecord
from db.store import DatabaseError, Store
from db.tables.transactions import Tables
from db.times import Times
from sessions.occasions import RHYTHMS, Kind
from sessions.shared.events import EventKind
from sessions.tables.pace import Pace
from tests.optional import present

HOUR = timedelta(hours=1)
HEARTBEAT = timedelta(seconds=59)
"""No other sleep has this length."""
BEAT = HEARTBEAT.total_seconds()


class Machine(Room):
    """A room whose clock the test can set; ``passes`` is time that really passes. The heart beats when told."""

    def __init__(self, store: Store, **options: Any) -> None:
        self.ticked = 0.0
        self._beats: list[asyncio.Event] = []
        super().__init__(store, ticks=lambda: self.ticked, **options)

    async def _sleep(self, seconds: float) -> None:
        if seconds != BEAT:
            await super()._sleep(seconds)
            return
        self._beats.append(asyncio.Event())
        self._sleep_began.set()
        await self._beats[-1].wait()

    async def _asleep(self, beats: int) -> None:
        while len(self._beats) < beats:
            self._sleep_began.clear()
            await self._sleep_began.wait()

    async def beat(self) -> None:
        """The next heartbeat, with all that it does."""
        await self._asleep(1)
        asleep = len(self._beats)
        self._beats[-1].set()
        async with asyncio.timeout(60):
            await self._asleep(asleep + 1)

    def passes(self, duration: timedelta) -> None:
        self.ticked += duration.total_seconds()
        self.time += duration

    async def passes_awake(self, duration: timedelta) -> None:
        """Like ``passes``, and the heart beats meanwhile."""
        while duration > HEARTBEAT:
            self.passes(HEARTBEAT)
            await self.beat()
            duration -= HEARTBEAT
        self.passes(duration)

    def jumps(self, by: timedelta) -> None:
        self.time += by


@pytest.fixture
async def machine(store: Store):
    machine = Machine(store)
    await machine.service.start(HEARTBEAT)
    yield machine
    await machine.service.close()


async def left(machine: Machine, table: TableRecord) -> timedelta:
    """How much time the player to move has left."""
    deadline = present((await machine.stored(table)).deadline)
    return deadline - machine.service.now()


@pytest.mark.parametrize("jump", [2 * TURN_TIME, 2 * HOUR, -2 * HOUR, -2 * TURN_TIME], ids=str)
async def test_a_jump_costs_and_gives_nobody_time(machine: Machine, jump: timedelta) -> None:
    """Neither before the bot notices, nor afterwards, nor when the clock jumps back."""
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    machine.passes(HEARTBEAT)
    for by in (jump, -jump):
        machine.jumps(by)
        assert await left(machine, table) == TURN_TIME - HEARTBEAT
        await machine.handle_due()
        await machine.beat()
        assert machine.service.now() == machine.time
        assert await left(machine, table) == TURN_TIME - HEARTBEAT
        await machine.handle_due()
        assert await machine.stored(table) == (await machine.snapshot(table, None)).table
    assert await machine.stored(table) == table
    machine.passes(await left(machine, table))
    await machine.handle_due()
    assert (await machine.stored(table)).clocks[0].late_since == machine.service.now()


@pytest.mark.parametrize("kind", Kind)
async def test_what_was_planned_while_the_clock_was_ahead_comes_in_time(
    machine: Machine, store: Store, kind: Kind
) -> None:
    """Also if the bot was not running when the clock was set right."""
    occasions, stored = machine.service.occasions, store.occasions
    year = timedelta(days=365)
    machine.jumps(year)
    await machine.beat()
    await occasions.end(1, kind)
    await occasions.plan(1, kind)
    late = await stored.time_of(1, kind)
    machine.jumps(-year)
    await machine.beat()
    planned = present(await stored.time_of(1, kind))
    assert late is not None
    now = machine.service.now()
    assert now < planned <= now + RHYTHMS[kind].period < late
    await stored.set_time(1, kind, late)
    await occasions.start()
    assert await stored.time_of(1, kind) == planned


async def test_a_suspended_machine_costs_a_live_game_nothing(machine: Machine) -> None:
    """Its seat neither, though its timer was sleeping."""
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, pace=Pace.LIVE_1)
    await machine.passes_awake(HEARTBEAT)
    remaining = await left(machine, table)
    machine.jumps(8 * HOUR)  # the ticks stop while it sleeps
    await machine.handle_due()
    machine.table_events.clear()
    await machine.beat()
    assert await left(machine, table) == remaining
    assert machine.table_events[0].kind is EventKind.RETIMED  # shows the new deadline
    assert (await machine.stored(table)).seats == table.seats
    machine.passes(remaining)
    await machine.handle_due()
    assert (await machine.stored(table)).seats[0].is_away


@pytest.mark.parametrize("stopped", [timedelta(seconds=30), 3 * HOUR], ids=str)
async def test_a_process_that_was_stopped_counts_as_down(machine: Machine, stopped: timedelta) -> None:
    """The ticks go on while a process is stopped, and on Windows while the machine sleeps."""
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    machine.passes(HEARTBEAT + stopped)
    await machine.beat()
    assert await left(machine, table) == TURN_TIME - HEARTBEAT


@pytest.mark.parametrize("drift", [timedelta(seconds=3), timedelta(seconds=-3)], ids=str)
async def test_small_drifts_are_followed(machine: Machine, drift: timedelta) -> None:
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    for _ in range(5):
        machine.passes(HEARTBEAT)
        machine.jumps(drift)
        await machine.beat()
        assert machine.service.now() == machine.time
    assert await machine.stored(table) == table


@pytest.mark.parametrize("jump", [HOUR, -HOUR], ids=str)
async def test_timers_that_sleep_are_set_again(machine: Machine, jump: timedelta) -> None:
    await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    await machine.handle_due()
    before = present(machine.timer.fires_at)
    machine.jumps(jump)
    machine.slept.clear()
    await machine.beat()
    await machine.handle_due()
    assert machine.timer.fires_at == before + jump


async def test_a_jump_while_the_bot_is_cut_off_counts_once(machine: Machine) -> None:
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    await machine.service.outages.disconnected(0, 1)
    machine.passes(HOUR)
    machine.jumps(5 * HOUR)
    await machine.beat()
    machine.passes(HOUR)
    await machine.service.outages.connected(0, 1)
    assert await left(machine, table) == TURN_TIME


@pytest.mark.parametrize("jump", [HOUR, -HOUR, -2 * TURN_TIME], ids=str)
async def test_a_clock_that_is_set_while_the_bot_is_down(machine: Machine, jump: timedelta) -> None:
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    await machine.service.close()
    machine.jumps(jump)
    other = Machine(machine.store, time=machine.time)
    await other.service.start(HEARTBEAT)
    await other.handle_due()
    assert await left(other, table) == TURN_TIME
    await other.service.close()


async def test_a_jump_is_made_good_when_the_store_is_back(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise DatabaseError("the disk is full")

    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    machine.jumps(3 * TURN_TIME)
    with monkeypatch.context() as patch:
        patch.setattr(Tables, "postpone", fail)
        await machine.beat()
        await machine.handle_due()
        assert await left(machine, table) == TURN_TIME
    assert "the disk is full" in caplog.text
    await machine.beat()
    assert await left(machine, table) == TURN_TIME
    assert machine.service.now() == machine.time


async def test_nobody_is_called_late_when_the_clock_was_set_back(machine: Machine) -> None:
    """Neither a member who has just been there, nor one whose turn had begun before."""
    table = await machine.started(PILES, [ANNA, BEN], ANNA_FIRST)
    pings = machine.service.pings

    async def plan() -> tuple[frozenset[int], datetime | None]:
        planned = await pings.plan(await machine.snapshot(table, None))
        await pings.note(table, planned)
        return planned.pinged, planned.look_at

    machine.service.presence.note(table.id, ANNA)
    called, look_at = await plan()
    assert (called, look_at) == (frozenset(), machine.time + timedelta(minutes=1))
    machine.jumps(-HOUR)
    await machine.beat()
    assert await machine.service.times.looks.first() == (table.id, machine.time + timedelta(minutes=1))
    called, look_at = await plan()
    assert (called, look_at) == (frozenset(), machine.time + timedelta(minutes=1))
    machine.passes(timedelta(minutes=1))
    called, _ = await plan()
    assert called == {ANNA}
    machine.jumps(-HOUR)
    await machine.beat()
    assert (await plan())[0] == frozenset()


@pytest.mark.parametrize("stopped", [False, True], ids=["running", "stopped"])
async def test_nothing_that_waits_is_late_when_the_clock_was_set_back(machine: Machine, stopped: bool) -> None:
    """Neither what players have time for, nor a post that Discord has refused: it would not be shown for a year."""
    store, year = machine.store, timedelta(days=400)
    table = await machine.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    await machine.service.votes.ask_to_end(table.id, ANNA)
    await store.posts.make_due(table.guild_id, [Due(PostKind.QUESTION, table.id)], machine.time)
    post = present(await store.posts.find(PostKind.QUESTION, table.id))
    await store.posts.put_off(post, machine.service.now() + HOUR, 1)
    stored = {name: times for name, times in vars(store.times).items() if isinstance(times, Times)}
    before = {name: found[1] for name, times in stored.items() if (found := await times.first()) is not None}
    assert {"decisions", "votes", "looks", "posts"} <= before.keys()
    if stopped:
        await machine.service.close()
        machine.jumps(-year)
        other = Machine(store, time=machine.time)
        await other.service.start(HEARTBEAT)
        await other.service.close()
    else:
        machine.jumps(-year)
        await machine.beat()
    for name, when in before.items():
        found = await stored[name].first()
        assert found is not None, name
        assert found[1] == when - year, name
