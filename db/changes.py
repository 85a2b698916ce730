"""A change of one table: everything that can be done to it in one transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Self

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy import delete as delete_from
from sqlalchemy.ext.asyncio import AsyncConnection

from db.by_table import TABLE
from db.calls import mark_changed
from db.clocks import save_clocks
from db.daily import insert_try
from db.errors import Stale
from db.games import insert_results
from db.guests import admit
from db.records import Considered, Phase, RemovalVote, ResultRecord, SeatClock, SeatRecord, TableRecord, TakeBackRecord
from db.removals import save_removal
from db.schema import moves, seats, tables, thoughts
from db.standings import count_results
from db.tables import table_by_id
from db.take_backs import grant, overtake

# Every move needs these statements, so they are made only once.
_RAISE = (
    update(tables)
    .where(tables.c.id == bindparam(TABLE), tables.c.rev == bindparam("known"))
    .values(rev=tables.c.rev + 1)
)
_SET = update(tables).where(tables.c.id == bindparam(TABLE))
_LAST = select(func.coalesce(func.max(moves.c.number), 0)).where(moves.c.table_id == bindparam(TABLE))
_ADD_MOVE = insert(moves).values(number=_LAST.scalar_subquery() + 1).returning(moves.c.number)


class Change:
    """A change in progress: everything done through it is committed together or not at all.

    ``rev`` is the revision that the table will have. Moves and seats that do not exist raise ``LookupError``; what
    contradicts the state of the table (a move in a lobby) raises ``DatabaseError`` when the transaction ends.
    """

    def __init__(self, connection: AsyncConnection, table_id: int, rev: int) -> None:
        self._connection = connection
        self._table_id = table_id
        self.rev = rev
        self._columns: dict[str, Any] = {}
        """What is to be stored in the row of the table."""
        self._table: TableRecord | None = None

    @classmethod
    async def begin(cls, connection: AsyncConnection, table_id: int, rev: int) -> Self:
        """Take the table from ``rev`` to the next revision. Raises ``Stale`` if it is not at ``rev``."""
        raised = await connection.execute(_RAISE, {TABLE: table_id, "known": rev})
        if not raised.rowcount:
            raise Stale(table_id, rev)
        await mark_changed(connection, table_id)
        await overtake(connection, table_id)
        return cls(connection, table_id, rev + 1)

    @property
    def table(self) -> TableRecord:
        """The table after the change, available when the ``async with`` block has ended."""
        if self._table is None:
            raise RuntimeError("the change has not ended yet")
        return self._table

    async def end(self) -> None:
        """Store what is left, and read the table as it is then."""
        await self._store_columns()
        self._table = await table_by_id(self._connection, self._table_id)

    async def sit(self, user_id: int | None, computer: str | None = None) -> int:
        """Seat the user, or a computer of this level, in the next free seat and return its number."""
        seat = await self._connection.scalar(
            select(func.count()).select_from(seats).where(seats.c.table_id == self._table_id)
        )
        await self._connection.execute(
            insert(seats).values(table_id=self._table_id, seat=seat, user_id=user_id, computer=computer)
        )
        return seat or 0

    async def take_kept_seat(self, seat: int) -> None:
        """Seat the member for whom this seat has been kept in the lobby."""
        # Replaced, not updated: before the game a seat does not change hands, as a trigger makes sure.
        here = seats.c.table_id == self._table_id
        user_id = await self._connection.scalar(
            delete_from(seats).where(here, seats.c.seat == seat).returning(seats.c.user_id)
        )
        if user_id is None:
            raise LookupError(f"table {self._table_id} keeps no seat {seat} for a member")
        await self._connection.execute(insert(seats).values(table_id=self._table_id, seat=seat, user_id=user_id))

    async def stand(self, seat: int) -> None:
        """Empty this seat in the lobby; players in later seats move up."""
        here = seats.c.table_id == self._table_id
        left = await self._connection.scalar(
            delete_from(seats).where(here, seats.c.seat == seat).returning(seats.c.seat)
        )
        if left is None:
            raise LookupError(f"table {self._table_id} has no seat {seat}")
        later = await self._connection.scalars(
            select(seats.c.seat).where(here, seats.c.seat > left).order_by(seats.c.seat)
        )
        # One by one, because SQLite checks the primary key after each row, in no particular order.
        for seat in later.all():
            await self._connection.execute(update(seats).where(here, seats.c.seat == seat).values(seat=seat - 1))

    async def turn_away(self, user_id: int) -> None:
        """Keep a member from joining until they are invited again."""
        await admit(self._connection, self._table_id, user_id, admitted=False)

    async def set_removal(self, removal: RemovalVote | None) -> None:
        """Store the vote on removing a player; ``None``: there is none."""
        await save_removal(self._connection, self._table_id, removal)

    async def set_host(self, user_id: int) -> None:
        """Make another user the host."""
        self._set(host_id=user_id)

    async def start(self, *, seed: str, rules_version: int, now: datetime) -> None:
        """Start the game that ``seed`` deals."""
        self._set(phase=Phase.PLAYING, seed=seed, rules_version=rules_version, started_at=now)
        await self._store_columns()  # only now moves can be stored

    async def enter_day(self, day: int) -> None:
        """Make this the host's only try at the game of a day on the server."""
        await insert_try(self._connection, self._table_id, day)

    async def add_move(self, seat: int, text: str, now: datetime) -> int:
        """Store a move of ``seat`` and return its number."""
        move = {"table_id": self._table_id, "rev": self.rev, "seat": seat, "text": text, "made_at": now}
        stored = await self._connection.execute(_ADD_MOVE, {TABLE: self._table_id, **move})
        return stored.scalar_one()

    async def take_back(self, number: int) -> None:
        """Mark a move as taken back: it stays in the database but is no longer part of the game."""
        taken_back = await self._connection.execute(
            update(moves)
            .where(moves.c.table_id == self._table_id, moves.c.number == number, moves.c.taken_back.is_(False))
            .values(taken_back=True)
        )
        if not taken_back.rowcount:
            raise LookupError(f"table {self._table_id} has no move {number} to take back")

    async def grant_take_back(self, request: TakeBackRecord) -> None:
        """Take back all moves that a request is about, and mark it as granted."""
        await grant(self._connection, self._table_id, request)

    async def add_thought(self, number: int, considered: Sequence[Considered]) -> None:
        """Store what a computer considered before the move with this number."""
        await self._connection.execute(
            insert(thoughts).values(
                table_id=self._table_id, number=number, considered=[list(one) for one in considered]
            )
        )

    async def hand_over(self, seat: SeatRecord) -> None:
        """Store who plays this seat from now on, a computer or its member, and whether the member has given up."""
        changed = await self._connection.execute(
            update(seats)
            .where(seats.c.table_id == self._table_id, seats.c.seat == seat.seat)
            .values(computer=seat.computer, resigned=seat.resigned)
        )
        if not changed.rowcount:
            raise LookupError(f"table {self._table_id} has no seat {seat.seat}")

    async def set_deadline(self, when: datetime | None) -> None:
        """Set when the current decision must be made; ``None``: never."""
        self._set(deadline=when)

    async def set_computer_to_act(self, is_to_act: bool) -> None:
        """Note whether it is a computer's turn, so that the next start of the bot need not replay every game."""
        self._set(computer_to_act=is_to_act)

    async def set_clocks(self, clocks: Sequence[SeatClock]) -> None:
        """Store these clocks; those of other seats stay as they are."""
        await save_clocks(self._connection, self._table_id, clocks)

    async def set_pace(self, pace: str) -> None:
        """Choose how much time the players will have."""
        self._set(pace=pace)

    async def finish(self, results: Sequence[ResultRecord], now: datetime) -> None:
        """End the game with a result for every seat and count it in the standings.

        Raises ``ValueError`` if the results do not match the seats.
        """
        await insert_results(self._connection, self._table_id, results)
        await count_results(self._connection, self._table_id)
        await self.set_removal(None)
        self._set(phase=Phase.FINISHED, deadline=None, finished_at=now)

    async def close(self, now: datetime) -> None:
        """End the table without a result."""
        await self.set_removal(None)
        self._set(phase=Phase.CLOSED, deadline=None, finished_at=now)

    def _set(self, **columns: Any) -> None:
        """Store these columns together with others, when the change ends."""
        self._columns |= columns

    async def _store_columns(self) -> None:
        columns, self._columns = self._columns, {}
        if columns:
            await self._connection.execute(_SET, {TABLE: self._table_id, **columns})
