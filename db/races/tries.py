"""Queries for the members' tries: at the game of a day, and at a deal.

Each kind has two tables: what is dealt (``daily_days``, ``deals``), and who plays where (``daily_games``, ``tries``).
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, case, exists, insert, literal, select, update

from db.drivers.statements import rows, scalar
from db.limits import Use, knows_deal
from db.purpose_records import DayTry, DealTry
from db.race_records import DayRecord, DealRecord, TryRecord
from db.races.deals import DEAL_COLUMNS, deal_record
from db.records import Phase
from db.schema.columns import Integer
from db.schema.daily import daily_days, daily_games
from db.schema.deals import deals, tries
from db.schema.tables import hidden_members, is_open, results, seats, tables
from db.stored import Stored

HAS_FINISHED = (tables.c.phase == Phase.FINISHED) & seats.c.resigned.is_(False)
"""The condition for a game that its member played to its end."""
STRUCK_OUT = -(2**62)
"""From here downwards are the ids of nobody, one for each try that is in no ranking."""


def enter(connection: Connection, table_id: int, race: DayTry | DealTry) -> None:
    """Note that the host of a table plays the game of a day, or a deal, there."""
    host = select(tables.c.id, tables.c.host_id).where(tables.c.id == table_id)
    if isinstance(race, DayTry):
        entries, own = daily_games, {"guild_id": tables.c.guild_id, "day": literal(race.day, Integer)}
    else:
        entries, own = tries, {"deal_id": literal(race.deal, Integer)}
    connection.execute(insert(entries).from_select(["table_id", "user_id", *own], host.add_columns(*own.values())))


def races_of_tables(connection: Connection, table_ids: Sequence[int]) -> dict[int, DayTry | DealTry]:
    """The days and the deals that are played at these tables."""
    days = select(daily_games.c.table_id, daily_days.c.day, daily_days.c.ends_at).join_from(daily_games, daily_days)
    dealt = select(tries.c.table_id, deals.c.id, deals.c.ends_at, deals.c.is_sealed, deals.c.cup_id)
    dealt = dealt.join_from(tries, deals).where(tries.c.table_id.in_(table_ids))
    found: dict[int, DayTry | DealTry] = {}
    for table_id, *day in connection.execute(days.where(daily_games.c.table_id.in_(table_ids))):
        found[table_id] = DayTry(*day)
    for table_id, *deal in connection.execute(dealt):
        found[table_id] = DealTry(*deal)
    return found


def strike_out(connection: Connection, user_id: int, now: datetime) -> list[Use]:
    """Take a member's tries out of all comparisons that go on, and say what the member must not do again.

    The tables still belong to their races, so that their cards stay sealed as long as those of others.
    """
    days = select(daily_games.c.table_id, daily_days).join_from(daily_games, daily_days)
    days = days.where(daily_games.c.user_id == user_id, daily_days.c.ends_at > now)
    dealt = select(tries.c.table_id, *DEAL_COLUMNS).join_from(tries, deals)
    dealt = dealt.where(tries.c.user_id == user_id, deals.c.ends_at > now)
    known: list[DayRecord | DealRecord] = []
    for entries, running, record in ((daily_games, days, _day), (tries, dealt, deal_record)):
        for table_id, *columns in connection.execute(running).all():
            own = entries.c.table_id == table_id
            connection.execute(update(entries).where(own).values(user_id=STRUCK_OUT - table_id))
            known.append(record(columns))
    return [knows_deal(deal, user_id, now) for deal in known]


def _day(columns: Sequence[Any]) -> DayRecord:
    return DayRecord(**dict(zip(daily_days.c.keys(), columns, strict=True)))


def _tries(entries: Table, number: Column[int], which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The tries of a kind, in the order in which they began."""
    return (
        select(number, entries.c.table_id, entries.c.user_id, seats.c.seat, tables.c.game, is_open)
        .add_columns(case((HAS_FINISHED, results.c.points)))
        .add_columns(exists().where(hidden_members.c.user_id == entries.c.user_id))
        .join_from(entries, tables, tables.c.id == entries.c.table_id)
        .join(seats, (seats.c.table_id == entries.c.table_id) & (seats.c.user_id == entries.c.user_id))
        .outerjoin(results, (results.c.table_id == tables.c.id) & (results.c.seat == seats.c.seat))
        .where(which)
        .order_by(entries.c.table_id)
    )


class Races(Stored):
    """Reads the tries at days and at deals; every method is one transaction."""

    async def table_of(self, deal: DayRecord | DealRecord, user_id: int) -> int | None:
        """The table at which a member plays or has played a deal."""
        if isinstance(deal, DayRecord):
            own = select(daily_games.c.table_id).filter_by(guild_id=deal.guild_id, day=deal.day, user_id=user_id)
        else:
            own = select(tries.c.table_id).filter_by(deal_id=deal.id, user_id=user_id)
        return await self._database.query(scalar, own)

    async def has_tried(self, seed: str, user_id: int) -> bool:
        """Whether a member has tried a deal with these cards, maybe on another server."""
        same = select(tries.c.table_id).join_from(tries, deals).where(deals.c.seed == seed)
        return await self._database.query(scalar, same.where(tries.c.user_id == user_id).limit(1)) is not None

    async def of_deals(self, deal_ids: Collection[int]) -> list[TryRecord]:
        """Everybody's tries at these deals."""
        return await self._find(_tries(tries, tries.c.deal_id, tries.c.deal_id.in_(deal_ids)))

    async def of_days(self, guild_id: int, first: int, last: int) -> list[TryRecord]:
        """Everybody's tries at the games of these days of a server, both included."""
        between = daily_games.c.day.between(first, last)
        return await self._find(_tries(daily_games, daily_games.c.day, (daily_games.c.guild_id == guild_id) & between))

    async def _find(self, query: Select[*tuple[Any, ...]]) -> list[TryRecord]:
        return [
            TryRecord(deal, table, user, seat, game, bool(is_on), points, bool(is_hidden))
            for deal, table, user, seat, game, is_on, points, is_hidden in await self._database.browse(rows, query)
        ]
