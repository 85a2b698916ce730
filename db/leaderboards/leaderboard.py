"""Queries for ratings, leaderboards and statistics, all of them from the standings.

Players are ranked by ``mu - 3 * sigma`` (openskill's ordinal, the column ``worth``), the strength that they almost
certainly have, so that one lucky game does not lead the board. Games in which computers have seats of their own
(``practice``) are counted separately from games among members.

However many players a leaderboard has, a page and a rank read a few hundred rows: ``worth_steps`` counts the players of
each step, and only the lines of one step are read one by one.
"""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Table, bindparam, func, select

from db.drivers.connections import Connection
from db.leaderboards.worth_steps import end_of, step_of, worth_steps
from db.records import GameStats, Player, Rating, Standing
from db.schema.tables import ALL_GAMES, standings

# The statements are made only once: to make one takes longer than to execute it.

_lines, _steps = standings.c, worth_steps.c


def _of_board(rows: Table) -> tuple[Any, ...]:
    """The conditions for the rows of one leaderboard, whose parameters ``_board`` gives."""
    return tuple(rows.c[name] == bindparam(name) for name in ("guild_id", "practice", "game"))


_LINE = select(standings).where(*_of_board(standings))
_LINE_OF_MEMBER = _LINE.where(_lines.user_id == bindparam("player"))
_LINE_OF_COMPUTER = _LINE.where(_lines.computer == bindparam("player"))

_STATISTICS = (
    select(standings)
    .where(*(_lines[name] == bindparam(name) for name in ("guild_id", "user_id", "practice")))
    .where(_lines.game != ALL_GAMES)
    .order_by(_lines.games.desc(), _lines.game)
)

_SHOWN = (*_of_board(standings), _lines.hidden.is_(False), _lines.worth < bindparam("end_of_step"))
"""The shown lines of a leaderboard from a step on."""
_ORDER = (_lines.worth.desc(), _lines.wins.desc(), _lines.id)
"""Best first; of equal players, those who have been on the leaderboard longer."""
_IDS = select(_lines.id).where(*_SHOWN).order_by(*_ORDER).offset(bindparam("offset")).limit(bindparam("limit"))
_PAGE = select(standings).where(_lines.id.in_(_IDS)).order_by(*_ORDER)

_COUNTED = (
    select(
        _steps.step,
        (func.sum(_steps.players).over(order_by=_steps.step.desc()) - _steps.players).label("before"),
        func.sum(_steps.players).over().label("total"),
    )
    .where(*_of_board(worth_steps))
    .subquery()
)
_STEP_AT = select(_COUNTED).where(_COUNTED.c.before <= bindparam("offset")).order_by(_COUNTED.c.step).limit(1)

_IN_BETTER_STEPS = select(func.sum(_steps.players)).where(*_of_board(worth_steps), _steps.step > bindparam("step"))
_BETTER_IN_STEP = select(func.count()).where(*_SHOWN, _lines.worth > bindparam("worth"))
_BETTER = select(func.coalesce(_IN_BETTER_STEPS.scalar_subquery(), 0) + _BETTER_IN_STEP.scalar_subquery())


def _board(guild_id: int, game: str | None, practice: bool) -> dict[str, Any]:
    """The parameters of a leaderboard; a ``game`` of ``None`` stands for all games."""
    return {"guild_id": guild_id, "practice": practice, "game": ALL_GAMES if game is None else game}


async def rating_of(
    connection: Connection, guild_id: int, player: Player, game: str | None, practice: bool
) -> Rating | None:
    """The player's rating on a server in a game (``None``: in all games); ``None`` if they have never finished one."""
    line = await _line_of(connection, _board(guild_id, game, practice), player)
    return None if line is None else Rating(line.mu, line.sigma)


async def standings_page(
    connection: Connection, guild_id: int, game: str | None, practice: bool, offset: int, limit: int
) -> tuple[list[Standing], int]:
    """A page of the leaderboard, and how many players there are in total."""
    board = _board(guild_id, game, practice)
    # Where the page begins: the last step with no more players than the page leaves out in the steps before.
    step = (await connection.execute(_STEP_AT, board | {"offset": offset})).first()
    if step is None:
        return [], 0
    before, total = int(step.before), int(step.total)
    page = board | {"end_of_step": end_of(step.step), "offset": offset - before, "limit": limit}
    rows = (await connection.execute(_PAGE, page)).all()
    if not rows:
        return [], total
    return _ranked(rows, offset, await _better_than(connection, board, rows[0].worth) + 1), total


async def standing_of(
    connection: Connection, guild_id: int, player: Player, game: str | None, practice: bool
) -> Standing | None:
    """The player's own line, hidden or not; ``None`` if they have never finished a game."""
    board = _board(guild_id, game, practice)
    line = await _line_of(connection, board, player)
    return None if line is None else _standing(line, await _better_than(connection, board, line.worth) + 1)


async def statistics_of(connection: Connection, guild_id: int, user_id: int, practice: bool) -> list[GameStats]:
    """The user's record in each game on a server, most played first."""
    own = {"guild_id": guild_id, "user_id": user_id, "practice": practice}
    found = await connection.execute(_STATISTICS, own)
    return [GameStats(row.game, row.games, row.wins, Rating(row.mu, row.sigma), row.streak) for row in found]


async def _line_of(connection: Connection, board: dict[str, Any], player: Player) -> Row[Any] | None:
    statement = _LINE_OF_MEMBER if isinstance(player, int) else _LINE_OF_COMPUTER
    return (await connection.execute(statement, board | {"player": player})).first()


async def _better_than(connection: Connection, board: dict[str, Any], worth: float) -> int:
    """How many players of the leaderboard are ranked above ``worth``: in better steps, and within its own step."""
    step = step_of(worth)
    bounds = {"step": step, "end_of_step": end_of(step), "worth": worth}
    return int(await connection.scalar(_BETTER, board | bounds) or 0)


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
