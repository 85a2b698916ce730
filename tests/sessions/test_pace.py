"""The arithmetic of clocks, by table: who is on the clock, when time runs out, what extra time and vacations do."""

from datetime import datetime, timedelta

import pytest
from card_room import ANNA, BEN, CLARA, NOON, TURN_TIME

from db.records import Phase, SeatClock, SeatRecord, TableRecord
from sessions.tables.pace import (
    ABANDONED_TIME,
    DAILY_WINDOW,
    IDLE_TIME,
    LONGEST_PAUSE,
    Pace,
    bank_left,
    called_late,
    clocks_after,
    due,
    idle_time,
    on_the_clock,
    paused,
    resumed,
    started,
    stopped,
    timing,
    window,
)

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LIMIT = timedelta(seconds=30)
MEMBERS = (SeatRecord(0, ANNA), SeatRecord(1, BEN), SeatRecord(2, CLARA))
ALONE = (SeatRecord(0, ANNA), SeatRecord(1, None, "easy"))
BEN_AWAY = (SeatRecord(0, ANNA), SeatRecord(1, BEN, "normal"))


def table(
    pace: Pace = Pace.DAYS_1,
    seats: tuple[SeatRecord, ...] = MEMBERS,
    clocks: tuple[SeatClock, ...] = (),
    deadline: datetime | None = NOON,
) -> TableRecord:
    return TableRecord(
        1, 2, 3, None, None, "fake", {}, ANNA, Phase.PLAYING, "oak", 1, 5, deadline, NOON, pace, seats, clocks
    )


@pytest.mark.parametrize(
    ("pace", "time", "bank", "label"),
    [
        (Pace.LIVE_1, MINUTE, 3 * MINUTE, "Live: one minute per decision"),
        (Pace.LIVE_3, 3 * MINUTE, 9 * MINUTE, "Live: 3 minutes per decision"),
        (Pace.LIVE_10, 10 * MINUTE, 30 * MINUTE, "Live: 10 minutes per decision"),
        (Pace.HOURS_12, 12 * HOUR, 0 * DAY, "Day by day: 12 hours"),
        (Pace.DAYS_1, DAY, 0 * DAY, "Day by day: one day"),
        (Pace.DAYS_3, 3 * DAY, 0 * DAY, "Day by day: 3 days"),
        (Pace.DAYS_7, 7 * DAY, 0 * DAY, "Day by day: 7 days"),
        (Pace.NO_LIMIT, None, 0 * DAY, "No limit"),
    ],
)
def test_paces(pace: Pace, time: timedelta | None, bank: timedelta, label: str):
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
        (Pace.LIVE_1, BEN_AWAY, [0], set()),
    ],
)
def test_a_player_is_on_the_clock_while_another_member_plays(
    pace: Pace, seats: tuple[SeatRecord, ...], to_act: list[int], timed: set[int]
):
    assert on_the_clock(pace, seats, to_act) == timed


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
        (Pace.NO_LIMIT, MEMBERS, ABANDONED_TIME),
        (Pace.LIVE_1, ALONE, ABANDONED_TIME),
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
    running = started(SeatClock(0), Pace.LIVE_1, NOON, None)
    assert due(running, Pace.LIVE_1) == NOON + 4 * MINUTE
    decided = stopped(running, Pace.LIVE_1, NOON + minutes * MINUTE)
    assert decided == SeatClock(0, bank_used=used * MINUTE)
    assert due(decided, Pace.LIVE_1) is None
    again = started(decided, Pace.LIVE_1, NOON + HOUR, None)
    assert due(again, Pace.LIVE_1) == NOON + HOUR + MINUTE + bank_left(decided, Pace.LIVE_1)


def test_a_player_who_is_late_has_used_all_extra_time_and_the_others_have_the_same_time_again():
    running = started(SeatClock(0), Pace.LIVE_1, NOON, None)
    late = called_late(running, NOON + 4 * MINUTE)
    assert due(late, Pace.LIVE_1) == NOON + 5 * MINUTE
    assert stopped(late, Pace.LIVE_1, NOON + 4.5 * MINUTE) == SeatClock(0, bank_used=3 * MINUTE)


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
    running = started(SeatClock(0, away_used=used * DAY), pace, NOON - 2 * HOUR, None)
    time = due(running, pace)
    assert time is not None
    away = paused(running, pace, NOON, NOON + days * DAY)
    assert due(away, pace) == time + stands_still * DAY
    assert away.away_used == (used + stands_still) * DAY
    assert away.paused_until == (NOON + stands_still * DAY if stands_still else None)
    # A day later they are back: what is left is given back.
    back = resumed(away, NOON + DAY)
    assert due(back, pace) == time + min(1, stands_still) * DAY
    assert back.away_used == (used + min(1, stands_still)) * DAY


def test_a_turn_that_begins_during_a_vacation_begins_when_it_ends():
    clock = started(SeatClock(0), Pace.DAYS_1, NOON, NOON + 3 * DAY)
    assert (due(clock, Pace.DAYS_1), clock.paused_until) == (NOON + 3 * DAY + TURN_TIME, NOON + 3 * DAY)
    moved = stopped(clock, Pace.DAYS_1, NOON + DAY)
    assert moved == SeatClock(0, away_used=DAY)
    assert started(SeatClock(0), Pace.DAYS_1, NOON, NOON) == SeatClock(0, since=NOON)
    assert paused(called_late(clock, NOON), Pace.DAYS_1, NOON, NOON + LONGEST_PAUSE).paused_until is None


def test_the_clocks_of_a_table():
    """Anna has moved; Ben is still asked the same; nobody waits for Clara any longer."""
    running = tuple(SeatClock(seat, since=NOON) for seat in range(3))
    after = clocks_after(table(Pace.LIVE_1, clocks=running), {0, 1}, {0}, NOON + 2 * MINUTE, {})
    assert after == [
        SeatClock(0, since=NOON + 2 * MINUTE, bank_used=MINUTE),
        SeatClock(1, since=NOON),
        SeatClock(2, bank_used=MINUTE),
    ]


@pytest.mark.parametrize(("moved", "claims"), [({1}, True), ({0, 1}, False)])
def test_claims_are_forgotten_when_nobody_is_late_any_more(moved: set[int], claims: bool):
    late = [SeatClock(seat, since=NOON - DAY, late_since=NOON) for seat in (0, 1)]
    shown = table(clocks=(*late, SeatClock(2, claims=True)))
    after = clocks_after(shown, {0, 1} - moved, moved, NOON, {})
    assert after[2].claims is claims


def test_what_players_are_shown():
    first, second = SeatClock(0, since=NOON, bank_used=MINUTE), SeatClock(1, since=NOON + MINUTE)
    shown = table(Pace.LIVE_1, clocks=(first, second))
    public, own = timing(shown, {0, 1}, None, NOON), timing(shown, {0, 1}, 1, NOON)
    assert public is not None
    assert own is not None
    assert (public.due, public.extra) == (NOON + 3 * MINUTE, 0 * MINUTE)
    assert (own.due, own.extra) == (NOON + 5 * MINUTE, 3 * MINUTE)
    assert public.remind_at == NOON + 2.25 * MINUTE, "a quarter is left"
    assert timing(shown, set(), None, NOON) is None


def test_what_players_are_shown_when_somebody_is_late_or_away():
    late = table(clocks=(SeatClock(0, since=NOON, late_since=NOON + DAY), SeatClock(2, claims=True)))
    shown = timing(late, {0}, 0, NOON + DAY)
    assert shown is not None
    assert (shown.due, shown.late, shown.claims, shown.remind_at) == (NOON + 2 * DAY, (0,), (2,), None)
    away = table(clocks=(started(SeatClock(0), Pace.DAYS_1, NOON, NOON + 3 * DAY),))
    during, after = timing(away, {0}, None, NOON), timing(away, {0}, None, NOON + 3 * DAY)
    assert during is not None
    assert after is not None
    assert (during.paused, after.paused) == (((0, NOON + 3 * DAY),), ())
    assert during.remind_at == NOON + 3.75 * DAY


def test_a_game_from_before_there_were_clocks_keeps_its_deadline():
    shown = timing(table(deadline=NOON + DAY), {0}, 0, NOON)
    assert shown is not None
    assert (shown.due, shown.late) == (NOON + DAY, ())
