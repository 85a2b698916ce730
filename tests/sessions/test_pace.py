"""The arithmetic of clocks, by table: who is on the clock, and what extra time and vacations do; lengths of games."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from card_room import ANNA, BEN, CLARA, KNOTWEED, NOON, TURN_TIME, Room, refused, refuses

from db.records import Phase, SeatClock, SeatRecord, TableRecord
from engines import GAMES
from opponents import Level
from sessions.tables.length import expected_length, short_form
from sessions.tables.pace import (
    CHOICES,
    DAILY_WINDOW,
    IDLE_TIME,
    LONGEST_PAUSE,
    Pace,
    bank_left,
    clocks_after,
    due,
    due_for,
    idle_time,
    on_the_clock,
    paused,
    ran_out,
    resumed,
    shortened,
    started,
    stopped,
    time_control,
    timing,
    window,
)
from tests.optional import present

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LIMIT = timedelta(seconds=30)
MEMBERS = (SeatRecord(0, ANNA), SeatRecord(1, BEN), SeatRecord(2, CLARA))
ALONE = (SeatRecord(0, ANNA), SeatRecord(1, None, "easy"))
LIVE_1, DAYS_1 = time_control(Pace.LIVE_1), time_control(Pace.DAYS_1)
BEN_AWAY = (SeatRecord(0, ANNA), SeatRecord(1, BEN, "normal"))


def table(
    pace: Pace = Pace.DAYS_1,
    seats: tuple[SeatRecord, ...] = MEMBERS,
    clocks: tuple[SeatClock, ...] = (),
    deadline: datetime | None = NOON,
) -> TableRecord:
    return TableRecord(1, 2, 3, None, "fake", {}, ANNA, Phase.PLAYING, "oak", 1, 5, deadline, NOON, pace, seats, clocks)


@pytest.mark.parametrize(
    ("pace", "time", "bank", "label"),
    [
        (Pace.LIVE_1, MINUTE, 3 * MINUTE, "Live: one minute per turn"),
        (Pace.LIVE_3, 3 * MINUTE, 9 * MINUTE, "Live: 3 minutes per turn"),
        (Pace.LIVE_10, 10 * MINUTE, 30 * MINUTE, "Live: 10 minutes per turn"),
        (Pace.HOURS_12, 12 * HOUR, 0 * DAY, "Day by day: 12 hours per turn"),
        (Pace.DAYS_1, DAY, 0 * DAY, "Day by day: one day per turn"),
        (Pace.DAYS_3, 3 * DAY, 0 * DAY, "Day by day: 3 days per turn"),
        (Pace.DAYS_7, 7 * DAY, 0 * DAY, "Day by day: 7 days per turn"),
        (Pace.NO_LIMIT, None, 0 * DAY, "No limit"),
    ],
)
def test_paces_to_choose(pace: Pace, time: timedelta | None, bank: timedelta, label: str):
    assert pace in CHOICES
    assert (pace.time, pace.bank, str(pace.label)) == (time, bank, label)
    assert (pace.is_live, pace.is_daily) == (bool(bank), time is not None and not bank)


@pytest.mark.parametrize(
    ("pace", "seats", "to_act", "timed"),
    [
        (Pace.DAYS_1, MEMBERS, [0], {0}),
        (Pace.LIVE_1, MEMBERS, [0, 2], {0, 2}),
        (Pace.DAYS_1, MEMBERS, [0, 1, 2], {0, 1, 2}),
        (Pace.DAYS_1, MEMBERS, [], set()),
        (Pace.NO_LIMIT, MEMBERS, [0], set()),
        (Pace.LIVE_1, ALONE, [0], set()),
        (Pace.LIVE_1, ALONE, [1], set()),
        (Pace.LIVE_1, BEN_AWAY, [0], {0}),
    ],
)
def test_a_player_is_on_the_clock_in_a_game_with_other_members(
    pace: Pace, seats: tuple[SeatRecord, ...], to_act: list[int], timed: set[int]
):
    assert on_the_clock(table(pace, seats), to_act) == timed


@pytest.mark.parametrize(
    ("pace", "seats", "limit", "length"),
    [
        (Pace.LIVE_1, MEMBERS, LIMIT, LIMIT),
        (Pace.LIVE_10, MEMBERS, LIMIT, LIMIT),
        (Pace.HOURS_12, MEMBERS, LIMIT, DAILY_WINDOW),
        (Pace.DAYS_7, MEMBERS, LIMIT, DAILY_WINDOW),
        (Pace.NO_LIMIT, MEMBERS, LIMIT, None),
        (Pace.LIVE_1, ALONE, LIMIT, None),
        (Pace.LIVE_1, MEMBERS, None, None),
    ],
)
def test_windows_that_the_rules_open(
    pace: Pace, seats: tuple[SeatRecord, ...], limit: timedelta | None, length: timedelta | None
):
    assert window(table(pace, seats), limit) == length


@pytest.mark.parametrize(
    ("pace", "seats", "time"),
    [
        (Pace.LIVE_1, MEMBERS, IDLE_TIME),
        (Pace.DAYS_3, MEMBERS, IDLE_TIME),
        (Pace.DAYS_7, MEMBERS, 14 * DAY),
        (Pace.DAYS_1, BEN_AWAY, IDLE_TIME),
        (Pace.NO_LIMIT, MEMBERS, IDLE_TIME),
        (Pace.LIVE_1, ALONE, IDLE_TIME),
    ],
)
def test_how_long_a_table_stays_open_when_nobody_is_on_the_clock(
    pace: Pace, seats: tuple[SeatRecord, ...], time: timedelta
):
    assert idle_time(table(pace, seats)) == time


@pytest.mark.parametrize(
    ("minutes", "used"), [(0, 0), (1, 0), (1.5, 0.5), (3, 2), (4, 3)], ids=lambda number: f"{number} min"
)
def test_extra_time_is_used_after_the_time_for_the_decision(minutes: float, used: float):
    running = started(SeatClock(0), LIVE_1, NOON, None)
    assert due(running, LIVE_1) == NOON + 4 * MINUTE
    decided = stopped(running, LIVE_1, NOON + minutes * MINUTE)
    assert decided == SeatClock(0, bank_used=used * MINUTE)
    assert due(decided, LIVE_1) is None
    again = started(decided, LIVE_1, NOON + HOUR, None)
    assert due(again, LIVE_1) == NOON + HOUR + MINUTE + bank_left(decided, LIVE_1)


def test_a_player_who_is_late_has_used_all_extra_time():
    running = started(SeatClock(0), LIVE_1, NOON, None)
    late = ran_out(running, NOON + 4 * MINUTE)
    assert due(late, LIVE_1) is None
    assert stopped(late, LIVE_1, NOON + HOUR) == SeatClock(0, bank_used=3 * MINUTE, timeouts=1)


@pytest.mark.parametrize(
    ("pace", "used", "days", "stands_still"),
    [
        (Pace.DAYS_1, 0, 5, 5),
        (Pace.DAYS_1, 0, 20, 14),
        (Pace.HOURS_12, 10, 5, 4),
        (Pace.DAYS_1, 14, 5, 0),
        (Pace.DAYS_1, 0, -1, 0),
        (Pace.LIVE_1, 0, 5, 0),
    ],
)
def test_a_vacation_stops_a_clock(pace: Pace, used: int, days: int, stands_still: int):
    """Two hours of the turn have passed by then."""
    running = started(SeatClock(0, away_used=used * DAY), time_control(pace), NOON - 2 * HOUR, None)
    time = present(due(running, time_control(pace)))
    away = paused(running, time_control(pace), NOON, NOON + days * DAY)
    assert due(away, time_control(pace)) == time + stands_still * DAY
    assert away.away_used == (used + stands_still) * DAY
    assert away.paused_until == (NOON + stands_still * DAY if stands_still else None)
    # A day later they are back: what is left is given back.
    back = resumed(away, NOON + DAY)
    assert due(back, time_control(pace)) == time + min(1, stands_still) * DAY
    assert back.away_used == (used + min(1, stands_still)) * DAY


def test_a_pause_of_a_league_gives_no_leave_back():
    """Nor uses it any up: whoever was on vacation for a week before it has none left after it, however it ends."""
    own, still = time_control(Pace.MATCH, 14 * DAY), NOON + 14 * DAY
    clock = started(SeatClock(0, away_used=7 * DAY), own, NOON, None, still)
    assert [
        after.away_used for after in (resumed(clock, NOON + DAY, still), stopped(clock, own, NOON + DAY, still))
    ] == [7 * DAY, 7 * DAY]


def test_a_turn_that_begins_during_a_vacation_begins_when_it_ends():
    clock = started(SeatClock(0), DAYS_1, NOON, NOON + 3 * DAY)
    assert (due(clock, DAYS_1), clock.paused_until) == (NOON + 3 * DAY + TURN_TIME, NOON + 3 * DAY)
    moved = stopped(clock, DAYS_1, NOON + DAY)
    assert moved == SeatClock(0, away_used=DAY)
    assert started(SeatClock(0), DAYS_1, NOON, NOON) == SeatClock(0, since=NOON)
    assert paused(ran_out(clock, NOON), DAYS_1, NOON, NOON + LONGEST_PAUSE).paused_until is None


def test_the_clocks_of_a_table():
    """A new turn of Anna's begins; Ben's goes on; nobody waits for Clara any longer."""
    running = tuple(SeatClock(seat, since=NOON) for seat in range(3))
    after = clocks_after(table(Pace.LIVE_1, clocks=running), {0, 1}, {0}, NOON + 2 * MINUTE, {})
    assert after == [
        SeatClock(0, since=NOON + 2 * MINUTE, bank_used=MINUTE),
        SeatClock(1, since=NOON),
        SeatClock(2, bank_used=MINUTE),
    ]


def test_who_is_late_stays_so_until_they_are_back():
    late = SeatClock(1, since=NOON - DAY, late_since=NOON, timeouts=1)
    assert clocks_after(table(seats=BEN_AWAY, clocks=(late,)), {0}, {0}, NOON, {}) == [SeatClock(0, since=NOON), late]
    back = clocks_after(table(seats=MEMBERS[:2], clocks=(late,)), {1}, set(), NOON + DAY, {})
    assert back[1] == SeatClock(1, since=NOON + DAY, timeouts=1)


def test_what_players_are_shown():
    first, second = SeatClock(0, since=NOON, bank_used=MINUTE), SeatClock(1, since=NOON + MINUTE)
    shown = table(Pace.LIVE_1, clocks=(first, second))
    public, own = present(timing(shown, {0, 1}, None, NOON)), present(timing(shown, {0, 1}, 1, NOON))
    assert (public.due, public.extra) == (NOON + 3 * MINUTE, 0 * MINUTE)
    assert (own.due, own.extra) == (NOON + 5 * MINUTE, 3 * MINUTE)
    assert public.remind_at == NOON + 2.25 * MINUTE, "a quarter is left"
    assert timing(shown, set(), None, NOON) is None


@pytest.mark.parametrize(
    ("pace", "budget", "turns", "ends"),
    [
        (Pace.MATCH, 7 * DAY, [], 7 * DAY),
        (Pace.MATCH, 7 * DAY, [3 * DAY, HOUR], 4 * DAY - HOUR),
        (Pace.MATCH, DAY, [DAY], 0 * DAY),
        (Pace.LIVE_MATCH, 30 * MINUTE, [], 10 * MINUTE),
        (Pace.LIVE_MATCH, 30 * MINUTE, [9 * MINUTE, 9 * MINUTE, 9 * MINUTE], 3 * MINUTE),
    ],
)
def test_an_own_clock_lasts_for_the_whole_match(pace: Pace, budget: timedelta, turns: list[timedelta], ends: timedelta):
    """However long a turn takes, but live ten minutes at most; what is shown is what is left."""
    control, clock = time_control(pace, budget), SeatClock(0)
    for turn in turns:
        clock = stopped(started(clock, control, NOON, None), control, NOON + turn)
    running = started(clock, control, NOON, None)
    assert due(running, control) == NOON + ends
    shown = replace(table(pace, clocks=(running,)), budget=budget)
    own, public = present(timing(shown, {0}, 0, NOON)), present(timing(shown, {0}, None, NOON))
    assert (own.due, public.due, public.clock_ends) == (NOON + ends, NOON + ends, None)
    assert own.clock_ends == NOON + budget - sum(turns, timedelta())
    assert due_for(shown, ANNA) == NOON + ends
    assert due_for(shown, BEN) == NOON, "the table's, as no clock of Ben's runs"


@pytest.mark.parametrize(("days", "left"), [(1, 1), (6.5, 0.5), (0, 1)])
def test_a_shortened_clock_has_at_most_so_much_left(days: float, left: float):
    """Whether it runs or not; shortened again later, it stays as it is."""
    control = time_control(Pace.MATCH, 7 * DAY)
    running = started(SeatClock(0), control, NOON - days * DAY, None)
    short = shortened(running, control, NOON, DAY)
    assert due(short, control) == NOON + left * DAY
    assert shortened(short, control, NOON + HOUR, DAY) == short
    still = shortened(stopped(running, control, NOON), control, NOON, DAY)
    assert bank_left(still, control) == left * DAY


def test_a_vacation_stops_an_own_clock_for_a_week_at_most():
    control = time_control(Pace.MATCH, 7 * DAY)
    assert due(started(SeatClock(0), control, NOON, NOON + 20 * DAY), control) == NOON + 14 * DAY
    live = time_control(Pace.LIVE_MATCH, HOUR)
    assert due(started(SeatClock(0), live, NOON, NOON + 20 * DAY), live) == NOON + 10 * MINUTE


def test_what_players_are_shown_when_somebody_is_late_or_away():
    late = present(timing(table(deadline=NOON + DAY), {0, 1}, 0, NOON))
    assert (late.due, late.is_ending, late.remind_at) == (NOON + DAY, True, None)
    away = table(clocks=(started(SeatClock(0), DAYS_1, NOON, NOON + 3 * DAY),))
    during, after = present(timing(away, {0}, None, NOON)), present(timing(away, {0}, None, NOON + 3 * DAY))
    assert (during.paused, after.paused) == (((0, NOON + 3 * DAY),), ())
    assert during.remind_at == NOON + 3.75 * DAY


@pytest.mark.parametrize(
    ("players", "computers", "options", "pace", "told"),
    [
        ((ANNA, BEN, CLARA), (), {}, Pace.DAYS_1, "about 5 weeks at two visits a day"),
        ((ANNA, BEN, CLARA), (), {"max_hands": 3}, Pace.DAYS_1, "about 3 weeks at two visits a day"),
        ((ANNA, BEN), (Level.EASY,), {"max_hands": 1}, Pace.DAYS_3, "about 5 days at two visits a day"),
        ((ANNA, BEN, CLARA), (), {}, Pace.LIVE_1, "about 60 minutes"),
    ],
)
async def test_the_length_fits_players_rules_and_pace(room: Room, players, computers, options, pace, told):
    table = await room.opened("counter", players, options, computers=computers, pace=pace)
    assert told in str(expected_length(GAMES["counter"], table))


async def test_nobody_waits_for_computers(room: Room):
    table = await room.opened("counter", [ANNA], {}, computers=[Level.EASY, Level.EASY])
    assert expected_length(GAMES["counter"], table) is None


@pytest.mark.parametrize(
    ("game", "computers", "options", "pace", "days"),
    [
        ("counter", (), {}, Pace.DAYS_1, 7),
        ("counter", (), {"target": 5}, Pace.NO_LIMIT, 7),
        ("counter", (Level.EASY,), {}, Pace.HOURS_12, 7),
        ("counter", (Level.EASY,), {"max_hands": 1}, Pace.DAYS_7, 7),
        ("counter", (), {}, Pace.LIVE_1, None),
        ("counter", (Level.EASY,), {"max_hands": 2, "target": 5}, Pace.DAYS_1, 7),
        (KNOTWEED, (), {"rounds": 5}, Pace.DAYS_1, None),
    ],
)
async def test_a_game_of_weeks_has_a_short_form(room: Room, game, computers, options, pace, days):
    table = await room.opened(game, [ANNA, BEN, CLARA], options, computers=computers, pace=pace)
    form = short_form(GAMES[game], table)
    assert (form and form.days) == days
    assert form is None or form.is_chosen == (options == {"max_hands": 1})


async def test_a_game_that_is_short_anyway_has_none(room: Room):
    table = await room.opened("counter", [ANNA, BEN], {"max_hands": 2}, computers=[Level.EASY])
    assert short_form(GAMES["counter"], table) is None


async def test_the_host_chooses_the_short_form_and_the_usual_one_again(room: Room):
    table = await room.opened("counter", [ANNA, BEN, CLARA], {"max_hands": 9, "target": 12})
    with refused("Only the host of the table can choose its house rules"):
        await room.terms.choose_form(table.id, BEN, short=True)
    assert (await room.rows(table))[0] == table
    for _ in range(2):  # a double tap does not return to the long form
        chosen = await room.terms.choose_form(table.id, ANNA, short=True)
        assert chosen.options == {"max_hands": 1, "target": 12}
    usual = await room.terms.choose_form(table.id, ANNA, short=False)
    assert usual.options == {"target": 12}
    assert (await room.rows(table))[0] == usual
    started = await room.lobby.start((await room.terms.choose_form(table.id, ANNA, short=True)).id, ANNA)
    view = present((await room.snapshot(started, ANNA)).view)
    assert view.dump()["options"]["max_hands"] == 1
    await refuses("The game has already started", room.terms.choose_form(table.id, ANNA, short=False))
