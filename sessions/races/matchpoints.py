"""Matchpoints, as in duplicate bridge: on each deal, two for each member beaten and one for each tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from db.ranking import shared_ranks

BEATEN, TIED = 2, 1


@dataclass(frozen=True, slots=True)
class Cell:
    """The points of a member in the game with a deal, and the matchpoints for them.

    Without ``points`` (``None``), a live cup has given them for a game that did not come to its end, or for none.
    """

    points: float | None
    matchpoints: int


@dataclass(frozen=True, slots=True)
class CupLine:
    """A member's results on each deal (``None``: not finished), and all matchpoints. Equal totals share a rank.

    ``member`` is the id of the member; in a live cup it is the number of an entry.
    """

    rank: int
    member: int
    cells: tuple[Cell | None, ...]
    total: int


def matchpoints(points: Mapping[int, float], *, fewest_points_win: bool) -> dict[int, Cell]:
    """The results of those who have finished a deal with these points.

    >>> scored = matchpoints({71: 5, 72: 3, 73: 5}, fewest_points_win=False)
    >>> {user: cell.matchpoints for user, cell in scored.items()}
    {71: 3, 72: 0, 73: 3}
    """
    sign = -1 if fewest_points_win else 1
    scored: dict[int, Cell] = {}
    for user, own in points.items():
        beaten = sum(sign * own > sign * other for other in points.values())
        tied = sum(own == other for other in points.values()) - 1
        scored[user] = Cell(own, BEATEN * beaten + TIED * tied)
    return scored


def cup_lines(deals: Sequence[Mapping[int, float]], *, fewest_points_win: bool) -> tuple[CupLine, ...]:
    """The table of a cup, best first, from what each member has scored on each deal."""
    scored = [matchpoints(points, fewest_points_win=fewest_points_win) for points in deals]
    return ranked_lines({user: tuple(deal.get(user) for deal in scored) for deal in scored for user in deal})


def ranked_lines(cells: Mapping[int, tuple[Cell | None, ...]]) -> tuple[CupLine, ...]:
    """The same from the results of each member."""
    totals = {user: sum(cell.matchpoints for cell in row if cell) for user, row in cells.items()}
    ordered = sorted(cells, key=lambda user: (-totals[user], user))
    ranks = shared_ranks([totals[user] for user in ordered])
    return tuple(CupLine(rank, user, cells[user], totals[user]) for rank, user in zip(ranks, ordered, strict=True))
