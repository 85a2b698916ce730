"""What others have scored with the cards of a finished game, seat by seat."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from db.purpose_records import DealTry
from db.race_records import DealRecord, DealTryRecord
from db.records import ResultRecord, TableRecord
from sessions.tables.cache import TableCache


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A member's result with the cards of a seat. Equal points share a ``rank``."""

    rank: int
    user_id: int
    points: float


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """The results with the cards of one seat, best first, and the ``player`` who held them with their ``points``."""

    seat: int
    player: int
    points: float
    lines: tuple[BoardLine, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What has been scored with the cards of a game, and until when others can try."""

    deal: DealRecord
    seats: tuple[SeatBoard, ...]


class Boards:
    """Compares the results of those who have played the same deal."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._deals = cache.store.deals

    async def of(self, table: TableRecord, user_id: int | None) -> Board | None:
        """The board of a finished game's cards as a member may see it, also from a try at them; ``None`` without any.

        Members who do not want to be on leaderboards see their own result, and nobody else does.
        """
        deal = await self._deal(table)
        if deal is None or deal.origin is None:
            return None
        tries = [one for one in await self._deals.tries([deal.id]) if not one.is_hidden or one.user_id == user_id]
        origin = await self._cache.get(deal.origin)
        return Board(deal, seat_boards(origin.table, origin.results, tries))

    async def _deal(self, table: TableRecord) -> DealRecord | None:
        if not isinstance(table.purpose, DealTry):
            return await self._deals.of_origin(table.id)
        return await self._deals.get(table.purpose.deal)


def seat_boards(
    origin: TableRecord, results: Sequence[ResultRecord], tries: Collection[DealTryRecord]
) -> tuple[SeatBoard, ...]:
    """The boards of the seats whose cards somebody has played to the end."""
    lower_wins = fewest_points_win(results)
    points_of = {result.seat: result.points for result in results}
    boards: list[SeatBoard] = []
    for seat in origin.seats:
        done = [(one.points, one.user_id) for one in tries if one.seat == seat.seat and one.points is not None]
        if seat.user_id is not None and done:
            lines = ranked(done, lower_wins=lower_wins)
            boards.append(SeatBoard(seat.seat, seat.user_id, points_of.get(seat.seat, 0.0), lines))
    return tuple(boards)


def ranked(scores: Collection[tuple[float, int]], *, lower_wins: bool) -> tuple[BoardLine, ...]:
    """Points with their members, best first. Equal points share a rank.

    >>> [(line.rank, line.user_id) for line in ranked([(3, 71), (5, 72), (5, 73)], lower_wins=False)]
    [(1, 72), (1, 73), (3, 71)]
    """
    ordered = sorted(scores, key=lambda one: one[0] if lower_wins else -one[0])
    values = [points for points, _ in ordered]
    return tuple(BoardLine(values.index(points) + 1, user, points) for points, user in ordered)


def fewest_points_win(results: Sequence[ResultRecord]) -> bool:
    """Whether the best places of a game have the fewest points."""
    ordered = [result.points for result in sorted(results, key=lambda result: result.place)]
    return bool(ordered) and ordered[0] < ordered[-1]
