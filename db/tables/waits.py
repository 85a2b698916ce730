"""Queries for the games that wait for computers or for a member."""

from sqlalchemy import select

from db.cluster.shards import Shards
from db.drivers.connections import Connection
from db.records import Phase, PlaceRecord
from db.schema.tables import is_public, seats, tables
from db.tables.games import last_moves_at


async def tables_waiting_for_computers(connection: Connection, shards: Shards) -> list[int]:
    """The tables in play on these shards at which it is a computer's turn."""
    waiting = (tables.c.computer_to_act.is_(True), tables.c.phase == Phase.PLAYING)
    here = shards.conditions(tables.c.guild_id)
    found = await connection.scalars(select(tables.c.id).where(*waiting, *here).order_by(tables.c.id))
    return list(found)


async def places_of(connection: Connection, user_id: int, shards: Shards) -> list[PlaceRecord]:
    """The games on these shards that a member plays at tables that others see."""
    here = shards.conditions(tables.c.guild_id)
    found = await connection.execute(
        select(tables.c.id, tables.c.opened_at, tables.c.to_act, seats.c.seat)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.user_id == user_id, seats.c.computer.is_(None))
        .where(tables.c.phase == Phase.PLAYING, is_public, *here)
        .order_by(tables.c.id)
    )
    rows = found.all()
    since = {row.id: row.opened_at for row in rows} | await last_moves_at(connection, [row.id for row in rows])
    return [PlaceRecord(row.id, since[row.id], _is_among(row.seat, row.to_act)) for row in rows]


def _is_among(seat: int, to_act: list[int] | None) -> bool | None:
    return None if to_act is None else seat in to_act
