"""Moves and results of one game."""

from collections.abc import Sequence

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from db.records import MoveRecord, Rating, ResultRecord
from db.schema import moves, results, seats


async def moves_of(connection: AsyncConnection, table_id: int) -> list[MoveRecord]:
    """The moves that make the game, in order: those taken back are left out."""
    found = await connection.execute(
        select(moves.c.number, moves.c.rev, moves.c.seat, moves.c.text)
        .where(moves.c.table_id == table_id, moves.c.taken_back.is_(False))
        .order_by(moves.c.number)
    )
    return [MoveRecord(*row) for row in found]


async def insert_results(connection: AsyncConnection, table_id: int, played: Sequence[ResultRecord]) -> None:
    """Write the results of a game. Raises ``ValueError`` unless there is exactly one for each who sits there."""
    found = await connection.execute(select(seats.c.seat, seats.c.user_id).where(seats.c.table_id == table_id))
    sitting = sorted((seat, user_id) for seat, user_id in found)
    if sorted((result.seat, result.user_id) for result in played) != sitting:
        raise ValueError(f"the results are not those of the seats of table {table_id}")
    for result in sorted(played, key=lambda result: result.seat):
        await connection.execute(
            insert(results).values(
                table_id=table_id,
                seat=result.seat,
                place=result.place,
                points=result.points,
                won=result.won,
                mu=result.rating.mu,
                sigma=result.rating.sigma,
                overall_mu=result.overall.mu,
                overall_sigma=result.overall.sigma,
            )
        )


async def results_of(connection: AsyncConnection, table_id: int) -> list[ResultRecord]:
    """The results of a finished game by seat; none if it has not finished."""
    found = await connection.execute(
        select(results, seats.c.user_id)
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .where(results.c.table_id == table_id)
        .order_by(results.c.seat)
    )
    return [
        ResultRecord(
            seat=row.seat,
            user_id=row.user_id,
            place=row.place,
            points=row.points,
            won=row.won,
            rating=Rating(row.mu, row.sigma),
            overall=Rating(row.overall_mu, row.overall_sigma),
        )
        for row in found
    ]
