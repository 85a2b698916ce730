"""Queries that change who sits at a table."""

from itertools import count

from sqlalchemy import Connection, delete, insert, select, update

from db.records import SeatRecord
from db.schema.tables import seats


def sit(connection: Connection, table_id: int, user_id: int | None, computer: str | None) -> None:
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
    """Empty a seat in the lobby. Raises ``LookupError`` if there is no such seat.

    Players in later seats move up, unless everybody keeps the seat that they have chosen.
    """
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
