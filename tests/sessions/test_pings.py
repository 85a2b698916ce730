"""Whom a table pings and when: nobody who uses the bot, nobody in quiet hours, all slow tables at once."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from card_room import ANNA, BEN, CHEATING, CLARA, DAN, GUILD, KNOTWEED, NOON, PILES, Room

from db.records import Phase, TableRecord
from sessions.pings import PAUSE
from sessions.settings.settings import Pings, QuietHours, Wish, known_zones
from sessions.tables.pace import Pace

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


class Pinging:
    """Looks at the tables of a room when they are due, and notes all pings: when, to whom, about which tables.

    A table in ``unreachable`` cannot be shown, so its pings fail.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.made: list[tuple[datetime, int, tuple[int, ...]]] = []
        self.unreachable: set[int] = set()

    @property
    def about(self) -> list[tuple[int, tuple[int, ...]]]:
        """To whom and about which tables, oldest first."""
        return [(user, tables) for _, user, tables in self.made]

    async def look(self) -> None:
        """Look at all tables that are due."""
        pings, looks = self.room.service.pings, self.room.service.times.looks
        due = await looks.first()
        while due is not None and due[1] <= self.room.time:
            snapshot = await self.room.service.views.snapshot(due[0], None)
            plan = await pings.plan(snapshot)
            if plan.pinged and due[0] in self.unreachable:
                await pings.postpone(snapshot.table, MINUTE)
            else:
                for user in sorted(plan.pinged):
                    others = [other.table.id for other in plan.elsewhere.get(user, ())]
                    self.made.append((self.room.time, user, tuple(sorted([due[0], *others]))))
                await pings.note(snapshot.table, plan)
            due = await looks.first()

    async def until(self, end: datetime) -> None:
        """Let time pass and look whenever something is due."""
        while True:
            await self.look()
            due = await self.room.service.times.looks.first()
            if due is None or due[1] > end:
                self.room.time = end
                return
            self.room.time = due[1]

    async def passes(self, time: timedelta) -> None:
        await self.until(self.room.time + time)


@pytest.fixture
def pinging(room: Room) -> Pinging:
    return Pinging(room)


async def tables_of(
    room: Room, count: int, players: Sequence[int] = (ANNA, BEN), pace: Pace | None = None, guild: int = GUILD
) -> list[TableRecord]:
    """Games at which the first player is to move. Each has a channel of its own; the hosts take turns."""
    hosts = [*range(1_000, 1_000 + count)]
    tables = [await room.opened(PILES, [host], channel=host, guild=guild, pace=pace) for host in hosts]
    for host, table in zip(hosts, tables, strict=True):
        await room.lobby.join(table.id, players[0])
        await room.lobby.leave(table.id, host)
        for player in players[1:]:
            await room.lobby.join(table.id, player)
    return [await room.lobby.start(table.id, players[0]) for table in tables]


async def turn(room: Room, table: TableRecord, user: int) -> None:
    """A turn of this player, which is then over."""
    await room.moved(table, (user, "draw"))
    await room.moved(table, (user, await room.an_action(table, user, "stack")))


# One ping for all slow tables


async def test_twenty_tables_that_wait_at_once_give_one_ping(room: Room, pinging: Pinging):
    tables = await tables_of(room, 20)
    await pinging.passes(4 * HOUR)
    assert pinging.about == [(ANNA, tuple(table.id for table in tables))]


async def test_a_table_that_waits_later_is_pinged_about_ten_minutes_after_the_last_ping(room: Room, pinging: Pinging):
    first, second, third = await tables_of(room, 3)
    for table in (second, third):
        await turn(room, table, ANNA)
    await pinging.look()
    assert pinging.about == [(ANNA, (first.id,)), (BEN, (second.id, third.id))]
    room.pass_time(minutes=3)
    await turn(room, second, BEN)
    await pinging.passes(PAUSE - 3 * MINUTE - SECOND)
    assert len(pinging.made) == 2
    await pinging.passes(SECOND)
    assert pinging.about[2:] == [(ANNA, (first.id, second.id))]


async def test_each_server_pings_for_itself(room: Room, pinging: Pinging):
    (here,), (there,) = await tables_of(room, 1), await tables_of(room, 1, guild=GUILD + 1)
    await pinging.look()
    assert pinging.about == [(ANNA, (here.id,)), (ANNA, (there.id,))]


async def test_live_tables_ping_at_once_and_once_for_a_turn(room: Room, pinging: Pinging):
    tables = await tables_of(room, 3, pace=Pace.LIVE_10)
    await pinging.look()
    assert pinging.about == [(ANNA, (table.id,)) for table in tables]
    await pinging.passes(39 * MINUTE)
    assert len(pinging.made) == 3


async def test_a_restart_neither_forgets_nor_repeats_a_ping(room: Room, pinging: Pinging):
    first, second = await tables_of(room, 2)
    await pinging.look()
    again = Pinging(room.restarted())
    await again.passes(HOUR)
    assert pinging.about == [(ANNA, (first.id, second.id))]
    assert again.made == []
    await turn(room, first, ANNA)
    await Pinging(room).look()
    later = Pinging(room.restarted())
    await later.look()
    assert later.made == [], "the pause is stored"


async def test_a_table_that_cannot_ping_keeps_no_other_from_it(room: Room, pinging: Pinging):
    broken, fine = await tables_of(room, 2)
    pinging.unreachable = {broken.id}
    await pinging.passes(PAUSE)
    assert pinging.about == [(ANNA, (broken.id, fine.id))]
    await pinging.passes(HOUR)
    assert len(pinging.made) == 1


async def test_after_the_clock_was_set_back_pings_go_on(room: Room, pinging: Pinging):
    first, second = await tables_of(room, 2)
    await turn(room, second, ANNA)
    await pinging.look()
    room.pass_time(days=-2)
    await turn(room, first, ANNA)
    await turn(room, first, BEN)
    await pinging.passes(HOUR)
    assert [user for user, _ in pinging.about] == [ANNA, BEN, ANNA]


# Reminders


async def test_one_reminder_for_all_tables(room: Room, pinging: Pinging):
    tables = await tables_of(room, 3)
    await pinging.passes(23 * HOUR)
    everything = tuple(table.id for table in tables)
    assert pinging.about == [(ANNA, everything), (ANNA, everything)]
    assert pinging.made[1][0] == NOON + 18 * HOUR


# Who is there


async def test_a_member_who_plays_at_another_table_is_not_pinged_until_they_are_gone(room: Room, pinging: Pinging):
    here, _ = await tables_of(room, 2)
    await turn(room, here, ANNA)
    await room.service.settings.choose_pings(BEN, Pings.NEVER)
    for _ in range(10):
        room.service.presence.note(here.id, ANNA)
        await pinging.passes(110 * SECOND)
    assert pinging.made == []
    await pinging.passes(10 * SECOND)
    assert len(pinging.made) == 1


async def test_any_use_of_the_bot_counts_but_not_for_ever(room: Room, pinging: Pinging):
    """Who does something else all the time is pinged when half of their time is over."""
    await tables_of(room, 1, pace=Pace.HOURS_12)
    for _ in range(400):
        room.service.presence.note(None, ANNA)
        await pinging.passes(MINUTE)
    assert [when for when, _, _ in pinging.made] == [NOON + 6 * HOUR]


async def test_whoever_wants_it_is_pinged_although_they_are_there(room: Room, pinging: Pinging):
    await room.service.settings.choose_pings(ANNA, Pings.ALWAYS)
    tables = await tables_of(room, 2)
    room.service.presence.note(None, ANNA)
    await pinging.look()
    assert pinging.about == [(ANNA, tuple(table.id for table in tables))]


# Nobody is forgotten


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("seed", range(4))
async def test_whomever_a_table_waits_for_has_been_pinged_before_half_of_their_time_is_over(
    room: Room, pinging: Pinging, seed: int
):
    """At tables of many paces, with members who come and go and are busy elsewhere."""
    chance = Random(seed)
    members = [ANNA, BEN, CLARA, DAN]
    tables: list[TableRecord] = []
    for pace in (Pace.LIVE_1, Pace.LIVE_10, Pace.HOURS_12, Pace.DAYS_1, Pace.DAYS_3, Pace.HOURS_12):
        players = chance.sample(members, chance.choice([2, 2, 3, 4]))
        table = await room.opened(
            KNOTWEED, players[:1], CHEATING, channel=len(tables), guild=len(tables) // 3, pace=pace
        )
        for player in players[1:]:
            await room.lobby.join(table.id, player)
        tables.append(await room.lobby.start(table.id, players[0]))
    quiet = QuietHours("UTC", 1, 5)
    await room.service.settings.choose_quiet_hours(quiet, member=DAN)
    for _ in range(60):
        await pinging.passes(chance.choice([20 * SECOND, MINUTE, 5 * MINUTE, HOUR, 3 * HOUR]))
        user = chance.choice(members)
        for table in chance.sample(tables, 2):
            room.service.presence.note(table.id, user)
            is_on = (await room.snapshot(table, None)).table.phase is Phase.PLAYING
            actions = await room.actions(table, user) if is_on else []
            if actions and chance.random() < 0.7:
                await room.play.act(table.id, user, [chance.choice(actions)])
        await pinging.look()
        await room.handle_due()
        await everybody_has_been_pinged(room, pinging, exempt=DAN)


async def everybody_has_been_pinged(room: Room, pinging: Pinging, exempt: int) -> None:
    """Whomever an open table has kept waiting for half of their time was pinged about it since their turn began."""
    for table_id in {1, 2, 3, 4, 5, 6}:
        snapshot = await room.service.views.snapshot(table_id, None)
        deadline = snapshot.table.deadline
        if snapshot.table.phase is not Phase.PLAYING or deadline is None:
            continue
        for ping in await room.store.pings.of(table_id):
            is_waiting = (ping.user_id, ping.number) in {*snapshot.turns.items(), *snapshot.late.items()}
            if is_waiting and ping.user_id != exempt and room.time > ping.began_at + (deadline - ping.began_at) / 2:
                about = [when for when, user, about in pinging.made if user == ping.user_id and table_id in about]
                assert about, f"{ping.user_id} at table {table_id} was never pinged"
                assert max(about) >= ping.began_at


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("hours", "when", "expected"),
    [
        ("Europe/Berlin 22 8", "2026-01-10T20:59", "2026-01-10T20:59"),
        ("Europe/Berlin 22 8", "2026-01-10T21:00", "2026-01-11T07:00"),
        ("Europe/Berlin 22 8", "2026-01-11T06:59", "2026-01-11T07:00"),
        ("Europe/Berlin 22 8", "2026-01-11T07:00", "2026-01-11T07:00"),
        ("UTC 9 17", "2026-01-10T12:30", "2026-01-10T17:00"),
        ("UTC 9 17", "2026-01-10T17:00", "2026-01-10T17:00"),
        ("UTC 9 9", "2026-01-10T09:30", "2026-01-10T09:30"),
        ("UTC 22 0", "2026-01-10T23:30", "2026-01-11T00:00"),
        ("Asia/Kathmandu 22 8", "2026-01-10T18:00", "2026-01-11T02:15"),
        # On 29 March 2026 the hour from 2 to 3 is missing in Berlin, on 25 October it comes twice.
        ("Europe/Berlin 22 8", "2026-03-28T22:00", "2026-03-29T06:00"),
        ("Europe/Berlin 22 2", "2026-03-29T00:30", "2026-03-29T01:00"),
        ("Europe/Berlin 22 8", "2026-10-24T22:00", "2026-10-25T07:00"),
    ],
)
def test_the_next_moment_at_which_a_call_is_allowed(hours: str, when: str, expected: str) -> None:
    quiet = QuietHours.parse(hours)
    assert str(quiet) == hours
    assert quiet.next_ping(at(when)) == at(expected)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"])
def test_a_call_is_never_delayed_into_quiet_hours_or_for_more_than_a_day(zone: str) -> None:
    for start, end in ((22, 8), (0, 3), (23, 1)):
        quiet = QuietHours(zone, start, end)
        for day in ("2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"):
            for hour in range(24):
                when = at(f"{day}T{hour:02}:10")
                call = quiet.next_ping(when)
                assert when <= call
                assert (call - when).total_seconds() < 86_400


def test_all_time_zones_can_be_used() -> None:
    assert "Europe/Berlin" in known_zones()
    for zone in known_zones():
        QuietHours(zone, 22, 8).next_ping(at("2026-01-10T12:00"))


async def test_settings_of_a_member_are_read_together_and_again_once_one_is_chosen(room: Room):
    settings, read = room.service.settings, list[float]()
    await settings.pings(ANNA)
    await settings.wants(ANNA, Wish.HELP)  # from now on it is known for what settings a member is asked
    room.store.database.observers.append(read.append)
    for member in (BEN, ANNA):
        assert await settings.pings(member) is Pings.AWAY
        assert await settings.wants(member, Wish.HELP)
    assert len(read) == 1
    await settings.choose(BEN, Wish.HELP, False)
    await settings.choose_pings(BEN, Pings.NEVER)
    read.clear()
    assert (await settings.wants(BEN, Wish.HELP), await settings.pings(BEN)) == (False, Pings.NEVER)
    assert len(read) == 1
    assert await settings.plays_forced(BEN) is False
    assert await settings.pings(BEN) is Pings.NEVER
    settings.forget_member(BEN)
    assert await settings.pings(BEN) is Pings.NEVER
