"""Queries for derbies: the cups of two servers with the same deals."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, case, delete, exists, select, update

from db.cup_records import CupRecord
from db.cups.cups import find_cup, insert_cup
from db.schema.cups import cups
from db.schema.deals import deals, tries
from db.stored import Stored, read, write


def _is_invitation(invitation: str, now: datetime) -> ColumnElement[bool]:
    is_on = cups.c.is_cancelled.is_(False) & (cups.c.ends_at > now) & cups.c.rival_id.is_(None)
    return (cups.c.invitation == invitation) & (cups.c.invited_until > now) & is_on


def _invited_by(connection: Connection, invitation: str, now: datetime) -> CupRecord | None:
    """The cup to whose deals a code with this hash invites another server."""
    cup_id = connection.scalar(select(cups.c.id).where(_is_invitation(invitation, now)))
    return None if cup_id is None else find_cup(connection, cup_id)


def _accept(connection: Connection, invitation: str, rival: CupRecord, now: datetime) -> CupRecord | None:
    """Store the ``rival`` of the cup that invites, with the same deals. Their results are posted together.

    ``None``, and nothing is stored, if the code is not valid any more.
    """
    # This locks the row, so of two servers that accept at the same moment, one finds the code used.
    used = update(cups).where(_is_invitation(invitation, now)).values(invitation=None, invited_until=None)
    cup_id = connection.scalar(used.returning(cups.c.id))
    cup = None if cup_id is None else find_cup(connection, cup_id)
    if cup is None:
        return None
    deals = [replace(deal, guild_id=rival.guild_id) for deal in cup.deals]
    opened = insert_cup(connection, replace(rival, rival_id=cup.id), deals, now)
    linked = update(cups).where(cups.c.id == cup.id).values(rival_id=opened.id, due_at=opened.due_at)
    connection.execute(linked)
    return opened


def _cancel(connection: Connection, cup_id: int) -> list[int]:
    """Cancel a cup. Its rival, which is returned, goes on alone; then the key of this one is due at the end.

    Of a cup that nobody has begun to play, or can begin to play on the other server, no deals are kept.
    """
    own = cups.c.id == cup_id
    _lock(connection, own)
    due_at = case((cups.c.rival_id.is_not(None), cups.c.ends_at))
    connection.execute(update(cups).where(own).values(is_cancelled=True, due_at=due_at))
    _delete_unplayed_deals(connection, cup_id)
    return _call_off(connection, own)


def _delete_unplayed_deals(connection: Connection, cup_id: int) -> None:
    """Delete the deals of a cup and its rival, unless one of them goes on or has been played."""
    both = (cups.c.id == cup_id) | (cups.c.rival_id == cup_id)
    own_deals = deals.c.cup_id.in_(select(cups.c.id).where(both))
    is_on = exists().where(both, cups.c.is_cancelled.is_(False))
    is_played = exists().where(tries.c.deal_id.in_(select(deals.c.id).where(own_deals)))
    if not connection.scalar(select(is_on | is_played)):
        connection.execute(delete(deals).where(own_deals))


def _leave(connection: Connection, guild_ids: Collection[int], now: datetime) -> list[int]:
    """Call off the derbies of these servers that are not over. Their rivals, which are returned, go on alone."""
    own = cups.c.guild_id.in_(guild_ids)
    _lock(connection, own)
    connection.execute(update(cups).where(own).values(invitation=None, invited_until=None))
    return _call_off(connection, own & (cups.c.ends_at > now))


def _lock(connection: Connection, condition: ColumnElement[bool]) -> None:
    """Keep others from changing the cups with this condition and their rivals.

    The order is the same everywhere, so two sides that cancel at the same moment do not wait for each other.
    """
    rivals = cups.c.rival_id.in_(select(cups.c.id).where(condition))
    connection.execute(select(cups.c.id).where(condition | rivals).order_by(cups.c.id).with_for_update())


def _call_off(connection: Connection, condition: ColumnElement[bool]) -> list[int]:
    """Call off the derbies of the cups with this condition, and return their rivals."""
    is_on = cups.c.rival_id.is_not(None) & cups.c.derby_is_off.is_(False)
    found = connection.execute(select(cups.c.id, cups.c.rival_id).where(condition & is_on)).all()
    rivals = [row.rival_id for row in found]
    both = cups.c.id.in_([row.id for row in found] + rivals)
    connection.execute(update(cups).where(both).values(derby_is_off=True))
    return rivals


class Derbies(Stored):
    """Links cups and separates them; every method is one transaction."""

    invited_by = read(_invited_by)
    accept = write(_accept)
    cancel = write(_cancel)
    leave = write(_leave)
