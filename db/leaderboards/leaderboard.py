"""Queries for ratings, leaderboards and statistics, all of them from the standings.

Players are ranked by ``mu - 3 * sigma`` (openskill's ordinal), the strength that they almost certainly have, so
that one lucky game does not lead the board. Games in which computers have seats of their own
(``practice``) are counted separately from games among members.

A page and a rank count the entries of an index, 100,000 in a few milliseconds, which nobody's game waits for.
"""

from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, func, or_, select

from db.leaderboards.rated_games import has_played_against_computers, leaves_often, meetings_of
from db.leaderboards.standings import count_again
from db.ranking import shared_ranks
from db.records import GameStats, Player, Rating, Standing
from db.schema.columns import EPOCH
from db.schema.competitions import ALL_GAMES, standings
from db.stored import Stored, browse, query, write

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

_SHOWN = (*_OF_BOARD, _lines.hidden.is_(False), _lines.played_at >= bindparam("since"))
_ORDER = (_lines.ordinal.desc(), _lines.wins.desc(), _lines.id)
"""Best first; of equal players, those who have been on the leaderboard longer."""
_IDS = select(_lines.id).where(*_SHOWN).order_by(*_ORDER).offset(bindparam("offset")).limit(bindparam("limit"))
_PAGE = select(standings).where(_lines.id.in_(_IDS)).order_by(*_ORDER)

_TOTAL = select(func.count()).where(*_SHOWN)
_BETTER = _TOTAL.where(_lines.ordinal > bindparam("ordinal"))
_EQUAL_BEFORE = _TOTAL.where(
    _lines.ordinal == bindparam("ordinal"),
    or_(_lines.wins > bindparam("wins"), and_(_lines.wins == bindparam("wins"), _lines.id < bindparam("id"))),
)
"""Counts those with the same rank who come before a line."""


def _board(guild_id: int, game: str | None, practice: bool) -> dict[str, Any]:
    """The parameters of a leaderboard; a ``game`` of ``None`` stands for all games."""
    return {"guild_id": guild_id, "practice": practice, "game": ALL_GAMES if game is None else game}


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
    """A page of a server's leaderboard, best first, and how many players there are in total.

    Players with equal ratings share a rank; the one with more wins comes first. Only those are there who have
    played ``since`` then.
    """
    board = _board(guild_id, game, practice) | {"since": since}
    total = int(connection.scalar(_TOTAL, board) or 0)
    rows = connection.execute(_PAGE, board | {"offset": offset, "limit": limit}).all()
    if not rows:
        return [], total
    first = {name: rows[0]._mapping[name] for name in ("ordinal", "wins", "id")}
    equal_before = int(connection.scalar(_EQUAL_BEFORE, board | first) or 0)
    ranks = shared_ranks([row.ordinal for row in rows], offset, offset - equal_before + 1)
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
    better = int(connection.scalar(_BETTER, board | {"ordinal": line.ordinal}) or 0)
    return _standing(line, better + 1, has_faded=line.played_at < since)


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
    """Ratings, leaderboards and statistics; every method is one transaction.

    ``practice``: in games in which computers have seats of their own, which are counted separately.
    """

    rating = query(rating_of)
    standings = browse(standings_page)
    standing_of = browse(standing_of)
    statistics = browse(statistics_of)
    meetings = browse(meetings_of)
    has_played_against_computers = query(has_played_against_computers)
    leaves_often = query(leaves_often)
    count_standings_again = write(count_again)

    def lock_ratings(self, guild_id: int) -> AbstractAsyncContextManager[None]:
        """Keep other bots from rating games of a server during the block."""
        return self._database.lock(f"ratings of server {guild_id}")
