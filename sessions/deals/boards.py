"""What others have scored with the cards of a finished game, seat by seat."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from db.purpose_records import DealTry
from db.race_records import DealRecord, TryRecord
from db.records import ResultRecord, TableRecord
from sessions.races.ranking import RaceLine, race_lines, visible
from sessions.tables.cache import TableCache


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """The results with the cards of one seat, best first, and the ``player`` who held them with their ``points``."""

    seat: int
    player: int
    points: float
    lines: tuple[RaceLine, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What has been scored with the cards of a game, and until when others can try.

    ``is_tried``: somebody is in the middle of a try, so the seed stands nowhere above it.
    """

    deal: DealRecord
    seats: tuple[SeatBoard, ...]
    is_tried: bool = False


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
        tries = await self._cache.store.races.of_deals([deal.id])
        origin = await self._cache.get(deal.origin)
        boards = seat_boards(origin.table, origin.results, visible(tries, user_id))
        return Board(deal, boards, any(one.is_open for one in tries))

    async def _deal(self, table: TableRecord) -> DealRecord | None:
        if not isinstance(table.purpose, DealTry):
            return await self._deals.of_origin(table.id)
        return await self._deals.get(table.purpose.deal)


def seat_boards(
    origin: TableRecord, results: Sequence[ResultRecord], tries: Collection[TryRecord]
) -> tuple[SeatBoard, ...]:
    """The boards of the seats whose cards somebody has played to the end."""
    lower_wins = fewest_points_win(results)
    points_of = {result.seat: result.points for result in results}
    boards: list[SeatBoard] = []
    for seat in origin.seats:
        done = [one for one in tries if one.seat == seat.seat and one.points is not None]
        if seat.user_id is not None and done:
            lines = race_lines(done, fewest_points_win=lower_wins)
            boards.append(SeatBoard(seat.seat, seat.user_id, points_of.get(seat.seat, 0.0), tuple(lines)))
    return tuple(boards)


def fewest_points_win(results: Sequence[ResultRecord]) -> bool:
    """Whether the best places of a game have the fewest points."""
    ordered = [result.points for result in sorted(results, key=lambda result: result.place)]
    return bool(ordered) and ordered[0] < ordered[-1]
