"""Counts the points of a season, and finds who has scored most.

Who wins a rated game among members has a point for each player behind them; those who have left count as one, so that
nobody gets ahead by games that all others resign. Lost games give none, so that nobody gets
ahead by losing often, and only the best games count. Seasons are numbered: four times the year, and 0 to 3 more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, bindparam, delete, func, or_, select, update

from db.drivers.database import Stored, browse
from db.drivers.statements import TABLE, insert
from db.leaderboards.standings import IS_HIDDEN, MEMBER, SCORED_AT, scored
from db.ranking import shared_ranks
from db.schema.competitions import season_lines
from db.schema.tables import results, seats, tables


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """What a member has scored in a season of a server. Equal points share a ``rank``."""

    rank: int
    user_id: int
    points: int
    games: int
    wins: int


class SeasonNow(NamedTuple):
    """The season in which a game counts that ends now; ``latest`` is the last that can have begun in any time zone."""

    number: int
    begins_at: datetime
    latest: int


MOST_COUNTED = 20
"""How many of the games that a member has won in a season count: those with the most points."""

_lines = season_lines.c
_OF_SEASON = tuple(_lines[name] == bindparam(name) for name in ("guild_id", "season"))
_SHOWN = (*_OF_SEASON, _lines.hidden.is_(False))
_ORDER = (_lines.points.desc(), _lines.wins.desc(), _lines.user_id)
"""Best first; of equal players, those with more wins."""
_MEMBERS = select(_lines.user_id).where(*_SHOWN).order_by(*_ORDER).offset(bindparam("offset")).limit(bindparam("limit"))
"""The members on a page: the index alone tells them, so that the lines before them are not read."""
_PAGE = select(season_lines).where(*_OF_SEASON, _lines.user_id.in_(_MEMBERS)).order_by(*_ORDER)
_TOTAL = select(func.count()).where(*_SHOWN)
_BETTER = _TOTAL.where(_lines.points > bindparam("points"))
_OWN = select(season_lines).where(*_OF_SEASON, _lines.user_id == bindparam("user_id"))
_BEFORE = select(func.max(_lines.season)).where(
    _lines.guild_id == bindparam("guild_id"), _lines.season < bindparam("season")
)

_OWN_TABLES = (
    select(seats.c.table_id)
    .join(tables, tables.c.id == seats.c.table_id)
    .where(
        seats.c.user_id == bindparam(MEMBER),
        tables.c.guild_id == bindparam("guild"),
        or_(tables.c.finished_at >= bindparam("begins_at"), tables.c.id == bindparam(TABLE)),
    )
)
_SCORED_BY_MEMBER = scored().where(results.c.table_id.in_(_OWN_TABLES))
"""The results at the tables of a member that ended in a season, or end now."""
_LINE = insert(season_lines).values(hidden=IS_HIDDEN)
_REPLACE_LINE = _LINE.on_conflict_do_update(
    index_elements=[_lines.guild_id, _lines.season, _lines.user_id],
    set_={name: _LINE.excluded[name] for name in ("points", "games", "wins")},
)


def count_in_season(connection: Connection, table_id: int, season: SeasonNow, now: datetime) -> None:
    """Count a game that has just been stored. One in which a computer has a seat of its own gives no points."""
    rows = connection.execute(SCORED_AT, {TABLE: table_id}).all()
    if not rows or any(row.user_id is None for row in rows):
        return
    guild_id = rows[0].guild_id
    members = {row.user_id for row in rows if row.computer is None}  # otherwise they have left, and a computer played
    for user_id in sorted(members | _back_from_the_future(connection, guild_id, season, now)):
        _count(connection, guild_id, season, user_id, table_id)


def _back_from_the_future(connection: Connection, guild_id: int, season: SeasonNow, now: datetime) -> set[int]:
    """The members with points in seasons to come, which are taken away: a clock was wrong, and their games end now."""
    later = (_lines.guild_id == guild_id) & (_lines.season > season.latest)
    members = set(connection.scalars(delete(season_lines).where(later).returning(_lines.user_id)))
    if members:
        wrong = (tables.c.guild_id == guild_id) & (tables.c.finished_at > now)
        connection.execute(update(tables).where(wrong).values(finished_at=now))
    return members


def _count(connection: Connection, guild_id: int, season: SeasonNow, user_id: int, table_id: int) -> None:
    """Store what a member's best games of a season give, with the game that ends now at this table."""
    of_season = {"guild": guild_id, "begins_at": season.begins_at, MEMBER: user_id, TABLE: table_id}
    games: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(_SCORED_BY_MEMBER, of_season):
        games.setdefault(row.table_id, []).append(row)
    best = best_points(games.values(), user_id)
    if not best:
        return
    counted = {"points": sum(best), "games": len(best), "wins": len(best)}
    line = {"guild_id": guild_id, "season": season.number, "user_id": user_id}
    connection.execute(_REPLACE_LINE, line | counted | {MEMBER: user_id})


def best_points(games: Iterable[Sequence[Row[Any]]], user_id: int) -> list[int]:
    """The points of a member's best games, by the results of the players of each; lost games give none."""
    points = sorted((_points(players, user_id) for players in games), reverse=True)
    return [each for each in points if each][:MOST_COUNTED]


def _points(players: Sequence[Row[Any]], user_id: int) -> int:
    """How many players a member has beaten, if they won and stayed to the end. All who have left count as one."""
    mine = next((row for row in players if row.user_id == user_id and row.computer is None), None)
    if mine is None or not mine.won or any(row.user_id is None for row in players):
        return 0
    behind = [row for row in players if row.place > mine.place]
    stayed = [row for row in behind if row.computer is None]
    return len(stayed) + (len(stayed) < len(behind))


def season_page(
    connection: Connection, guild_id: int, season: int, *, offset: int, limit: int
) -> tuple[list[SeasonLine], int]:
    """A page of a server's season, best first, and how many players there are in total."""
    of_season = {"guild_id": guild_id, "season": season}
    total = int(connection.scalar(_TOTAL, of_season) or 0)
    rows = connection.execute(_PAGE, of_season | {"offset": offset, "limit": limit}).all()
    if not rows:
        return [], total
    ranks = shared_ranks([row.points for row in rows], offset, _rank(connection, of_season, rows[0].points))
    return list(map(_line, rows, ranks)), total


def line_of(connection: Connection, guild_id: int, season: int, user_id: int) -> SeasonLine | None:
    """A member's own line of a season, hidden or not; ``None`` if they have no points."""
    of_season = {"guild_id": guild_id, "season": season}
    row = connection.execute(_OWN, of_season | {"user_id": user_id}).first()
    return None if row is None else _line(row, _rank(connection, of_season, row.points))


def past_seasons(
    connection: Connection, guild_id: int, before: int, *, most: int, places: int
) -> dict[int, list[SeasonLine]]:
    """The latest seasons in which anybody has scored before this one, and who came first in each of them."""
    found: dict[int, list[SeasonLine]] = {}
    season: int | None = before
    while len(found) < most and (season := connection.scalar(_BEFORE, {"guild_id": guild_id, "season": season})):
        found[season], _ = season_page(connection, guild_id, season, offset=0, limit=places)
    return found


def _rank(connection: Connection, of_season: dict[str, Any], points: int) -> int:
    return int(connection.scalar(_BETTER, of_season | {"points": points}) or 0) + 1


def _line(row: Row[Any], rank: int) -> SeasonLine:
    return SeasonLine(rank, row.user_id, row.points, row.games, row.wins)


class Seasons(Stored):
    """The points of seasons; every method is one transaction."""

    page = browse(season_page)
    line_of = browse(line_of)
    past = browse(past_seasons)
