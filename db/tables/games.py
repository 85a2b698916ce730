"""Queries for the moves and results of a game, and for what members have decided ahead."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, bindparam, delete, exists, func, insert, select, update

from db.drivers.database import Stored, query, write
from db.drivers.statements import TABLE, by_table, of_tables, put, scalar, scalars
from db.records import (
    Considered,
    JudgedMove,
    MoveRecord,
    Phase,
    PlanRecord,
    Player,
    Rating,
    ResultRecord,
    ReviewRecord,
    row_of,
)
from db.schema.competitions import daily_days, daily_games, mistakes, puzzles
from db.schema.tables import folded_games, moves, plans, results, reviews, seats, tables, take_backs, thoughts

Answered: TypeAlias = Mapping[tuple[int, int], datetime | None]
"""By table and number of the move: when a mistake is to be asked once more; ``None`` if it was answered well."""

# Every move needs this statement, so it is made only once.
_LAST = select(func.coalesce(func.max(moves.c.number), 0)).where(moves.c.table_id == bindparam(TABLE))
_ADD_MOVE = insert(moves).values(number=_LAST.scalar_subquery() + 1).returning(moves.c.number)


_PLANS = select(plans).where(of_tables(plans.c.table_id)).order_by(plans.c.table_id, plans.c.seat)


def moves_of(connection: Connection, table_id: int) -> list[MoveRecord]:
    """The moves of the game in order, without those that were taken back."""
    found = connection.execute(
        select(moves.c.number, moves.c.rev, moves.c.seat, moves.c.text)
        .where(moves.c.table_id == table_id, moves.c.taken_back.is_(False))
        .order_by(moves.c.number)
    )
    return [MoveRecord(*row) for row in found]


def last_moves_at(connection: Connection, table_ids: Sequence[int]) -> dict[int, datetime]:
    """When the latest move was made at each of these tables; those without a move are left out."""
    found = connection.execute(
        select(moves.c.table_id, func.max(moves.c.made_at, type_=moves.c.made_at.type).label("made_at"))
        .where(moves.c.table_id.in_(table_ids))
        .group_by(moves.c.table_id)
    )
    return {row.table_id: row.made_at for row in found}


def thoughts_of(connection: Connection, table_id: int) -> dict[int, tuple[Considered, ...]]:
    """What computers considered before their moves, by the number of the move."""
    found = connection.execute(select(thoughts.c.number, thoughts.c.considered).where(thoughts.c.table_id == table_id))
    return {number: tuple(tuple(one) for one in listed) for number, listed in found}


def insert_move(
    connection: Connection,
    table_id: int,
    rev: int,
    seat: int,
    text: str,
    now: datetime,
    considered: Sequence[Considered] | None,
) -> None:
    """Store a move, and what a computer considered before it; ``None`` if it was a member's own."""
    move = {"table_id": table_id, "rev": rev, "seat": seat, "text": text, "made_at": now}
    number = connection.execute(_ADD_MOVE, {TABLE: table_id, **move}).scalar_one()
    if considered is not None:
        insert_thought(connection, table_id, number, considered)


def stand_in_moves(connection: Connection, table_id: int) -> dict[int, int]:
    """How many moves a computer has made for each member for whom one has played, by seat."""
    own = (seats.c.table_id == moves.c.table_id) & (seats.c.seat == moves.c.seat) & seats.c.user_id.is_not(None)
    found = select(moves.c.seat, func.count().label("made")).join(seats, own).where(moves.c.table_id == table_id)
    thought = (thoughts.c.table_id == moves.c.table_id) & (thoughts.c.number == moves.c.number)
    counted = found.join(thoughts, thought).where(moves.c.taken_back.is_(False)).group_by(moves.c.seat)
    return {row.seat: row.made for row in connection.execute(counted)}


def insert_thought(connection: Connection, table_id: int, number: int, considered: Sequence[Considered]) -> None:
    """Store what a computer considered before the move with this number."""
    listed = [list(one) for one in considered]
    connection.execute(insert(thoughts).values(table_id=table_id, number=number, considered=listed))


def take_back(connection: Connection, table_id: int, number: int) -> None:
    """Mark a move as taken back. Raises ``LookupError`` if there is no such move."""
    marked = connection.execute(
        update(moves)
        .where(moves.c.table_id == table_id, moves.c.number == number, moves.c.taken_back.is_(False))
        .values(taken_back=True)
    )
    if not marked.rowcount:
        raise LookupError(f"table {table_id} has no move {number} to take back")


def insert_results(connection: Connection, table_id: int, played: Sequence[ResultRecord]) -> None:
    """Store the results of a game. Raises ``ValueError`` unless there is exactly one for each seat."""
    found = connection.execute(
        select(seats.c.seat, seats.c.user_id, seats.c.computer).where(seats.c.table_id == table_id)
    )
    sitting = {seat: _player(user_id, computer) for seat, user_id, computer in found}
    if len(played) != len(sitting) or {result.seat: result.player for result in played} != sitting:
        raise ValueError(f"the results do not match the seats of table {table_id}")
    for result in sorted(played, key=lambda result: result.seat):
        row = {name: getattr(result, name) for name in ("seat", "place", "points", "won")}
        row |= {"mu": result.rating.mu, "sigma": result.rating.sigma}
        row |= {"overall_mu": result.overall.mu, "overall_sigma": result.overall.sigma}
        if result.before is not None:
            row |= {"former_mu": result.before.mu, "former_sigma": result.before.sigma}
        connection.execute(insert(results).values(table_id=table_id, **row))


def results_of(connection: Connection, table_id: int) -> list[ResultRecord]:
    """The results of a finished game by seat; none before it is finished."""
    found = connection.execute(
        select(results, seats.c.user_id, seats.c.computer)
        .join(seats, (seats.c.table_id == results.c.table_id) & (seats.c.seat == results.c.seat))
        .where(results.c.table_id == table_id)
        .order_by(results.c.seat)
    )
    return [
        ResultRecord(
            seat=row.seat,
            player=_player(row.user_id, row.computer),
            place=row.place,
            points=row.points,
            won=row.won,
            rating=Rating(row.mu, row.sigma),
            overall=Rating(row.overall_mu, row.overall_sigma),
            before=None if row.former_mu is None else Rating(row.former_mu, row.former_sigma),
        )
        for row in found
    ]


def _player(user_id: int | None, computer: str | None) -> Player:
    """Whose result it is: the member's if the seat has one, even if a computer plays it."""
    return user_id if user_id is not None else str(computer)


def reviews_of(connection: Connection, table_id: int, version: int) -> dict[int, ReviewRecord]:
    """What decisions in a game were worth, by seat, as far as judges of this version have looked."""
    found = connection.execute(select(reviews).where(reviews.c.table_id == table_id, reviews.c.version == version))
    return {row.seat: _review(row) for row in found}


def _review(row: Row[Any]) -> ReviewRecord:
    judged = [JudgedMove(number, stake, tuple(map(tuple, told))) for number, stake, told in row.judged]
    return ReviewRecord(row.table_id, row.seat, row.version, row.luck, tuple(judged))


def _keep_review(connection: Connection, review: ReviewRecord) -> None:
    """Store what the decisions at a seat were worth, in place of what earlier judges found."""
    judged = [[one.number, one.stake, [list(each) for each in one.considered]] for one in review.judged]
    values = {"version": review.version, "luck": review.luck, "judged": judged}
    put(connection, reviews, {"table_id": review.table_id, "seat": review.seat}, values)


def answered_mistakes(connection: Connection, user_id: int, table_ids: Sequence[int]) -> Answered:
    """The mistakes in these games that this member has answered: when each is due again, if it was missed."""
    found = select(mistakes).where(mistakes.c.user_id == user_id, mistakes.c.table_id.in_(table_ids))
    return {(row.table_id, row.number): row.due_at for row in connection.execute(found)}


def _note_mistake(connection: Connection, user_id: int, table_id: int, number: int, due_at: datetime | None) -> None:
    """Store a member's answer in place of an earlier one, if the game's review is still kept."""
    if connection.scalar(select(reviews.c.seat).where(reviews.c.table_id == table_id).limit(1)) is None:
        return
    put(connection, mistakes, {"table_id": table_id, "user_id": user_id, "number": number}, {"due_at": due_at})


class Games(Stored):
    """The moves and results of games; every method is one transaction."""

    last_moves_at = query(last_moves_at)
    moves = query(moves_of)
    thoughts = query(thoughts_of)
    stand_in_moves = query(stand_in_moves)
    results = query(results_of)
    reviews = query(reviews_of)
    keep_review = write(_keep_review)
    answered_mistakes = query(answered_mistakes)
    note_mistake = write(_note_mistake)


PUZZLE_IS_OVER = timedelta(days=21)
"""So long after it was offered, a position has been posted and its solution told, or it never will be."""

_IS_FOLDED = exists().where(folded_games.c.table_id == tables.c.id)


def _fold(connection: Connection, table_ids: Collection[int]) -> None:
    """Delete the moves of these games, what computers considered and judged, and requests to take moves back."""
    connection.execute(insert(folded_games), [{"table_id": table_id} for table_id in table_ids])
    for part in (mistakes, reviews, thoughts, moves, take_backs):
        connection.execute(delete(part).where(part.c.table_id.in_(table_ids)))


class Folding(Stored):
    """Folds finished games; every method is one transaction."""

    async def due(self, before: datetime, now: datetime, limit: int, after: int = 0) -> list[int]:
        """Games of our servers, finished before this time, whose moves nobody needs any more, by id ``after`` this one.

        A game is needed if it is still to be shown, of a day that is not over, or of a puzzle that may be posted or
        solved.
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
                *self._database.here(tables.c.guild_id),
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


def plans_by_table(connection: Connection, table_ids: Sequence[int]) -> dict[int, list[PlanRecord]]:
    """What has been decided ahead at these tables."""
    return by_table(connection, _PLANS, table_ids, PlanRecord)


def save_plans(connection: Connection, table_id: int, changed: Sequence[PlanRecord]) -> None:
    """Store these plans in place of the former ones of their seats."""
    for plan in changed:
        connection.execute(delete(plans).where(plans.c.table_id == table_id, plans.c.seat == plan.seat))
        if not plan.is_empty:
            connection.execute(insert(plans).values(row_of(table_id, plan)))


def forget_plans(connection: Connection, table_id: int) -> None:
    """Forget everything that has been decided ahead at a table, because its game is over."""
    connection.execute(delete(plans).where(plans.c.table_id == table_id))
