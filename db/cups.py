"""Cups, and the queries for them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime

from sqlalchemy import Connection, delete, exists, insert, select, update

from db.drivers.database import Stored, read, write
from db.drivers.statements import rows
from db.posts import POSTED_WITHIN, Due, PostKind, make_due
from db.purpose_records import Race
from db.race_records import DealRecord
from db.races import find_deals, insert_deal
from db.schema.competitions import cups, deals, tries


@dataclass(frozen=True, slots=True)
class CupRecord(Race):
    """A cup of a server: sealed ``deals``, numbered from 1, that its members play until ``ends_at``.

    All seeds follow from ``key``, which nobody is shown before the cup has ended. ``due_at`` is when its result is to
    be posted; ``None``: it has been, or there is none. A post in ``channel_id`` shows the cup.

    ``was_derby``: it was opened when the cups of two servers could have the same deals and be compared.
    """

    id: int
    guild_id: int
    channel_id: int
    organiser_id: int
    name: str
    game: str
    fewest_points_win: bool
    key: str = field(repr=False)
    ends_at: datetime
    is_cancelled: bool
    due_at: datetime | None
    deals: tuple[DealRecord, ...] = ()
    was_derby: bool = False

    @property
    def is_unsealed(self) -> bool:
        """Whether its end is stored: then its key may be told."""
        return self.due_at is None

    def has_ended(self, now: datetime) -> bool:
        """Whether its time is over or it has been cancelled."""
        return self.is_cancelled or self.is_over(now)


_COLUMNS = [field.name for field in fields(CupRecord) if field.name not in ("id", "deals")]


def insert_cup(connection: Connection, cup: CupRecord, sealed: Sequence[DealRecord], now: datetime) -> CupRecord:
    """Store a cup with its deals, and when to post it if nothing shows it by then. The database gives the ids."""
    columns = {name: getattr(cup, name) for name in _COLUMNS}
    cup_id = connection.execute(insert(cups).values(columns).returning(cups.c.id)).scalar_one()
    for deal in sealed:
        insert_deal(connection, replace(deal, cup_id=cup_id))
    make_due(connection, cup.guild_id, [Due(PostKind.CUP, cup_id)], now + POSTED_WITHIN)
    opened = find_cup(connection, cup_id)
    assert opened is not None
    return opened


def find_cup(connection: Connection, cup_id: int) -> CupRecord | None:
    """The cup with this id."""
    found = connection.execute(select(*cups.c).where(cups.c.id == cup_id)).first()
    own_deals = tuple(find_deals(connection, deals.c.cup_id == cup_id))
    return None if found is None else CupRecord(**found._mapping, deals=own_deals)


_IS_OPEN = cups.c.due_at.is_not(None) & cups.c.is_cancelled.is_(False)


def move_cup(connection: Connection, cup: CupRecord, channel_id: int, now: datetime) -> bool:
    """Move a cup to another channel, or have it posted anew where it is, unless it is over by now."""
    moved = connection.execute(update(cups).where(cups.c.id == cup.id, _IS_OPEN).values(channel_id=channel_id))
    if moved.rowcount:
        make_due(connection, cup.guild_id, [Due(PostKind.CUP, cup.id, is_anew=True)], now + POSTED_WITHIN)
    return bool(moved.rowcount)


def cancel_cup(connection: Connection, cup_id: int) -> None:
    """Cancel a cup. Its key is told when its time is over; of one that nobody has begun, at once, and no deals stay.

    Of what was a derby, another server may have the same cards.
    """
    connection.execute(update(cups).where(cups.c.id == cup_id).values(is_cancelled=True))
    own_deals = deals.c.cup_id == cup_id
    if not connection.scalar(select(exists().where(tries.c.deal_id.in_(select(deals.c.id).where(own_deals))))):
        connection.execute(delete(deals).where(own_deals))
        connection.execute(update(cups).where(cups.c.id == cup_id, cups.c.was_derby.is_(False)).values(due_at=None))


def close_cup(connection: Connection, cup: CupRecord, now: datetime) -> None:
    """Note that a cup is over, and have its result posted, unless it has been cancelled."""
    connection.execute(update(cups).where(cups.c.id == cup.id).values(due_at=None))
    result = [] if cup.is_cancelled else [Due(PostKind.CUP_RESULT, cup.id)]
    make_due(connection, cup.guild_id, [Due(PostKind.CUP, cup.id), *result], now)


class Cups(Stored):
    """Stores cups; every method is one transaction."""

    open = write(insert_cup)
    get = read(find_cup)
    move = write(move_cup)
    cancel = write(cancel_cup)
    close = write(close_cup)

    async def due_on(self, guild_id: int) -> list[CupRecord]:
        """The cups of a server whose result has not been posted."""
        due = select(*cups.c).where(cups.c.guild_id == guild_id, _IS_OPEN).order_by(cups.c.id)
        return [CupRecord(**row._mapping) for row in await self._database.query(rows, due)]
