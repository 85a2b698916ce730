"""Queries for ratings, leaderboards and statistics, all of them from the standings.

Players are ranked by ``mu - 3 * sigma`` (openskill's ordinal), the strength that they almost certainly have, so
that one lucky game does not lead the board. Games in which computers have seats of their own
(``practice``) are counted separately from games among members.

A page and a rank count the entries of an index, 100,000 in a few milliseconds, which nobody's game waits for.
"""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, case, exists, func, or_, select

from db.drivers.database import Stored, browse, query, read, rewrite
from db.leaderboards.standings import count_again
from db.limits import Use, left_early, reached_until
from db.purpose_records import Unrated
from db.ranking import shared_ranks
from db.records import GameStats, Phase, Player, Rating, Standing, TableRecord
from db.schema.columns import EPOCH
from db.schema.competitions import ALL_GAMES, daily_games, standings, tries
from db.schema.tables import results, seats, tables

LATEST = 10
"""Of so many of their latest games on a server, with the one that they are in,"""
MOST_LEFT = 2
"""members can leave so many early. Games among members and those with computers are counted apart."""

_OF_TABLE = seats.c.table_id == tables.c.id
_computers = seats.alias()
_HAS_COMPUTERS = exists().where(_computers.c.table_id == tables.c.id, _computers.c.user_id.is_(None))
_IS_NO_RACE = (
    tables.c.lesson.is_(None)
    & tables.c.id.not_in(select(daily_games.c.table_id))
    & tables.c.id.not_in(select(tries.c.table_id))
)


def has_played_against_computers(connection: Connection, guild_id: int, user_id: int, game: str) -> bool:
    """Whether this member has finished a game of this kind with computers on a server, other than a given deal."""
    finished = (
        exists()
        .where(_OF_TABLE, seats.c.user_id == user_id)
        .where(tables.c.guild_id == guild_id, tables.c.game == game, tables.c.phase == Phase.FINISHED)
        .where(_IS_NO_RACE, _HAS_COMPUTERS)
    )
    return bool(connection.scalar(select(finished)))


def leaves_often(connection: Connection, table: TableRecord, user_id: int, now: datetime) -> bool:
    """Whether a member has left so many of their latest games early that leaving this one early counts."""
    guild_id, practice = table.guild_id, table.has_computer_players
    games, left = _latest(connection, guild_id, user_id, practice, besides=table.id)
    if games < LATEST - 1 and left < MOST_LEFT:
        before_deletion = left_early(guild_id, practice, user_id, MOST_LEFT - left)
        return reached_until(connection, before_deletion, now) is not None
    return left >= MOST_LEFT


def left_before_deletion(connection: Connection, user_id: int) -> list[Use]:
    """What is kept of a member whose data is deleted: how many of their latest games they have left early."""
    guilds = (
        select(tables.c.guild_id).join(seats, _OF_TABLE).where(seats.c.user_id == user_id, seats.c.left_early.is_(True))
    )
    return [
        left_early(guild_id, practice, user_id)
        for guild_id in connection.scalars(guilds.distinct()).all()
        for practice in (False, True)
        for _ in range(_latest(connection, guild_id, user_id, practice)[1])
    ]


def _latest(
    connection: Connection, guild_id: int, user_id: int, practice: bool, besides: int | None = None
) -> tuple[int, int]:
    """How many of the games that ended last a member has, at most the latest, and how many of these they left early."""
    latest = (
        select(seats.c.left_early)
        .join(tables, _OF_TABLE)
        .where(seats.c.user_id == user_id, tables.c.guild_id == guild_id, tables.c.id.is_distinct_from(besides))
        .where(_IS_NO_RACE, _HAS_COMPUTERS if practice else ~_HAS_COMPUTERS)
        .where(or_(tables.c.unrated.is_(None), tables.c.unrated == Unrated.LEFT_EARLY))
        .where(or_(tables.c.phase == Phase.FINISHED, seats.c.left_early.is_(True)))
        .order_by(tables.c.finished_at.is_not(None), tables.c.finished_at.desc(), tables.c.id.desc())
        .limit(LATEST - 1)
    )
    found = connection.scalars(latest).all()
    return len(found), sum(found)


def head_to_head(connection: Connection, guild_id: int, user_id: int, other: int) -> tuple[int, int, int]:
    """How many games that both began two members have finished together, and in how many each was ahead."""
    first, second = seats.alias(), seats.alias()
    of_first, of_second = results.alias(), results.alias()
    is_ahead, is_behind = of_first.c.place < of_second.c.place, of_second.c.place < of_first.c.place
    together = (
        select(func.count(), _times(is_ahead), _times(is_behind))
        .select_from(first)
        .join(second, (second.c.table_id == first.c.table_id) & (second.c.user_id == other))
        .join(of_first, (of_first.c.table_id == first.c.table_id) & (of_first.c.seat == first.c.seat))
        .join(of_second, (of_second.c.table_id == second.c.table_id) & (of_second.c.seat == second.c.seat))
        .join(tables, tables.c.id == first.c.table_id)
        .where(tables.c.guild_id == guild_id, first.c.user_id == user_id)
        .where(first.c.left_early.is_(False), second.c.left_early.is_(False))
    )
    found = connection.execute(together).one()
    return found[0], found[1], found[2]


def _times(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


# The statements are made only once: to make one takes longer than to execute it.

_lines = standings.c
_OF_BOARD = tuple(_lines[name] == bindparam(name) for name in ("guild_id", "practice", "game"))
"""The conditions for the lines of one leaderboard, whose parameters ``_board`` gives."""

_LINE = select(standings).where(*_OF_BOARD)
_LINE_OF_MEMBER = _LINE.where(_lines.user_id == bindparam("player"))
_LINE_OF_COMPUTER = _LINE.where(_lines.computer == bindparam("player"))

_STATISTICS = (
    select(standings)
    .where(*(_lines[name] == bindparam(name) for name in ("guild_id", "user_id", "practice")))
    .where(_lines.game != ALL_GAMES)
    .order_by(_lines.games.desc(), _lines.game)
)
_FINISHED = select(func.sum(_lines.games)).where(
    *(_lines[name] == bindparam(name) for name in ("guild_id", "user_id", "game"))
)

_SHOWN = (*_OF_BOARD, _lines.hidden.is_(False), _lines.played_at >= bindparam("since"))
_ORDER = (_lines.ordinal.desc(), _lines.wins.desc(), _lines.id)
"""Best first; of equal players, those who have been on the leaderboard longer."""
_IDS = select(_lines.id).where(*_SHOWN).order_by(*_ORDER).offset(bindparam("offset")).limit(bindparam("limit"))
_PAGE = select(standings).where(_lines.id.in_(_IDS)).order_by(*_ORDER)

_TOTAL = select(func.count()).where(*_SHOWN)
_BETTER = _TOTAL.where(_lines.ordinal > bindparam("ordinal"))


def _board(guild_id: int, game: str | None, practice: bool) -> dict[str, Any]:
    """The parameters of a leaderboard; a ``game`` of ``None`` stands for all games."""
    return {"guild_id": guild_id, "practice": practice, "game": ALL_GAMES if game is None else game}


def ratings_of(
    connection: Connection, guild_id: int, players: Sequence[Player], game: str, *, practice: bool
) -> tuple[list[Rating | None], list[Rating | None]]:
    """The players' ratings on a server in a game, and in all games: what a game that ends begins from."""
    former, overall = (
        [rating_of(connection, guild_id, player, which, practice=practice) for player in players]
        for which in (game, None)
    )
    return former, overall


def rating_of(
    connection: Connection, guild_id: int, player: Player, game: str | None, *, practice: bool = False
) -> Rating | None:
    """The player's rating on a server in a game (``None``: in all games); ``None`` if they have never finished one."""
    line = _line_of(connection, _board(guild_id, game, practice), player)
    return None if line is None else Rating(line.mu, line.sigma)


def standings_page(
    connection: Connection,
    guild_id: int,
    game: str | None,
    *,
    offset: int,
    limit: int,
    practice: bool = False,
    since: datetime = EPOCH,
) -> tuple[list[Standing], int]:
    """A page of a leaderboard, best first, and how many players it has in total, who have played ``since`` then."""
    board = _board(guild_id, game, practice) | {"since": since}
    total = int(connection.scalar(_TOTAL, board) or 0)
    rows = connection.execute(_PAGE, board | {"offset": offset, "limit": limit}).all()
    if not rows:
        return [], total
    ranks = shared_ranks([row.ordinal for row in rows], offset, _rank(connection, board, rows[0].ordinal))
    return list(map(_standing, rows, ranks)), total


def standing_of(
    connection: Connection,
    guild_id: int,
    player: Player,
    game: str | None,
    *,
    practice: bool = False,
    since: datetime = EPOCH,
) -> Standing | None:
    """The player's own line, hidden or faded or not; ``None`` if they have never finished a game."""
    board = _board(guild_id, game, practice) | {"since": since}
    line = _line_of(connection, board, player)
    if line is None:
        return None
    return _standing(line, _rank(connection, board, line.ordinal), has_faded=line.played_at < since)


def _rank(connection: Connection, board: dict[str, Any], ordinal: float) -> int:
    return int(connection.scalar(_BETTER, board | {"ordinal": ordinal}) or 0) + 1


def finished_games(connection: Connection, guild_id: int, user_id: int, game: str) -> int:
    """How many games of a kind a member has finished on a server, with members and with computers."""
    return int(connection.scalar(_FINISHED, {"guild_id": guild_id, "user_id": user_id, "game": game}) or 0)


def statistics_of(connection: Connection, guild_id: int, user_id: int, *, practice: bool = False) -> list[GameStats]:
    """The user's record in each game on a server, most played first."""
    own = {"guild_id": guild_id, "user_id": user_id, "practice": practice}
    found = connection.execute(_STATISTICS, own)
    return [GameStats(row.game, row.games, row.wins, Rating(row.mu, row.sigma), row.streak) for row in found]


def _line_of(connection: Connection, board: dict[str, Any], player: Player) -> Row[Any] | None:
    statement = _LINE_OF_MEMBER if isinstance(player, int) else _LINE_OF_COMPUTER
    return connection.execute(statement, board | {"player": player}).first()


def _standing(row: Row[Any], rank: int, *, has_faded: bool = False) -> Standing:
    player = row.computer if row.user_id is None else row.user_id
    return Standing(rank, player, Rating(row.mu, row.sigma), row.games, row.wins, has_faded)


class Leaderboards(Stored):
    """Ratings, leaderboards and statistics. ``practice``: of games in which computers have seats of their own."""

    rating = query(rating_of)
    ratings = read(ratings_of)
    finished_games = query(finished_games)
    standings = browse(standings_page)
    standing_of = browse(standing_of)
    statistics = browse(statistics_of)
    head_to_head = browse(head_to_head)
    has_played_against_computers = query(has_played_against_computers)
    leaves_often = query(leaves_often)
    count_standings_again = rewrite(count_again)

    def lock_ratings(self, guild_id: int) -> AbstractAsyncContextManager[None]:
        """Keep other bots from rating games of a server during the block."""
        return self._database.lock(f"ratings of server {guild_id}")
