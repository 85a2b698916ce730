"""Enters the host of a table into what others play as well."""

from sqlalchemy import Connection

from db.purpose_records import DayTry, DealTry
from db.tables.daily import insert_try as insert_day
from db.tables.deals import insert_try


def enter(connection: Connection, table_id: int, race: DayTry | DealTry) -> None:
    """Note that the host of a table plays the game of a day, or a deal, there."""
    if isinstance(race, DayTry):
        insert_day(connection, table_id, race.day)
    else:
        insert_try(connection, table_id, race.deal)
