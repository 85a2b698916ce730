"""Queries that change who sits at a table."""

from sqlalchemy import Connection, delete, func, insert, select, update

from db.records import SeatRecord
from db.schema.tables import seats


def sit(connection: Connection, table_id: int, user_id: int | None, computer: str | None) -> None:
    """Seat the user, or a computer of this level, in the next free seat."""
    seat = connection.scalar(select(func.count()).select_from(seats).where(seats.c.table_id == table_id))
    connection.execute(insert(seats).values(table_id=table_id, seat=seat, user_id=user_id, computer=computer))


def take_kept_seat(connection: Connection, table_id: int, seat: int) -> None:
    """Seat the member for whom this seat has been kept in the lobby. Raises ``LookupError`` if it is not kept."""
    # Replaced, not updated: before the game a seat does not change hands, as a trigger makes sure.
    kept = delete(seats).where(seats.c.table_id == table_id, seats.c.seat == seat)
    user_id = connection.scalar(kept.returning(seats.c.user_id))
    if user_id is None:
        raise LookupError(f"table {table_id} keeps no seat {seat} for a member")
    connection.execute(insert(seats).values(table_id=table_id, seat=seat, user_id=user_id))


def stand(connection: Connection, table_id: int, seat: int) -> None:
    """Empty a seat in the lobby; players in later seats move up. Raises ``LookupError`` if there is no such seat."""
    here = seats.c.table_id == table_id
    left = connection.scalar(delete(seats).where(here, seats.c.seat == seat).returning(seats.c.seat))
    if left is None:
        raise LookupError(f"table {table_id} has no seat {seat}")
    later = connection.scalars(select(seats.c.seat).where(here, seats.c.seat > left).order_by(seats.c.seat))
    # One by one, because SQLite checks the primary key after each row, in no particular order.
    for number in later.all():
        connection.execute(update(seats).where(here, seats.c.seat == number).values(seat=number - 1))


def hand_over(connection: Connection, table_id: int, seat: SeatRecord) -> None:
    """Store who plays a seat from now on, and whether its member has given up or left early. Raises ``LookupError``."""
    changed = connection.execute(
        update(seats)
        .where(seats.c.table_id == table_id, seats.c.seat == seat.seat)
        .values(computer=seat.computer, resigned=seat.resigned, left_early=seat.left_early)
    )
    if not changed.rowcount:
        raise LookupError(f"table {table_id} has no seat {seat.seat}")
