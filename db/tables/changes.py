"""A change of one table: everything that can be done to it in one transaction."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Concatenate, Generic, ParamSpec, Self, overload

from sqlalchemy import Connection, bindparam, update

from db.drivers.statements import TABLE
from db.errors import Stale
from db.leaderboards.seasons import SeasonNow, count_in_season
from db.leaderboards.standings import count_results
from db.limits import Use, note_uses
from db.members.listeners import have_followers_told
from db.purpose_records import Unrated
from db.races import enter, show_try
from db.records import Considered, Phase, ResultRecord, SeatRecord, TableRecord
from db.schema.tables import tables
from db.tables import seating
from db.tables.clocks import save_clocks
from db.tables.games import insert_move, insert_results, take_back
from db.tables.pings import LOOK_AT_ONCE
from db.tables.plans import forget_plans, save_plans
from db.tables.seating import admit, note_begun
from db.tables.tables import archive_thread_at, existing_table, update_table
from db.tables.take_backs import grant, overtake
from db.tables.votes import save_vote

P = ParamSpec("P")

# Every move needs this statement, so it is made only once.
_RAISE = (
    update(tables)
    .where(tables.c.id == bindparam(TABLE), tables.c.rev == bindparam("known"))
    .values(rev=tables.c.rev + 1, look_at=LOOK_AT_ONCE)
)


class Noted(Generic[P]):
    """Something that can be done to a table in the lobby, in a game or at its end: a change notes what it is given."""

    def __init__(self, query: Callable[Concatenate[Connection, int, P], object]) -> None:
        self._query = query

    @overload
    def __get__(self, change: None, owner: type[object]) -> Self: ...
    @overload
    def __get__(self, change: "Change", owner: type[object]) -> Callable[P, None]: ...
    def __get__(self, change: "Change | None", owner: type[object]) -> Any:
        """What notes it: the query without the connection and the id of the table."""
        return self if change is None else partial(change._note, self._query)


class Change:
    """Notes what is to be done to a table. It is done in this order and committed together, or nothing is.

    ``rev`` is the revision that the table will have. When the change is carried out, moves and seats that do not exist
    raise ``LookupError``, and what contradicts the state of the table (a move in a lobby) raises ``DatabaseError``.
    """

    def __init__(self, table_id: int, known_rev: int) -> None:
        self.rev = known_rev + 1
        self.handed_over: dict[int, SeatRecord] = {}
        """The seats that somebody else plays from now on."""
        self._table_id = table_id
        self._steps: list[Callable[[Connection], object]] = []
        self._columns: dict[str, Any] = {}
        """What is stored in the row of the table."""
        self._changes_phase = False
        self._table: TableRecord | None = None

    @property
    def table(self) -> TableRecord:
        """The table after the change, available once it has been carried out."""
        if self._table is None:
            raise RuntimeError("the change has not been carried out yet")
        return self._table

    def carry_out(self, connection: Connection) -> None:
        """Do everything, and read the table as it is then. Raises ``Stale`` if somebody else has changed it."""
        known = self.rev - 1
        # What belongs to a game is stored while it is played, so where the phase changes its row does last.
        at_once, at_last = ({}, self._columns) if self._changes_phase else (self._columns, {})
        raised = connection.execute(_RAISE, {TABLE: self._table_id, "known": known, **at_once})
        if not raised.rowcount:
            raise Stale(self._table_id, known)
        for step in self._steps:
            step(connection)
        if at_last:
            update_table(connection, self._table_id, at_last)
        self._table = existing_table(connection, self._table_id)
        if self._table.take_back_request is not None:
            overtake(connection, self._table_id)
            self._table = existing_table(connection, self._table_id)

    sit = Noted(seating.sit)
    take_kept_seat = Noted(seating.take_kept_seat)
    stand = Noted(seating.stand)
    move_up = Noted(seating.move_up)
    change_seat = Noted(seating.change_seat)
    set_vote = Noted(save_vote)
    enter = Noted(enter)
    take_back = Noted(take_back)
    grant_take_back = Noted(grant)
    set_clocks = Noted(save_clocks)
    set_plans = Noted(save_plans)
    archive_thread = Noted(archive_thread_at)

    def hand_over(self, seat: SeatRecord) -> None:
        """Store who plays this seat from now on, a computer or its member, and whether the member has given up."""
        self._note(seating.hand_over, seat)
        self.handed_over[seat.seat] = seat

    def turn_away(self, user_id: int) -> None:
        """Keep a member from joining until somebody invites them again."""
        self._note(admit, user_id, admitted=False)

    def set_host(self, user_id: int) -> None:
        """Make another user the host."""
        self._columns |= {"host_id": user_id}

    def start(self, *, seed: str, rules_version: int, now: datetime, unrated: Unrated | None = None) -> None:
        """Start the game that ``seed`` deals. ``unrated``: why it changes no ratings."""
        dealt = {"phase": Phase.PLAYING, "seed": seed, "rules_version": rules_version, "started_at": now}
        dealt["unrated"] = unrated
        self._changes_phase = True
        self._note(update_table, dealt)  # only then moves can be stored
        self._note(note_begun)

    def note_uses(self, noted: Collection[Use], now: datetime) -> None:
        """Count these uses with the change, whether or not they are too many."""
        self._steps.append(lambda connection: note_uses(connection, noted, now))

    def add_move(self, seat: int, text: str, now: datetime, considered: Sequence[Considered] | None = None) -> None:
        """Store a move of ``seat``, and what a computer considered before it; ``None`` if it was a member's own."""
        self._note(insert_move, self.rev, seat, text, now, considered)

    def set_deadline(self, when: datetime | None) -> None:
        """Set when the current decision must be made; ``None``: never."""
        self._columns |= {"deadline": when}

    def set_to_act(self, seats: Collection[int], *, computer: bool) -> None:
        """Note which seats the game waits for and whether a computer is among them: then nobody need replay it."""
        self._columns |= {"to_act": sorted(seats), "computer_to_act": computer}

    def set_pace(self, pace: str) -> None:
        """Choose how much time the players will have."""
        self._columns |= {"pace": pace}

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Choose the house rules that differ from the defaults."""
        self._columns |= {"options": dict(options)}

    def finish(
        self,
        results: Sequence[ResultRecord],
        now: datetime,
        unrated: Unrated | None = None,
        season: SeasonNow | None = None,
    ) -> None:
        """End the game with a result for every seat, and count it in standings and ``season``, unless ``unrated``.

        Carrying it out raises ``ValueError`` if the results do not match the seats.
        """
        self._note(insert_results, results)
        self._note(update_table, {"unrated": unrated})  # only then is it known whether they count
        self._note(count_results, now)
        if season is not None:
            self._note(count_in_season, season, now)
        self._end(now)
        self._columns |= {"phase": Phase.FINISHED, "deadline": None, "finished_at": now}

    def close(self, now: datetime) -> None:
        """End the table without a result."""
        self._end(now)
        self._columns |= {"phase": Phase.CLOSED, "deadline": None, "finished_at": now}

    def _end(self, now: datetime) -> None:
        self._changes_phase = True
        self.set_vote(None)
        self._note(forget_plans)
        self._note(note_begun)
        self._note(show_try, now)
        self._note(have_followers_told, now)

    def _note(
        self, query: Callable[Concatenate[Connection, int, P], object], *arguments: P.args, **named: P.kwargs
    ) -> None:
        """Note that this is to be done to the table."""
        self._steps.append(lambda connection: query(connection, self._table_id, *arguments, **named))
