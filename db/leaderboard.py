"""Queries for ratings, leaderboards and statistics, all of them from the results of finished games.

A player's rating is that of their latest result. Players are ranked by ``mu - 3 * sigma`` (openskill's ordinal), the
strength that they almost certainly have, so that one lucky game does not lead the board. Games in which computers
have seats of their own (``practice``) are counted separately from games among members.
"""

from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, Subquery, case, func, select, type_coerce
from sqlalchemy.ext.asyncio import AsyncConnection

from db.records import GameStats, Player, Rating, Standing
from db.schema import results, seats, tables

_PLAYED = results.join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat)).join(
    tables, tables.c.id == results.c.table_id
)
"""Every result with its seat and its table."""

_COMPUTER = case((seats.c.user_id.is_(None), seats.c.computer))
"""The level of a computer with a seat of its own; null for members, even if a computer plays for them."""

_DECIMALS = 9
"""Ratings that differ only in later decimals are equal: the same games can give them by another order of sums."""


def _games(guild_id: int, game: str | None, practice: bool) -> list[ColumnElement[bool]]:
    """The finished games that count."""
    sitting = seats.alias("sitting")
    computers = select(sitting.c.seat).where(sitting.c.table_id == results.c.table_id, sitting.c.user_id.is_(None))
    one_game = [] if game is None else [tables.c.game == game]
    return [tables.c.guild_id == guild_id, *one_game, computers.exists() if practice else ~computers.exists()]


def _rating_columns(game: str | None) -> tuple[ColumnElement[float], ColumnElement[float]]:
    columns = (results.c.overall_mu, results.c.overall_sigma) if game is None else (results.c.mu, results.c.sigma)
    return columns[0].label("mu"), columns[1].label("sigma")


async def latest_rating(
    connection: AsyncConnection,
    guild_id: int,
    player: Player,
    game: str | None,
    practice: bool,
    before: int | None = None,
) -> Rating | None:
    """The player's rating on a server in a game (``None``: in all games); ``None`` if they have never finished one.

    ``before`` is the id of a result: only earlier ones count.
    """
    owner: ColumnElement[Any] = seats.c.user_id if isinstance(player, int) else _COMPUTER
    earlier = [] if before is None else [results.c.id < before]
    found = await connection.execute(
        select(*_rating_columns(game))
        .select_from(_PLAYED)
        .where(*_games(guild_id, game, practice), owner == player, *earlier)
        .order_by(results.c.id.desc())
        .limit(1)
    )
    row = found.first()
    return None if row is None else Rating(row.mu, row.sigma)


def _records(guild_id: int, game: str | None, practice: bool, *, by_game: bool = False) -> Subquery:
    """For each player of a server (and game): how many games, how many wins, and the latest result."""
    groups = [seats.c.user_id, _COMPUTER.label("computer"), *([tables.c.game] if by_game else [])]
    return (
        select(
            *groups,
            func.count().label("games"),
            func.sum(type_coerce(results.c.won, Integer)).label("wins"),
            func.max(results.c.id).label("latest"),
        )
        .select_from(_PLAYED)
        .where(*_games(guild_id, game, practice))
        .group_by(*groups)
        .subquery()
    )


def _ranking(guild_id: int, game: str | None, practice: bool) -> Subquery:
    """The whole leaderboard."""
    record = _records(guild_id, game, practice)
    mu, sigma = _rating_columns(game)
    worth = func.round(mu - 3 * sigma, _DECIMALS)
    return (
        select(
            func.rank().over(order_by=worth.desc()).label("rank"),
            record.c.user_id,
            record.c.computer,
            mu,
            sigma,
            record.c.games,
            record.c.wins,
        )
        .join(results, results.c.id == record.c.latest)
        .subquery()
    )


async def _standings(connection: AsyncConnection, query: Select[Any]) -> list[Standing]:
    """The lines of the ranking that ``query`` selects."""
    found = await connection.execute(query)
    return [
        Standing(
            rank=row.rank,
            player=row.computer if row.user_id is None else row.user_id,
            rating=Rating(row.mu, row.sigma),
            games=row.games,
            wins=row.wins,
        )
        for row in found
    ]


async def standings_page(
    connection: AsyncConnection, guild_id: int, game: str | None, practice: bool, offset: int, limit: int
) -> tuple[list[Standing], int]:
    """A page of the leaderboard, and how many players there are in total."""
    ranking = _ranking(guild_id, game, practice)
    total = await connection.scalar(select(func.count()).select_from(_records(guild_id, game, practice)))
    columns = ranking.c
    page = (
        select(ranking)
        .order_by(columns.rank, columns.wins.desc(), columns.user_id, columns.computer)
        .offset(offset)
        .limit(limit)
    )
    return await _standings(connection, page), total or 0


async def standing_of(
    connection: AsyncConnection, guild_id: int, player: Player, game: str | None, practice: bool
) -> Standing | None:
    """The player's own line, ``None`` if they have never finished a game."""
    ranking = _ranking(guild_id, game, practice)
    own = ranking.c.user_id if isinstance(player, int) else ranking.c.computer
    lines = await _standings(connection, select(ranking).where(own == player))
    return lines[0] if lines else None


async def statistics_of(connection: AsyncConnection, guild_id: int, user_id: int, practice: bool) -> list[GameStats]:
    """The user's record in each game on a server, most played first."""
    record = _records(guild_id, None, practice, by_game=True)
    found = await connection.execute(
        select(record, results.c.mu, results.c.sigma)
        .join(results, results.c.id == record.c.latest)
        .where(record.c.user_id == user_id)
        .order_by(record.c.games.desc(), record.c.game)
    )
    return [GameStats(row.game, row.games, row.wins, Rating(row.mu, row.sigma)) for row in found]
