"""Queries for pings: whom a table waits for, and when to look at it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, case, delete, func, literal, select, update

from db.drivers.database import Stored, follow, query
from db.drivers.statements import TABLE, held, insert
from db.errors import Stale
from db.limits import Use, note_uses
from db.posts import Due, PostKind, make_due, note_change
from db.records import PingRecord, row_of
from db.schema.columns import EPOCH, Milliseconds
from db.schema.tables import is_open, is_public, pings, tables


@dataclass(frozen=True, slots=True)
class GatheredPing:
    """A member was pinged about all tables that wait for them; ``others``: the pings of these, by table.

    The ``pause`` keeps them from being pinged again.
    """

    pause: Use
    at: datetime
    others: Mapping[int, tuple[PingRecord, ...]]


_AT_ONCE = literal(EPOCH, Milliseconds)
LOOK_AT_ONCE = case((is_public, _AT_ONCE), else_=tables.c.look_at)
"""When to look at a table that has changed; a private one has nothing to look at."""

# Every move needs these statements, so they are made only once.
_PINGS = (
    select(*(pings.c[name] for name in PingRecord.__dataclass_fields__))
    .where(pings.c.table_id == bindparam(TABLE))
    .order_by(pings.c.user_id, pings.c.number)
)
_MARK_CHANGED = update(tables).where(tables.c.id == bindparam(TABLE)).values(look_at=LOOK_AT_ONCE)
_LOOKED = (
    update(tables)
    .where(tables.c.id == bindparam(TABLE))
    .values(look_at=case((tables.c.rev == bindparam("known"), bindparam("then", type_=Milliseconds)), else_=_AT_ONCE))
)
_FORGET = delete(pings).where(
    pings.c.table_id == bindparam(TABLE), pings.c.user_id == bindparam("user"), pings.c.number == bindparam("of")
)
_NEW = insert(pings)
_ADD = _NEW.on_conflict_do_update(
    index_elements=[pings.c.table_id, pings.c.user_id, pings.c.number],
    set_={
        "began_at": case((_NEW.excluded.began_at < pings.c.began_at, _NEW.excluded.began_at), else_=pings.c.began_at),
        "pinged_at": func.coalesce(_NEW.excluded.pinged_at, pings.c.pinged_at),
        "reminded": case((pings.c.reminded.is_(True), pings.c.reminded), else_=_NEW.excluded.reminded),
        "message_id": func.coalesce(_NEW.excluded.message_id, pings.c.message_id),
    },
)
"""Another table may have pinged the member meanwhile, which stays noted."""


def pings_of(connection: Connection, table_id: int) -> list[PingRecord]:
    """The pings that were stored at the last look at the table."""
    return [PingRecord(*row) for row in connection.execute(_PINGS, {TABLE: table_id})]


def mark_changed(connection: Connection, table_id: int) -> None:
    """Make a look at the table due at once, because it has changed."""
    connection.execute(_MARK_CHANGED, {TABLE: table_id})


def require_revision(connection: Connection, table_id: int, rev: int) -> None:
    """Hold an open table until the transaction ends. Raises ``Stale`` if it has another revision."""
    found = connection.scalar(held(select(tables.c.id).where(tables.c.id == table_id, tables.c.rev == rev, is_open)))
    if found is None:
        raise Stale(table_id, rev)


def call_to_answer(connection: Connection, table_id: int) -> None:
    """Have players called to answer a new request or vote at a table, unless that is private."""
    guild_id = connection.scalar(select(tables.c.guild_id).where(tables.c.id == table_id, is_public))
    if guild_id is not None:
        make_due(connection, guild_id, [Due(PostKind.QUESTION, table_id, is_anew=True)], EPOCH)


def note_answered(connection: Connection, table_id: int) -> None:
    """Have the call to answer taken away: the request or vote is over."""
    note_change(connection, [PostKind.QUESTION], [table_id], EPOCH)


def store_pings(
    connection: Connection,
    table_id: int,
    rev: int,
    known: Sequence[PingRecord],
    look_at: datetime | None,
    gathered: Sequence[GatheredPing] = (),
) -> None:
    """Store whom the table waited for at this revision, and when to look again: at once if it has changed since."""
    connection.execute(_LOOKED, {TABLE: table_id, "known": rev, "then": look_at})
    keys = {(ping.user_id, ping.number) for ping in known}
    over = [ping for ping in pings_of(connection, table_id) if (ping.user_id, ping.number) not in keys]
    if over:
        connection.execute(_FORGET, [{TABLE: table_id, "user": ping.user_id, "of": ping.number} for ping in over])
    _add(connection, table_id, known)
    for ping in gathered:
        _store_gathered(connection, ping)


def _add(connection: Connection, table_id: int, known: Sequence[PingRecord]) -> None:
    if known:
        connection.execute(_ADD, [row_of(table_id, ping) for ping in known])


def _store_gathered(connection: Connection, ping: GatheredPing) -> None:
    """Store the pause, and the pings of the other tables that are still open."""
    note_uses(connection, [ping.pause], ping.at)
    still_open = connection.scalars(select(tables.c.id).where(tables.c.id.in_(ping.others), is_open))
    for table_id in list(still_open):
        _add(connection, table_id, ping.others[table_id])


class Pings(Stored):
    """Whom tables wait for, and when to look at them again; every method is one transaction."""

    of = query(pings_of)
    save = follow(store_pings)
