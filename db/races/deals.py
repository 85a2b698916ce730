"""Queries for deals that several members play."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select, update

from db.cluster.shards import StoredHere
from db.drivers.dialects import insert
from db.drivers.statements import rows, scalar
from db.limits import Use, note_uses
from db.post_records import Due, PostKind
from db.posts import adopt, make_due, note_change
from db.race_records import DealRecord
from db.schema.deals import deals, tries
from db.schema.tables import tables
from db.stored import write

_COLUMNS = [field.name for field in fields(DealRecord)]
DEAL_COLUMNS = [deals.c[name] for name in _COLUMNS]


def insert_deal(connection: Connection, deal: DealRecord) -> Row[*tuple[object, ...]] | None:
    """Store a deal, unless there is one of the same origin."""
    columns = {name: getattr(deal, name) for name in _COLUMNS if name != "id"}
    row = insert(deals).values(columns | {"levels": list(deal.levels)}).on_conflict_do_nothing()
    return connection.execute(row.returning(*DEAL_COLUMNS)).first()


def deals_of_cup(connection: Connection, cup_id: int) -> tuple[DealRecord, ...]:
    """The deals of a cup in order."""
    found = connection.execute(select(*DEAL_COLUMNS).where(deals.c.cup_id == cup_id).order_by(deals.c.id))
    return tuple(map(deal_record, found))


def _open(connection: Connection, deal: DealRecord, now: datetime) -> DealRecord:
    """Store a deal, or find the one of the same origin. Its id is given by the database.

    Its board stands below the result of its origin, or in a new message in the channel that is invited to it.
    """
    known = select(*DEAL_COLUMNS).where(deals.c.origin == deal.origin)
    found = connection.execute(known).first() or insert_deal(connection, deal) or connection.execute(known).one()
    opened = deal_record(found)
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
        note_change(connection, [kind], [subject], now)


def deal_record(row: Sequence[Any]) -> DealRecord:
    """A deal from its columns."""
    columns: dict[str, Any] = dict(zip(_COLUMNS, row, strict=True))
    columns["levels"] = tuple(columns["levels"])
    return DealRecord(**columns)


class Deals(StoredHere):
    """Stores deals; every method is one transaction."""

    async def get(self, deal_id: int) -> DealRecord | None:
        """The deal with this id."""
        found = await self._database.query(rows, select(*DEAL_COLUMNS).where(deals.c.id == deal_id))
        return deal_record(found[0]) if found else None

    async def of_origin(self, table_id: int) -> DealRecord | None:
        """The deal that the game at this table began, if somebody plays its cards again."""
        found = await self._database.query(rows, select(*DEAL_COLUMNS).where(deals.c.origin == table_id))
        return deal_record(found[0]) if found else None

    open = write(_open)

    async def finished_at(self, table_id: int) -> datetime | None:
        """When the game at this table ended."""
        return await self._database.query(scalar, select(tables.c.finished_at).where(tables.c.id == table_id))

    async def note(self, uses: Collection[Use], now: datetime) -> None:
        """Note who knows which cards."""
        await self._database.write(note_uses, uses, now)
