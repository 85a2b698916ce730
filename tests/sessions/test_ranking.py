"""Ranks on the same deal, the week's table, streaks, and matchpoints: two for each member beaten, one for a tie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.race_records import TryRecord
from sessions.daily.games import days_of_week, shares_beaten, streak, week_lines
from sessions.races import cup_lines, matchpoints, race_lines, visible_tries


def tried(user: int, points: float | None, *, is_open: bool = False, is_hidden: bool = False) -> TryRecord:
    return TryRecord(1, user, user, 0, "counter", is_open, points, is_hidden)


def test_equal_points_share_a_rank_and_unfinished_games_come_last():
    tries = [tried(1, 3), tried(2, None), tried(3, 7), tried(4, 7), tried(5, None, is_open=True)]
    lines = [(line.user_id, line.rank) for line in race_lines(tries, fewest_points_win=False)]
    assert lines == [(3, 1), (4, 1), (1, 3), (2, None)]


def test_the_fewest_points_win_where_the_game_says_so():
    lines = race_lines([tried(1, 3), tried(2, 0), tried(3, 9)], fewest_points_win=True)
    assert [line.user_id for line in lines] == [2, 1, 3]


def test_the_share_of_the_other_finishers_who_are_beaten():
    lines = race_lines([tried(1, 9), tried(2, 5), tried(3, 5), tried(4, 1), tried(5, None)], fewest_points_win=False)
    assert shares_beaten(lines) == {1: 1, 2: pytest.approx(1 / 3), 3: pytest.approx(1 / 3), 4: 0}
    assert shares_beaten(race_lines([tried(1, 9)], fewest_points_win=False)) == {1: 0}


def test_the_week_adds_the_shares():
    first = race_lines([tried(1, 9), tried(2, 5), tried(3, 1)], fewest_points_win=False)
    second = race_lines([tried(2, 9), tried(3, 5)], fewest_points_win=False)
    lines = [(line.user_id, line.rank, line.score, line.days) for line in week_lines([first, second, []])]
    assert lines == [(2, 1, 150, 2), (1, 2, 100, 1), (3, 3, 0, 2)]


@pytest.mark.parametrize(("day", "days"), [(5, [5]), (6, [5, 6]), (11, [5, 6, 7, 8, 9, 10, 11]), (12, [12])])
def test_a_week_begins_on_monday(day: int, days: list[int]):
    """Day 5 is 5 January 2026, a Monday."""
    assert list(days_of_week(day)) == days


@pytest.mark.parametrize(
    ("finished", "days"),
    [
        ([], 0),
        ([9], 1),
        ([9, 8, 7], 3),
        ([9, 7], 2),
        ([9, 7, 5], 2),
        ([8, 7], 2),
        ([7, 6], 2),
        ([6, 5], 0),
        ([9, 7, 6, 5, 4, 2], 6),
    ],
)
def test_a_streak_lasts_until_a_second_day_of_a_week_is_missed(finished: list[int], days: int):
    assert streak(finished, 9) == days


def test_hidden_members_are_visible_to_themselves():
    tries = [tried(1, 3, is_hidden=True), tried(2, 4, is_hidden=True), tried(3, 5)]
    assert [one.user_id for one in visible_tries(tries, 1)] == [1, 3]


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
