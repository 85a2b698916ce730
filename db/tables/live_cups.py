"""Queries for the tables of live cups, where several play the same deal at once."""

from collections.abc import Sequence

from sqlalchemy import Connection, exists, select

from db.league_records import MatchStatus
from db.leagues.queries import OVER
from db.schema.competitions import league_matches, leagues
from db.schema.tables import tables

_own, _other = league_matches.alias(), league_matches.alias()
_is_playing = exists().where(
    _other.c.league_id == _own.c.league_id,
    _other.c.round == _own.c.round,
    _other.c.status == MatchStatus.OPEN,
    leagues.c.phase.not_in(OVER),
)


def dealt_elsewhere(connection: Connection, table_ids: Sequence[int]) -> dict[int, bool]:
    """For each of these tables that is one of a live cup, whether a match of its round goes on.

    That its time is over ends no match: the cup may stand still, because the bot is away or the organiser waits.
    """
    found = connection.execute(
        select(tables.c.id, _is_playing)
        .join(_own, _own.c.id == tables.c.match_id)
        .join(leagues, leagues.c.id == _own.c.league_id)
        .where(tables.c.id.in_(table_ids), leagues.c.key.is_not(None))
    )
    return {table_id: bool(is_playing) for table_id, is_playing in found}
