"""Counts finished games in the standings, one or all again, but for lessons, unrated games, and who left them early."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, delete, func, select, update
from sqlalchemy.dialects.postgresql import Insert

from db.drivers.statements import TABLE, insert
from db.records import Player, Rating
from db.schema.competitions import ALL_GAMES, daily_games, of_computer, of_member, standings, tries
from db.schema.tables import hidden_members, results, seats, tables

DECIMALS = 9
"""Ratings that differ only in later decimals are equal: adding the same games in another order can give either."""

ROWS_AT_ONCE = 5_000
"""How many rows are read or written at once when all games are counted again."""


@dataclass(frozen=True, slots=True)
class Board:
    """A leaderboard: of a server, of one game or ``ALL_GAMES``, among members or of practice games."""

    guild_id: int
    game: str
    practice: bool


@dataclass(frozen=True, slots=True)
class Score:
    """What a result contributes to a player's line on one leaderboard."""

    board: Board
    player: Player
    rating: Rating
    won: bool


def count_results(connection: Connection, table_id: int, now: datetime) -> None:
    """Count the results of a game that has just been stored."""
    rows = connection.execute(SCORED_AT, {TABLE: table_id}).all()
    practice = any(row.user_id is None for row in rows)
    for score in (score for row in rows for score in _scores(row, practice)):
        counted = {"games": 1, "wins": int(score.won), "streak": int(score.won), "played_at": now}
        statement = _COUNT_MEMBER if isinstance(score.player, int) else _COUNT_COMPUTER
        columns = _columns(score.board, score.player, score.rating)
        connection.execute(statement, columns | counted | {MEMBER: columns["user_id"]})


def count_again(connection: Connection) -> int:
    """Replace all standings by those that the stored results give, and return how many there are."""
    rows = _counted_lines(connection)
    connection.execute(delete(standings))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        connection.execute(insert(standings), rows[start : start + ROWS_AT_ONCE])
    wants_to_be_hidden = standings.c.user_id.in_(select(hidden_members.c.user_id))
    connection.execute(update(standings).where(wants_to_be_hidden).values(hidden=True))
    return len(rows)


def _counted_lines(connection: Connection) -> list[dict[str, object]]:
    """All lines of all leaderboards, counted from the results, in the order in which the players came to them."""
    found = connection.execute(select(seats.c.table_id).where(seats.c.user_id.is_(None)).distinct())
    practice = set(found.scalars())
    lines: dict[tuple[int, str, bool, Player], list[Any]] = {}
    streamed = connection.execute(scored(), execution_options={"yield_per": ROWS_AT_ONCE})
    for rows in streamed.partitions():
        for row in rows:
            for score in _scores(row, row.table_id in practice):
                key = score.board.guild_id, score.board.game, score.board.practice, score.player
                _, games, wins, streak, _ = lines.get(key, (None, 0, 0, 0, None))
                streak = streak + 1 if score.won else 0
                lines[key] = [score.rating, games + 1, wins + score.won, streak, row.finished_at]
    return [
        _columns(Board(guild_id, game, practice), player, rating)
        | {"games": games, "wins": wins, "streak": streak, "played_at": played_at}
        for (guild_id, game, practice, player), (rating, games, wins, streak, played_at) in lines.items()
    ]


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


def _scores(row: Row[Any], practice: bool) -> Iterable[Score]:
    """What a result counts for: the leaderboard of its game and the one of all games."""
    player: Player = row.computer if row.user_id is None else row.user_id
    yield Score(Board(row.guild_id, row.game, practice), player, Rating(row.mu, row.sigma), row.won)
    overall = Rating(row.overall_mu, row.overall_sigma)
    yield Score(Board(row.guild_id, ALL_GAMES, practice), player, overall, row.won)


def _columns(board: Board, player: Player, rating: Rating) -> dict[str, object]:
    is_member = isinstance(player, int)
    return {
        "guild_id": board.guild_id,
        "game": board.game,
        "practice": board.practice,
        "user_id": player if is_member else None,
        "computer": None if is_member else player,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "ordinal": round(rating.mu - 3 * rating.sigma, DECIMALS),
    }


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
