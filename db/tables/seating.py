"""Who sits at a table, who is invited there, and who was removed."""

from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import count

from sqlalchemy import Connection, delete, select, update

from db.drivers.database import Stored, read, write
from db.drivers.statements import insert, put, rows, scalars
from db.limits import reached_until, turned_away
from db.posts import POSTED_WITHIN, Due, PostKind, make_due, note_change
from db.records import SeatRecord
from db.schema.columns import EPOCH
from db.schema.tables import guests, seats, tables


def sit(connection: Connection, table_id: int, user_id: int | None, computer: str | None = None) -> None:
    """Seat the user, or a computer of this level, in the first free seat."""
    taken = set(connection.scalars(select(seats.c.seat).where(seats.c.table_id == table_id)))
    seat = next(number for number in count() if number not in taken)
    connection.execute(insert(seats).values(table_id=table_id, seat=seat, user_id=user_id, computer=computer))


def take_kept_seat(connection: Connection, table_id: int, seat: int) -> None:
    """Seat the member for whom this seat has been kept in the lobby. Raises ``LookupError`` if it is not kept."""
    # Replaced, not updated: before the game a seat does not change hands, as a trigger makes sure.
    kept = delete(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
    user_id = connection.scalar(kept.returning(seats.c.user_id))
    if user_id is None:
        raise LookupError(f"table {table_id} keeps no seat {seat} for a member")
    connection.execute(insert(seats).values(table_id=table_id, seat=seat, user_id=user_id))


def stand(connection: Connection, table_id: int, seat: int, *, moves_up: bool = True) -> None:
    """Empty a seat in the lobby; players behind it move up unless they chose theirs. Raises ``LookupError``."""
    left = delete(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
    if connection.scalar(left.returning(seats.c.seat)) is None:
        raise LookupError(f"table {table_id} has no seat {seat}")
    if moves_up:
        move_up(connection, table_id)


def move_up(connection: Connection, table_id: int) -> None:
    """Leave no free seat between others in the lobby."""
    here = seats.c.table_id == table_id
    taken = connection.scalars(select(seats.c.seat).where(here).order_by(seats.c.seat)).all()
    # One by one, because SQLite checks the primary key after each row, in no particular order.
    for number, seat in enumerate(taken):
        if seat != number:
            connection.execute(update(seats).where(here, seats.c.seat == seat).values(seat=number))


def change_seat(connection: Connection, table_id: int, seat: int, wanted: int) -> None:
    """Move a player in the lobby to another seat, and whoever sits there to this one. Raises ``LookupError``."""
    # Replaced, as below: a seat does not change hands.
    there = delete(seats).where(seats.c.table_id == table_id, seats.c.seat.in_((seat, wanted)))
    left = connection.execute(there.returning(seats.c.seat, seats.c.user_id, seats.c.computer)).all()
    if seat not in {row.seat for row in left}:
        raise LookupError(f"table {table_id} has no seat {seat}")
    for row in left:
        taken = {"table_id": table_id, "user_id": row.user_id, "computer": row.computer}
        connection.execute(insert(seats).values(taken | {"seat": wanted if row.seat == seat else seat}))


def hand_over(connection: Connection, table_id: int, seat: SeatRecord) -> None:
    """Store who plays a seat from now on, and whether its member has given up or left early. Raises ``LookupError``."""
    changed = connection.execute(
        update(seats)
        .where(seats.c.table_id == table_id, seats.c.seat == seat.seat)
        .values(computer=seat.computer, resigned=seat.resigned, left_early=seat.left_early)
    )
    if not changed.rowcount:
        raise LookupError(f"table {table_id} has no seat {seat.seat}")


def _is_admitted(connection: Connection, table_id: int, user_id: int, now: datetime) -> bool | None:
    """Whether a member is invited (``True``) or was removed (``False``); ``None`` if neither."""
    own = (guests.c.table_id == table_id) & (guests.c.user_id == user_id)
    admitted = connection.scalar(select(guests.c.admitted).where(own))
    if admitted is None and reached_until(connection, turned_away(table_id, user_id), now) is not None:
        return False  # they have had their data deleted since
    return admitted


def invite(connection: Connection, table_id: int, user_ids: Collection[int], now: datetime) -> None:
    """Note that these members are invited, and have them called to the table as soon as it can be found."""
    for user_id in sorted(user_ids):  # two invitations cannot wait for each other then
        admit(connection, table_id, user_id, admitted=True)
    if user_ids:
        its = select(tables.c.guild_id, tables.c.message_id).where(tables.c.id == table_id)
        guild_id, message_id = connection.execute(its).one()
        at = now if message_id is not None else now + POSTED_WITHIN
        make_due(connection, guild_id, [Due(PostKind.INVITATION, table_id, is_anew=True, at=at)], now)


def admit(connection: Connection, table_id: int, user_id: int, *, admitted: bool) -> None:
    """Note that a member is invited and not called yet, or that the host has removed them."""
    put(connection, guests, {"table_id": table_id, "user_id": user_id}, {"admitted": admitted, "called": False})


def _note_called(connection: Connection, table_id: int, user_ids: Collection[int]) -> None:
    its = update(guests).where(guests.c.table_id == table_id, guests.c.user_id.in_(user_ids))
    connection.execute(its.values(called=True))


def note_begun(connection: Connection, table_id: int) -> None:
    """Have the invitations to a table taken away: it is too late to join."""
    note_change(connection, [PostKind.INVITATION], [table_id], EPOCH)


class Guests(Stored):
    """Notes who may join a table; every method is one transaction."""

    is_admitted = read(_is_admitted)

    async def turned_away(self, table_id: int) -> set[int]:
        """The members who were removed from a table."""
        removed = select(guests.c.user_id).where(guests.c.table_id == table_id, guests.c.admitted.is_(False))
        return set(await self._database.query(scalars, removed))

    async def invited(self, table_id: int) -> Mapping[int, bool]:
        """The members who are invited to a table, and whether each has been called there."""
        query = select(guests.c.user_id, guests.c.called).order_by(guests.c.user_id)
        query = query.where(guests.c.table_id == table_id, guests.c.admitted.is_(True))
        return dict(await self._database.query(rows, query))

    invite = write(invite)
    note_called = write(_note_called)
