"""Works out the clocks and the deadline of a table after a change of its game."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from db.purpose_records import LeagueMatch, Race
from db.records import SeatClock, TableRecord
from db.store import Change, Store
from sessions.tables import pace
from sessions.tables.live import LiveGame


@dataclass(frozen=True, slots=True)
class Times:
    """The clocks that have changed, and the table's next deadline."""

    clocks: list[SeatClock]
    deadline: datetime

    def note(self, change: Change) -> None:
        """Add them to the change."""
        change.set_clocks(self.clocks)
        change.set_deadline(self.deadline)


def window_of(table: TableRecord, live: LiveGame) -> timedelta | None:
    """How long the rules keep the present decision open; ``None``: until all have decided."""
    limit = live.state.time_limit()
    return pace.window(table, timedelta(seconds=limit.seconds) if limit else None)


def seats_on_the_clock(table: TableRecord, live: LiveGame) -> frozenset[int]:
    """The seats whose members are on the clock now. In a window that the rules open, no clock runs."""
    if window_of(table, live) is not None:
        return frozenset()
    return pace.on_the_clock(table, live.state.to_act)


async def next_times(
    store: Store, table: TableRecord, after: LiveGame, begun: Collection[int], now: datetime, late: Collection[int] = ()
) -> Times:
    """The clocks and the deadline of a table after a change with which turns of the seats in ``begun`` begin.

    ``table`` has the clocks and the deadline from before, and the seats as they will be. For the seats in ``late``
    computers take over with this change.
    """
    away, still_until = await vacations_at(store, table), await paused_until(store, table)
    clocks = pace.clocks_after(table, seats_on_the_clock(table, after), begun, now, away, late, still_until)
    former = pace.clocks_by_seat(table)
    changed = [clock for clock in clocks if clock != former[clock.seat]]
    return Times(changed, next_deadline(table, clocks, after, now, away))


def turns_begun(before: LiveGame | None, after: LiveGame) -> frozenset[int]:
    """The seats whose turns have begun between these two states of a game."""
    known = before.turns if before else {}
    return frozenset(seat for seat, turn in after.turns.items() if known.get(seat) != turn)


async def vacations_at(store: Store, table: TableRecord) -> dict[int, datetime]:
    """Until when the players at a table are on vacation, which means nothing at a live pace."""
    return {} if pace.Pace(table.pace).is_live else await store.vacations.of(table.users)


async def paused_until(store: Store, table: TableRecord) -> datetime | None:
    """Until when a match of a league pauses, or all of them do, or have."""
    if not isinstance(table.purpose, LeagueMatch):
        return None
    return await store.leagues.paused_until(table.purpose.match_id)


def next_deadline(
    table: TableRecord, clocks: Collection[SeatClock], after: LiveGame, now: datetime, away: Mapping[int, datetime]
) -> datetime:
    """When something happens if nobody acts: a window closes, a player's time runs out, the game is abandoned.

    A window that was open before gets no extra time. What others play as well ends for all at once.
    """
    if isinstance(table.purpose, Race):
        return table.purpose.ends_at
    limit = window_of(table, after)
    if limit is not None:
        is_new = after.window_opened or table.deadline is None or table.deadline <= now
        return now + limit if is_new or table.deadline is None else table.deadline
    return pace.earliest(clocks, pace.control_of(table)) or _back_from_vacation(table, now, away) + pace.idle_time(
        table
    )


def _back_from_vacation(table: TableRecord, now: datetime, away: Mapping[int, datetime]) -> datetime:
    """When the last player is back, but no later than a vacation can stop a clock."""
    back = max((away.get(seat.user_id or 0, now) for seat in table.present), default=now)
    return max(now, min(back, now + pace.LONGEST_PAUSE))
