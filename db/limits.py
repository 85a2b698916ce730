"""Limits: what can be done only so often, counted and checked in one transaction.

What counts is stored as a keyed hash, with a secret of the database, until it no longer counts. So it outlasts a
restart and the deletion of a member's data, and does not tell whose it is.
"""

import hmac
import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, select

from db.drivers.database import Stored, read, write
from db.drivers.statements import execute, insert, lock_until_commit
from db.race_records import DayRecord, DealRecord
from db.schema.tables import notes
from db.schema.upkeep import uses

SECRET = "secret of limits"
FORGIVEN = timedelta(days=30)
"""How long it counts which games a member had left early, after that member's data has been deleted."""
TURNED_AWAY = timedelta(days=30)
"""How long a table or league remembers whom it does not take after that member's data has been deleted."""


@dataclass(frozen=True, slots=True)
class Use:
    """Something that can be done at most ``most`` times ``within`` this time, counted for each ``about``: ids."""

    what: str
    about: tuple[int, ...]
    within: timedelta
    most: int = 1


class LimitReached(Exception):
    """Something cannot be done again before a time."""

    def __init__(self, use: Use, until: datetime) -> None:
        super().__init__(f"{use.what}: not before {until}")
        self.use, self.until = use, until


def left_early(guild_id: int, practice: bool, user_id: int, most: int = 1) -> Use:
    """A member had left one of their last games early when they had their data deleted."""
    return Use(f"left early{' in practice' if practice else ''}", (guild_id, user_id), FORGIVEN, most)


def turned_away(table_id: int, user_id: int) -> Use:
    """The host of a table has removed this member."""
    return Use("turned away", (table_id, user_id), TURNED_AWAY)


def in_league(league_id: int, user_id: int) -> Use:
    """A member was in a league that is being played when they had their data deleted."""
    return Use("in league", (league_id, user_id), TURNED_AWAY)


def knows_deal(deal: DayRecord | DealRecord, user_id: int, now: datetime) -> Use:
    """A member has played a deal that others can still play, and has had their data deleted."""
    if isinstance(deal, DayRecord):
        return Use("tried day", (deal.guild_id, deal.day, user_id), deal.ends_at - now)
    return Use("knows deal", (deal.id, user_id), deal.ends_at - now)


def has_seen(table_id: int, user_id: int, within: timedelta) -> Use:
    """A member has seen the cards of a finished game: in its replay, or as a player who has had their data deleted."""
    return Use("has seen", (table_id, user_id), within)


def note_uses(connection: Connection, noted: Collection[Use], now: datetime) -> None:
    """Count these uses, whether or not they are too many."""
    secret = _secret(connection)
    _delete_over(connection, now)
    for use in noted:
        _note(connection, secret, use, now)


def reached_until(connection: Connection, use: Use, now: datetime) -> datetime | None:
    """Until when this cannot be done; ``None`` if it can be done now."""
    secret = connection.scalar(_FIND_SECRET)
    return None if secret is None else _reached_until(connection, secret, use, now)


def _take(connection: Connection, wanted: Sequence[Use], now: datetime) -> list[int]:
    """Count these uses, and return what ``give_back`` takes. Raises ``LimitReached`` if one is one too many."""
    secret = _secret(connection)
    for key in sorted({_key(secret, use) for use in wanted}):
        lock_until_commit(connection, f"use {key}")
    _delete_over(connection, now)
    taken: list[int] = []
    for use in wanted:
        until = _reached_until(connection, secret, use, now)
        if until is not None:
            raise LimitReached(use, until)
        taken.append(_note(connection, secret, use, now))
    return taken


def _delete_over(connection: Connection, now: datetime) -> None:
    """Delete what no longer counts, but for what another transaction is deleting."""
    is_over = select(uses.c.id).where(uses.c.until <= now).with_for_update(skip_locked=True)
    connection.execute(delete(uses).where(uses.c.id.in_(is_over)))


def _reached_until(connection: Connection, secret: str, use: Use, now: datetime) -> datetime | None:
    # What counts for longer than that is from before the clock was set back.
    counts = (uses.c.key == _key(secret, use)) & (uses.c.until > now) & (uses.c.until <= now + use.within)
    ends = connection.scalars(select(uses.c.until).where(counts).order_by(uses.c.until.desc())).all()
    return ends[use.most - 1] if len(ends) >= use.most else None


def _note(connection: Connection, secret: str, use: Use, now: datetime) -> int:
    row = insert(uses).values(key=_key(secret, use), until=now + use.within).returning(uses.c.id)
    return connection.execute(row).scalar_one()


def _key(secret: str, use: Use) -> str:
    words = " ".join((use.what, *map(str, use.about)))
    return hmac.digest(secret.encode(), words.encode(), "sha256").hex()


_FIND_SECRET = select(notes.c.value).where(notes.c.key == SECRET)


def _secret(connection: Connection) -> str:
    """The secret of this database, which is made when it is first needed."""
    found = connection.scalar(_FIND_SECRET)
    if found is None:
        new = insert(notes).values(key=SECRET, value=secrets.token_hex(32))
        connection.execute(new.on_conflict_do_nothing())
        found = connection.execute(_FIND_SECRET).scalar_one()
    return found


class Limits(Stored):
    """Counts uses; every method is one transaction."""

    take = write(_take)

    async def give_back(self, taken: Collection[int]) -> None:
        """Count these uses no longer."""
        await self._database.write(execute, delete(uses).where(uses.c.id.in_(taken)))

    reached_until = read(reached_until)
