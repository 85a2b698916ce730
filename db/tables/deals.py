"""Queries for deals that several members play."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, exists, literal, select, update
from sqlalchemy import insert as insert_row

from db.cluster.shards import StoredHere
from db.drivers.dialects import insert
from db.drivers.statements import rows, scalar
from db.limits import Use, note_uses
from db.post_records import Due, PostKind
from db.posts import adopt, make_due, note_change
from db.purpose_records import DealTry
from db.race_records import DealRecord, DealTryRecord
from db.records import Phase
from db.schema.columns import Integer
from db.schema.deals import deals, tries
from db.schema.tables import hidden_members, is_open, results, seats, tables
from db.stored import write

_COLUMNS = [field.name for field in fields(DealRecord)]
_SHOWN = [deals.c[name] for name in _COLUMNS]


def insert_deal(connection: Connection, deal: DealRecord) -> Row[*tuple[object, ...]] | None:
    """Store a deal, unless there is one of the same origin."""
    columns = {name: getattr(deal, name) for name in _COLUMNS if name != "id"}
    row = insert(deals).values(columns | {"levels": list(deal.levels)}).on_conflict_do_nothing().returning(*_SHOWN)
    return connection.execute(row).first()


def deals_of_cup(connection: Connection, cup_id: int) -> tuple[DealRecord, ...]:
    """The deals of a cup in order."""
    found = connection.execute(select(*_SHOWN).where(deals.c.cup_id == cup_id).order_by(deals.c.id))
    return tuple(map(_record, found))


def _open(connection: Connection, deal: DealRecord, now: datetime) -> DealRecord:
    """Store a deal, or find the one of the same origin. Its id is given by the database.

    Its board stands below the result of its origin, or in a new message in the channel that is invited to it.
    """
    known = select(*_SHOWN).where(deals.c.origin == deal.origin)
    found = connection.execute(known).first() or insert_deal(connection, deal) or connection.execute(known).one()
    opened = _record(found)
    if deal.channel_id is not None:
        connection.execute(update(deals).where(deals.c.id == opened.id).values(channel_id=deal.channel_id))
        make_due(connection, opened.guild_id, [Due(PostKind.BOARD, opened.id, is_anew=True)], now)
        return opened
    shown = tables.c.id == opened.origin, tables.c.message_id.is_not(None)
    result = connection.execute(select(tables.c.channel_id, tables.c.message_id).where(*shown)).first()
    if result is not None:
        adopt(connection, opened.guild_id, Due(PostKind.BOARD, opened.id), *result)
    return opened


def show_try(connection: Connection, table_id: int, now: datetime) -> None:
    """Have it shown that a member has ended their try at a deal: on its board, or in the post of its cup."""
    tried = select(deals.c.id, deals.c.cup_id).join(tries, tries.c.deal_id == deals.c.id)
    for deal_id, cup_id in connection.execute(tried.where(tries.c.table_id == table_id)):
        kind, subject = (PostKind.BOARD, deal_id) if cup_id is None else (PostKind.CUP, cup_id)
        note_change(connection, [kind], subject, now)


def _record(row: Row[*tuple[object, ...]]) -> DealRecord:
    columns: dict[str, Any] = dict(row._mapping)
    columns["levels"] = tuple(columns["levels"])
    return DealRecord(**columns)


def deals_of_tables(connection: Connection, table_ids: Sequence[int]) -> dict[int, DealTry]:
    """The deals that members try at these tables."""
    found = connection.execute(
        select(tries.c.table_id, deals.c.id, deals.c.ends_at, deals.c.is_sealed, deals.c.cup_id)
        .join(deals, deals.c.id == tries.c.deal_id)
        .where(tries.c.table_id.in_(table_ids))
    )
    return {table_id: DealTry(*deal) for table_id, *deal in found}


def insert_try(connection: Connection, table_id: int, deal_id: int) -> None:
    """Note that the host of a table tries a deal there."""
    entry = select(tables.c.id, literal(deal_id, Integer), tables.c.host_id).where(tables.c.id == table_id)
    connection.execute(insert_row(tries).from_select(["table_id", "deal_id", "user_id"], entry))


class Deals(StoredHere):
    """Stores deals and the tries at them; every method is one transaction."""

    async def get(self, deal_id: int) -> DealRecord | None:
        """The deal with this id."""
        found = await self._database.query(rows, select(*_SHOWN).where(deals.c.id == deal_id))
        return _record(found[0]) if found else None

    async def of_origin(self, table_id: int) -> DealRecord | None:
        """The deal that the game at this table began, if somebody plays its cards again."""
        found = await self._database.query(rows, select(*_SHOWN).where(deals.c.origin == table_id))
        return _record(found[0]) if found else None

    open = write(_open)

    async def table_of(self, deal_id: int, user_id: int) -> int | None:
        """The table at which a member plays or has played a deal."""
        own = select(tries.c.table_id).filter_by(deal_id=deal_id, user_id=user_id)
        return await self._database.query(scalar, own)

    async def has_tried(self, seed: str, user_id: int) -> bool:
        """Whether a member has tried a deal with these cards, maybe on another server."""
        same = select(tries.c.table_id).join(deals, deals.c.id == tries.c.deal_id)
        own = same.where(tries.c.user_id == user_id, deals.c.seed == seed).limit(1)
        return await self._database.query(scalar, own) is not None

    async def tries(self, deal_ids: Collection[int]) -> list[DealTryRecord]:
        """Everybody's tries at these deals, in the order in which they began."""
        has_finished = (tables.c.phase == Phase.FINISHED) & seats.c.resigned.is_(False)
        hidden = exists().where(hidden_members.c.user_id == tries.c.user_id)
        query = (
            select(tries, seats.c.seat, is_open, has_finished, results.c.points)
            .add_columns(hidden)
            .join(tables, tables.c.id == tries.c.table_id)
            .join(seats, (seats.c.table_id == tries.c.table_id) & (seats.c.user_id == tries.c.user_id))
            .outerjoin(results, (results.c.table_id == tables.c.id) & (results.c.seat == seats.c.seat))
            .where(tries.c.deal_id.in_(deal_ids))
            .order_by(tries.c.table_id)
        )
        return [
            DealTryRecord(deal, table, user, seat, bool(is_on), points if is_done else None, bool(is_hidden))
            for table, deal, user, seat, is_on, is_done, points, is_hidden in await self._database.browse(rows, query)
        ]

    async def finished_at(self, table_id: int) -> datetime | None:
        """When the game at this table ended."""
        return await self._database.query(scalar, select(tables.c.finished_at).where(tables.c.id == table_id))

    async def note(self, uses: Collection[Use], now: datetime) -> None:
        """Note who knows which cards."""
        await self._database.write(note_uses, uses, now)
