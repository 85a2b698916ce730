"""Counts finished games in the standings, one or all again, but for lessons, unrated games, and who left them early."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import Insert

from db.drivers.statements import TABLE, insert
from db.schema.competitions import ALL_GAMES, daily_games, of_computer, of_member, standings, tries
from db.schema.tables import hidden_members, results, seats, tables

DECIMALS = 9
"""Ratings that differ only in later decimals are equal: adding the same games in another order can give either."""

ROWS_AT_ONCE = 5_000
"""How many rows are read or written at once when all games are counted again."""


def count_results(connection: Connection, table_id: int, now: datetime) -> None:
    """Count the results of a game that has just been stored."""
    rows = connection.execute(SCORED_AT, {TABLE: table_id}).all()
    practice = any(row.user_id is None for row in rows)
    for line in (line for row in rows for line in _lines(row, practice)):
        statement = _COUNT_COMPUTER if line["user_id"] is None else _COUNT_MEMBER
        connection.execute(statement, line | {"played_at": now, MEMBER: line["user_id"]})


def count_again(connection: Connection) -> int:
    """Replace all standings by those that the stored results give, and return how many there are."""
    rows = _counted_lines(connection)
    connection.execute(delete(standings))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        connection.execute(insert(standings), rows[start : start + ROWS_AT_ONCE])
    wants_to_be_hidden = standings.c.user_id.in_(select(hidden_members.c.user_id))
    connection.execute(update(standings).where(wants_to_be_hidden).values(hidden=True))
    return len(rows)


def _counted_lines(connection: Connection) -> list[dict[str, Any]]:
    """All lines of all leaderboards, counted from the results, in the order in which the players came to them."""
    found = connection.execute(select(seats.c.table_id).where(seats.c.user_id.is_(None)).distinct())
    practice = set(found.scalars())
    lines: dict[tuple[Any, ...], dict[str, Any]] = {}
    streamed = connection.execute(scored(), execution_options={"yield_per": ROWS_AT_ONCE})
    for rows in streamed.partitions():
        for row in rows:
            for line in _lines(row, row.table_id in practice):
                key = tuple(line[name] for name in ("guild_id", "game", "practice", "user_id", "computer"))
                before = lines.get(key, {"games": 0, "wins": 0, "streak": 0})
                streak = before["streak"] + 1 if row.won else 0
                counted = {"games": before["games"] + 1, "wins": before["wins"] + row.won, "streak": streak}
                lines[key] = line | counted | {"played_at": row.finished_at}
    return list(lines.values())


def scored() -> Select[*tuple[Any, ...]]:
    """The results that count with their players, in the order in which the games ended."""
    return (
        select(
            results.c.table_id,
            tables.c.guild_id,
            tables.c.game,
            tables.c.finished_at,
            seats.c.user_id,
            seats.c.computer,
            results.c.place,
            results.c.won,
            results.c.mu,
            results.c.sigma,
            results.c.overall_mu,
            results.c.overall_sigma,
        )
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .join(tables, tables.c.id == results.c.table_id)
        .where(tables.c.lesson.is_(None), tables.c.unrated.is_(None), seats.c.left_early.is_(False))
        .where(results.c.table_id.not_in(select(daily_games.c.table_id)))
        .where(results.c.table_id.not_in(select(tries.c.table_id)))
        .order_by(results.c.id)
    )


def _lines(row: Row[Any], practice: bool) -> Iterable[dict[str, Any]]:
    """What a result gives by itself on two leaderboards: that of its game and the one of all games."""
    computer = row.computer if row.user_id is None else None
    player = {"guild_id": row.guild_id, "practice": practice, "user_id": row.user_id, "computer": computer}
    ratings = ((row.game, row.mu, row.sigma), (ALL_GAMES, row.overall_mu, row.overall_sigma))
    for game, mu, sigma in ratings:
        ordinal = round(mu - 3 * sigma, DECIMALS)
        rating = {"game": game, "mu": mu, "sigma": sigma, "ordinal": ordinal}
        yield player | rating | {"games": 1, "wins": int(row.won), "streak": int(row.won)}


SCORED_AT = scored().where(results.c.table_id == bindparam(TABLE))
"""The results of one table that count."""
MEMBER = "member"
"""The name of the parameter that has the id of a member. No column has this name."""
IS_HIDDEN = select(func.count()).where(hidden_members.c.user_id == bindparam(MEMBER)).scalar_subquery()
"""1 if a member wants to be hidden, otherwise 0."""


def _adding(owner: ColumnElement[Any], is_of_owner: ColumnElement[bool], hidden: Any) -> Insert:
    """Adds one game to a player's line. It takes time to build, and is needed at the end of every game."""
    first = insert(standings).values(hidden=hidden)
    return first.on_conflict_do_update(
        index_elements=[standings.c.guild_id, owner, standings.c.practice, standings.c.game],
        index_where=is_of_owner,
        set_={
            "mu": first.excluded.mu,
            "sigma": first.excluded.sigma,
            "ordinal": first.excluded.ordinal,
            "games": standings.c.games + 1,
            "wins": standings.c.wins + first.excluded.wins,
            "streak": (standings.c.streak + 1) * first.excluded.wins,
            "played_at": first.excluded.played_at,
        },
    )


_COUNT_MEMBER = _adding(standings.c.user_id, of_member, IS_HIDDEN)
_COUNT_COMPUTER = _adding(standings.c.computer, of_computer, False)
