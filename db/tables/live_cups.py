"""Queries for the tables of live cups, where several play the same deal at once."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, func, select

from db.league_records import MatchStatus
from db.schema.columns import EPOCH
from db.schema.leagues import league_matches, leagues
from db.schema.tables import tables

_own, _other = league_matches.alias(), league_matches.alias()
_is_playing = (
    (_other.c.league_id == _own.c.league_id) & (_other.c.round == _own.c.round) & (_other.c.status == MatchStatus.OPEN)
)


def sealed_until(connection: Connection, table_ids: Sequence[int]) -> dict[int, datetime]:
    """Until when somebody may still play the deals of these tables of live cups; a time long ago if nobody does."""
    if not table_ids:
        return {}
    found = connection.execute(
        select(tables.c.id, func.max(_other.c.ends_at))
        .join(_own, _own.c.id == tables.c.match_id)
        .join(leagues, leagues.c.id == _own.c.league_id)
        .outerjoin(_other, _is_playing)
        .where(tables.c.id.in_(table_ids), leagues.c.key.is_not(None))
        .group_by(tables.c.id)
    )
    return {table_id: until or EPOCH for table_id, until in found}
