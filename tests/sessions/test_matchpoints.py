"""Matchpoints: two for each member beaten on a deal, one for each tie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.races import cup_lines, matchpoints

POINTS = st.dictionaries(st.integers(1, 9), st.integers(0, 5).map(float), max_size=8)


def scored(points: dict[int, float], *, fewest_points_win: bool = False) -> dict[int, int]:
    cells = matchpoints(points, fewest_points_win=fewest_points_win)
    assert {user: cell.points for user, cell in cells.items()} == points
    return {user: cell.matchpoints for user, cell in cells.items()}


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        # Laws of Duplicate Bridge 2017, Law 78 A: two for each lower score, one for each equal one.
        ([420, 420, 450, 170, -50, 420, 450, -50], [8, 8, 13, 4, 1, 8, 13, 1]),
        ([620, 170, 170, -100], [6, 3, 3, 0]),
        ([90, 90, 90], [2, 2, 2]),
        ([400], [0]),
    ],
)
def test_a_traveller_of_duplicate_bridge(results: list[float], expected: list[int]) -> None:
    assert scored(dict(enumerate(results))) == dict(enumerate(expected))
    turned = {user: -points for user, points in enumerate(results)}
    assert scored(turned, fewest_points_win=True) == dict(enumerate(expected))


@given(POINTS, st.booleans())
def test_a_deal_gives_two_matchpoints_for_each_pair(points: dict[int, float], fewest: bool) -> None:
    found = scored(points, fewest_points_win=fewest)
    assert sum(found.values()) == len(points) * (len(points) - 1)
    for one in points:
        for other in points:
            better = points[one] < points[other] if fewest else points[one] > points[other]
            assert not better or found[one] > found[other]


@given(st.lists(POINTS, min_size=1, max_size=8))
def test_a_table_adds_up_and_leaves_nobody_out(deals: list[dict[int, float]]) -> None:
    lines = cup_lines(deals, fewest_points_win=False)
    assert {line.member for line in lines} == {user for deal in deals for user in deal}
    for line in lines:
        assert line.total == sum(cell.matchpoints for cell in line.cells if cell)
        assert [cell is None for cell in line.cells] == [line.member not in deal for deal in deals]
        assert line.rank == 1 + sum(other.total > line.total for other in lines)
