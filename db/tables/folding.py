"""Deletes the moves of finished games that are so old that only their results are kept."""

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, exists, insert, select

from db.cluster.shards import StoredHere
from db.drivers.statements import scalar, scalars
from db.records import Phase
from db.schema.competitions import daily_days, daily_games, puzzles
from db.schema.tables import folded_games, moves, reviews, tables, take_backs, thoughts
from db.stored import write

PUZZLE_IS_OVER = timedelta(days=21)
"""So long after it was offered, a position has been posted and its solution told, or it never will be."""

_IS_FOLDED = exists().where(folded_games.c.table_id == tables.c.id)


def _fold(connection: Connection, table_ids: Collection[int]) -> None:
    """Delete the moves of these games, what computers considered and judged, and requests to take moves back."""
    connection.execute(insert(folded_games), [{"table_id": table_id} for table_id in table_ids])
    for part in (reviews, thoughts, moves, take_backs):
        connection.execute(delete(part).where(part.c.table_id.in_(table_ids)))


class Folding(StoredHere):
    """Folds finished games; every method is one transaction."""

    async def due(self, before: datetime, now: datetime, limit: int, after: int = 0) -> list[int]:
        """Some games of our shards that were finished before this time and nobody needs with their moves any more.

        They come in the order of their ids, from the first one ``after`` this. A game that is still to be shown is
        needed, and so is that of a day that is not over, or of a puzzle that may yet be posted or solved.
        """
        day = daily_days.join(
            daily_games, (daily_games.c.guild_id == daily_days.c.guild_id) & (daily_games.c.day == daily_days.c.day)
        )
        is_of_open_day = (
            exists().select_from(day).where(daily_games.c.table_id == tables.c.id, daily_days.c.ends_at > now)
        )
        is_of_open_puzzle = exists().where(
            puzzles.c.table_id == tables.c.id, puzzles.c.told_at.is_(None), puzzles.c.offered_at > now - PUZZLE_IS_OVER
        )
        found = (
            select(tables.c.id)
            .where(
                tables.c.id > after,
                *self._shards.conditions(tables.c.guild_id),
                tables.c.phase == Phase.FINISHED,
                tables.c.finished_at < before,
                tables.c.look_at.is_(None),
                ~_IS_FOLDED,
                ~is_of_open_day,
                ~is_of_open_puzzle,
            )
            .order_by(tables.c.id)
            .limit(limit)
        )
        return list(await self._database.browse(scalars, found))

    fold = write(_fold)

    async def is_folded(self, table_id: int) -> bool:
        """Whether only the result of a game is left."""
        folded = select(folded_games.c.table_id).where(folded_games.c.table_id == table_id)
        return await self._database.query(scalar, folded) is not None
