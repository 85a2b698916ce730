"""Queries for ratings, leaderboards and statistics, all of them from the standings.

Players are ranked by ``mu - 3 * sigma`` (openskill's ordinal, the column ``worth``), the strength that they almost
certainly have, so that one lucky game does not lead the board. Games in which computers have seats of their own
(``practice``) are counted separately from games among members.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.records import GameStats, Player, Rating, Standing
from db.schema import ALL_GAMES, standings


def _board(guild_id: int, game: str | None, practice: bool) -> ColumnElement[bool]:
    """The lines of one leaderboard; ``None`` stands for all games."""
    key = ALL_GAMES if game is None else game
    columns = standings.c
    return (columns.guild_id == guild_id) & (columns.practice == practice) & (columns.game == key)


def _shown(board: ColumnElement[bool]) -> ColumnElement[bool]:
    """The lines of a leaderboard without those of members who do not want to be on it."""
    return board & standings.c.hidden.is_(False)


def _owned_by(player: Player) -> ColumnElement[bool]:
    return standings.c.user_id == player if isinstance(player, int) else standings.c.computer == player


async def rating_of(
    connection: AsyncConnection, guild_id: int, player: Player, game: str | None, practice: bool
) -> Rating | None:
    """The player's rating on a server in a game (``None``: in all games); ``None`` if they have never finished one."""
    line = await _line_of(connection, guild_id, player, game, practice)
    return None if line is None else Rating(line.mu, line.sigma)


async def standings_page(
    connection: AsyncConnection, guild_id: int, game: str | None, practice: bool, offset: int, limit: int
) -> tuple[list[Standing], int]:
    """A page of the leaderboard, and how many players there are in total."""
    board, columns = _shown(_board(guild_id, game, practice)), standings.c
    total = await connection.scalar(select(func.count()).where(board)) or 0
    # Like SQLite, PostgreSQL is to list computers, who have no id, before members.
    order = (columns.worth.desc(), columns.wins.desc(), columns.user_id.nulls_first(), columns.computer.nulls_first())
    page = select(columns.id).where(board).order_by(*order).offset(offset).limit(limit)
    found = await connection.execute(select(standings).where(columns.id.in_(page)).order_by(*order))
    rows = found.all()
    if not rows:
        return [], total
    return _ranked(rows, offset, await _better_than(connection, board, rows[0].worth) + 1), total


async def standing_of(
    connection: AsyncConnection, guild_id: int, player: Player, game: str | None, practice: bool
) -> Standing | None:
    """The player's own line, hidden or not; ``None`` if they have never finished a game."""
    line = await _line_of(connection, guild_id, player, game, practice)
    if line is None:
        return None
    better = await _better_than(connection, _shown(_board(guild_id, game, practice)), line.worth)
    return _standing(line, better + 1)


async def statistics_of(connection: AsyncConnection, guild_id: int, user_id: int, practice: bool) -> list[GameStats]:
    """The user's record in each game on a server, most played first."""
    columns = standings.c
    found = await connection.execute(
        select(standings)
        .where(columns.guild_id == guild_id, columns.user_id == user_id, columns.practice == practice)
        .where(columns.game != ALL_GAMES)
        .order_by(columns.games.desc(), columns.game)
    )
    return [GameStats(row.game, row.games, row.wins, Rating(row.mu, row.sigma), row.streak) for row in found]


async def _line_of(
    connection: AsyncConnection, guild_id: int, player: Player, game: str | None, practice: bool
) -> Row[Any] | None:
    found = await connection.execute(select(standings).where(_board(guild_id, game, practice), _owned_by(player)))
    return found.first()


async def _better_than(connection: AsyncConnection, board: ColumnElement[bool], worth: float) -> int:
    """How many players of the leaderboard are ranked above ``worth``."""
    return await connection.scalar(select(func.count()).where(board, standings.c.worth > worth)) or 0


def _ranked(rows: Sequence[Row[Any]], offset: int, first_rank: int) -> list[Standing]:
    """The lines with their ranks; the first has ``first_rank``. Equal ratings share a rank."""
    ranked: list[Standing] = []
    for position, row in enumerate(rows):
        if position == 0:
            rank = first_rank
        elif row.worth != rows[position - 1].worth:
            rank = offset + position + 1
        else:
            rank = ranked[-1].rank
        ranked.append(_standing(row, rank))
    return ranked


def _standing(row: Row[Any], rank: int) -> Standing:
    player = row.computer if row.user_id is None else row.user_id
    return Standing(rank, player, Rating(row.mu, row.sigma), row.games, row.wins)
