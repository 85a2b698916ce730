"""How much time players have: the paces to choose from, and the arithmetic of the players' clocks.

A player is on the clock only in a game with other members. Everything here is plain data: the time is an argument.

At a live pace, each player also has extra time for the whole game: three decisions' worth. Slow decisions use it up:

>>> noon, second, live = datetime(2026, 1, 1, 12), timedelta(seconds=1), time_control(Pace.LIVE_1)
>>> clock = started(SeatClock(0), live, noon, away_until=None)
>>> str(due(clock, live))
'2026-01-01 12:04:00'
>>> str(bank_left(stopped(clock, live, noon + 90 * second), live))
'0:02:30'

At a pace of days there is no extra time, but a vacation stops the clock:

>>> daily = time_control(Pace.DAYS_1)
>>> str(due(started(SeatClock(0), daily, noon, away_until=noon + timedelta(days=5)), daily))
'2026-01-07 12:00:00'

In a match of a league, each player has an *own clock*: so much time for the whole game, and no limit a turn:

>>> own = time_control(Pace.MATCH, timedelta(days=7))
>>> after = stopped(started(SeatClock(0), own, noon, away_until=None), own, noon + timedelta(days=3))
>>> str(bank_left(after, own))
'4 days, 0:00:00'
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from db.records import SeatClock, TableRecord
from engines.texts import Text, say

IDLE_TIME = timedelta(days=7)
"""How long a game that waits for all its players, or has no limit, waits for a move. Nobody else has to wait longer."""
LONGEST_PAUSE = timedelta(days=14)
"""How long vacations can stop a player's clock in one game."""
LONGEST_LEAVE = timedelta(days=7)
"""The same in a match of a league, which others wait for."""
LONGEST_LIVE_TURN = timedelta(minutes=10)
"""How long a turn can take on an own clock in a live match: whoever has gone keeps nobody waiting for all of it."""
DAILY_WINDOW = timedelta(hours=12)
"""How long a decision that the rules limit stays open at a pace of days."""
BANK = 3
"""A player's extra time for a whole game at a live pace, as a multiple of the time for one decision."""
REMINDER = 4
"""A reminder is due when a quarter of the time is left."""

_MINUTE, _HOUR, _DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


class Pace(StrEnum):
    """How much time the players at a table have; the values are stored with tables and settings."""

    LIVE_1 = "live_1"
    LIVE_3 = "live_3"
    LIVE_10 = "live_10"
    HOURS_12 = "hours_12"
    DAYS_1 = "days_1"
    DAYS_3 = "days_3"
    DAYS_7 = "days_7"
    NO_LIMIT = "no_limit"
    MATCH = "match"
    """Day by day, with an own clock."""
    LIVE_MATCH = "live_match"
    """Live, with an own clock."""

    @property
    def has_own_clocks(self) -> bool:
        """Whether each player has so much time for the whole game. Only matches of leagues do."""
        return self in (Pace.MATCH, Pace.LIVE_MATCH)

    @property
    def time(self) -> timedelta | None:
        """The time for a turn; ``None``: there is no limit."""
        return _TIMES_AND_LABELS[self][0]

    @property
    def is_live(self) -> bool:
        """Whether all players are present at the same time."""
        return self in LIVE

    @property
    def is_daily(self) -> bool:
        """Whether players come and go over days. Their clocks stop while they are on vacation."""
        return self.time is not None and not self.is_live

    @property
    def bank(self) -> timedelta:
        """How much extra time each player has in a game."""
        time = self.time
        return BANK * time if time is not None and self.is_live else timedelta()

    @property
    def label(self) -> Text:
        """The pace in words, for a menu."""
        return _TIMES_AND_LABELS[self][1]


_TIMES_AND_LABELS: Mapping[Pace, tuple[timedelta | None, Text]] = {
    Pace.LIVE_1: (1 * _MINUTE, say("Live: one minute per turn")),
    Pace.LIVE_3: (3 * _MINUTE, say("Live: 3 minutes per turn")),
    Pace.LIVE_10: (10 * _MINUTE, say("Live: 10 minutes per turn")),
    Pace.HOURS_12: (12 * _HOUR, say("Day by day: 12 hours per turn")),
    Pace.DAYS_1: (1 * _DAY, say("Day by day: one day per turn")),
    Pace.DAYS_3: (3 * _DAY, say("Day by day: 3 days per turn")),
    Pace.DAYS_7: (7 * _DAY, say("Day by day: 7 days per turn")),
    Pace.NO_LIMIT: (None, say("No limit")),
    Pace.MATCH: (timedelta(), say("Day by day: a clock for the whole match")),
    Pace.LIVE_MATCH: (timedelta(), say("Live: a clock for the whole match")),
}
LIVE = frozenset({Pace.LIVE_1, Pace.LIVE_3, Pace.LIVE_10, Pace.LIVE_MATCH})
CHOICES = tuple(pace for pace in Pace if not pace.has_own_clocks)
"""The paces that members can choose for their tables."""
DEFAULT = Pace.DAYS_1
"""The pace of tables on servers that have not chosen another one."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each player at a table has.

    ``turn`` is for each turn; ``None``: there is no limit. ``bank`` is extra time for the whole game. No turn takes
    more than ``longest_turn``, whatever is left. Vacations stop a clock for ``longest_pause`` in all.
    """

    turn: timedelta | None
    bank: timedelta
    longest_pause: timedelta
    longest_turn: timedelta = timedelta.max


def time_control(pace: Pace, budget: timedelta | None = None) -> TimeControl:
    """The time at this pace; ``budget`` is that of an own clock."""
    if budget is None:
        return TimeControl(pace.time, pace.bank, LONGEST_PAUSE if pace.is_daily else timedelta())
    if pace.is_live:
        return TimeControl(timedelta(), budget, timedelta(), LONGEST_LIVE_TURN)
    return TimeControl(timedelta(), budget, LONGEST_LEAVE)


def control_of(table: TableRecord) -> TimeControl:
    """The time that each player at this table has."""
    return time_control(Pace(table.pace), table.budget)


# Who is on the clock


def is_alone(table: TableRecord) -> bool:
    """Whether a single member plays here, against computers. Nothing is ever urgent for them."""
    return len(table.users) == 1


def on_the_clock(table: TableRecord, to_act: Collection[int]) -> frozenset[int]:
    """The seats whose time is limited now: those of members to act, unless the pace has no limit."""
    return frozenset() if Pace(table.pace).time is None else members_to_act(table, to_act)


def members_to_act(table: TableRecord, to_act: Collection[int]) -> frozenset[int]:
    """The seats of members to act in a game that members have begun together.

    Members who decide at the same time wait for each other, and whoever is left alone keeps the result waiting.
    """
    if is_alone(table):
        return frozenset()
    return frozenset(seat.seat for seat in table.present if seat.seat in to_act)


def window(table: TableRecord, limit: timedelta | None) -> timedelta | None:
    """How long a decision stays open for which the rules set a ``limit``; ``None``: until all have decided."""
    pace = Pace(table.pace)
    if limit is None or pace.time is None or is_alone(table):
        return None
    return limit if pace.is_live else DAILY_WINDOW


def idle_time(table: TableRecord) -> timedelta:
    """How long the table stays open when nobody is on the clock and nothing happens."""
    time = Pace(table.pace).time
    return IDLE_TIME if time is None or is_alone(table) else max(IDLE_TIME, 2 * time)


# One clock


def due(clock: SeatClock, control: TimeControl) -> datetime | None:
    """When the time of this clock runs out; ``None`` if it is not running."""
    if clock.since is None or clock.late_since is not None or control.turn is None:
        return None
    return clock.since + min(control.turn + bank_left(clock, control), control.longest_turn)


def bank_left(clock: SeatClock, control: TimeControl) -> timedelta:
    """How much extra time this player still has."""
    return max(timedelta(), control.bank - clock.bank_used)


def started(
    clock: SeatClock,
    control: TimeControl,
    now: datetime,
    away_until: datetime | None,
    still_until: datetime | None = None,
) -> SeatClock:
    """The clock with the full time for a new turn."""
    fresh = replace(clock, since=now, paused_until=None, late_since=None)
    return paused(fresh, control, now, away_until or now, still_until)


def stopped(clock: SeatClock, control: TimeControl, now: datetime, still_until: datetime | None = None) -> SeatClock:
    """The clock when its player has decided or nobody waits. Time beyond the usual comes from the extra time."""
    running = resumed(clock, now, still_until)
    used = running.bank_used
    if running.since is not None and control.turn is not None:
        over = (running.late_since or now) - running.since - control.turn
        used += min(max(over, timedelta()), bank_left(running, control))
    return replace(running, since=None, paused_until=None, late_since=None, bank_used=used)


def paused(
    clock: SeatClock, control: TimeControl, now: datetime, until: datetime, still_until: datetime | None = None
) -> SeatClock:
    """The running clock, stopped for a vacation, but no longer than the table allows.

    All clocks of a league that pauses stand still until ``still_until``, and a vacation is used up only after that.
    """
    if clock.since is None or clock.late_since is not None:
        return clock
    leaves = max(now, still_until or now)
    end = max(leaves, min(until, leaves + control.longest_pause - clock.away_used))
    if end <= now:
        return clock
    used = clock.away_used + (end - leaves)
    return replace(clock, since=clock.since + (end - now), paused_until=end, away_used=used)


def resumed(clock: SeatClock, now: datetime, still_until: datetime | None = None) -> SeatClock:
    """The clock of a player who is back. What is left of the vacation is given back, but no pause of a league."""
    if clock.since is None or clock.paused_until is None:
        return clock
    unused = max(timedelta(), clock.paused_until - now)
    left = max(timedelta(), clock.paused_until - max(now, still_until or now))
    used = max(timedelta(), clock.away_used - left)  # which is stored in whole milliseconds
    return replace(clock, since=clock.since - unused, paused_until=None, away_used=used)


def shortened(clock: SeatClock, control: TimeControl, now: datetime, most: timedelta) -> SeatClock:
    """The clock with so much time left at most. It runs on if it is running."""
    is_running = clock.since is not None and clock.late_since is None
    elapsed = max(timedelta(), now - clock.since) if is_running and clock.since is not None else timedelta()
    over = bank_left(clock, control) - elapsed - most
    return replace(clock, bank_used=clock.bank_used + over) if over > timedelta() else clock


def ran_out(clock: SeatClock, now: datetime) -> SeatClock:
    """The clock when its time has run out, so that a computer takes over."""
    return replace(clock, since=clock.since or now, late_since=now, paused_until=None, timeouts=clock.timeouts + 1)


# All clocks of a table


def clocks_by_seat(table: TableRecord) -> dict[int, SeatClock]:
    """The clock of each seat. If it has never run, it is a new one."""
    stored = {clock.seat: clock for clock in table.clocks}
    return {seat.seat: stored.get(seat.seat, SeatClock(seat.seat)) for seat in table.seats}


def clocks_after(
    table: TableRecord,
    timed: Collection[int],
    begun: Collection[int],
    now: datetime,
    away: Mapping[int, datetime],
    late: Collection[int] = (),
    still_until: datetime | None = None,
) -> list[SeatClock]:
    """The clocks after a change, when the seats in ``timed`` are on the clock and turns of those in ``begun`` begin.

    ``away`` says until when members are on vacation, ``still_until`` until when their league pauses. A turn has its
    time once, however many moves it takes. For the seats in ``late`` computers take over with this change; claims were
    not about them, so they are dropped.
    """
    control, clocks = control_of(table), clocks_by_seat(table)
    for seat in table.seats:
        clock = clocks[seat.seat]
        if seat.seat in late:
            clock = ran_out(clock, now)
        elif clock.late_since is None or not seat.is_away:
            if seat.seat in begun or seat.seat not in timed or clock.late_since is not None:
                clock = stopped(clock, control, now, still_until)
            if clock.since is None and seat.seat in timed:
                clock = started(clock, control, now, away.get(seat.user_id or 0), still_until)
        clocks[seat.seat] = replace(clock, claims=False) if late else clock
    return list(clocks.values())


def earliest(clocks: Iterable[SeatClock], control: TimeControl) -> datetime | None:
    """When the time of the first of these clocks runs out; ``None`` if none is running."""
    return min((when for clock in clocks if (when := due(clock, control)) is not None), default=None)


# What players are shown


@dataclass(frozen=True, slots=True)
class Timing:
    """The time that players have for the present decision.

    ``due`` is when it runs out, for the viewer if they are on the clock, else for the first who is. ``remind_at`` is
    when players should be reminded. ``is_ending``: the time of all who decide together has run out, and nobody waits
    for them, so the game ends when it is ``due``. ``paused`` says until when clocks are stopped for vacations.
    ``extra`` is the part of the viewer's time that is extra time, used up for the rest of the game, and ``clock_ends``
    when all time on their own clock would be.
    """

    due: datetime
    remind_at: datetime | None = None
    is_ending: bool = False
    paused: tuple[tuple[int, datetime], ...] = ()
    extra: timedelta = timedelta()
    clock_ends: datetime | None = None


def timing(table: TableRecord, timed: Collection[int], seat: int | None, now: datetime) -> Timing | None:
    """The time that the seats on the clock have, as the viewer at ``seat`` sees it; ``None`` if there are none."""
    if not timed or table.deadline is None:
        return None
    control, clocks = control_of(table), clocks_by_seat(table)
    running = [clocks[number] for number in sorted(timed) if clocks[number].since is not None]
    own = next((clock for clock in running if clock.seat == seat), None)
    shown = running if own is None else [own]
    ends = earliest(shown, control) or table.deadline
    since = next((clock.since for clock in shown if due(clock, control) == ends), None)
    return Timing(
        due=ends,
        remind_at=None if since is None else reminder(ends, ends - since),
        is_ending=not running,
        paused=tuple(
            (number, until)
            for number in sorted(timed)
            if (until := clocks[number].paused_until) is not None and until > now
        ),
        extra=bank_left(own, control) if own is not None else timedelta(),
        clock_ends=own.since + bank_left(own, control) if table.budget and own is not None and own.since else None,
    )


def due_for(table: TableRecord, user_id: int) -> datetime | None:
    """When the time of this member runs out, or else when something happens at the table."""
    seat, clocks = table.seat_of(user_id), clocks_by_seat(table)
    return (None if seat is None else due(clocks[seat.seat], control_of(table))) or table.deadline


def reminder(ends: datetime, time: timedelta) -> datetime:
    """When a quarter of ``time`` is left."""
    return ends - time / REMINDER
