"""The table of a league: what it never pays to do, and how equals are told apart."""

from datetime import UTC, datetime
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.league_records import (
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
)
from sessions.leagues.standings import Form, missed, points_in, table, unplayed

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def match(*numbers: int, places: tuple[int, ...], late: tuple[int, ...] = (), round_: int = 1) -> MatchRecord:
    seats = tuple(
        MatchSeatRecord(number, place, None, number in late) for number, place in zip(numbers, places, strict=True)
    )
    status = MatchStatus.FORFEITED if late else MatchStatus.PLAYED
    return MatchRecord(0, round_, 0, status, NOON, False, seats)


def not_played(*numbers: int, missing: tuple[int, ...] = ()) -> MatchRecord:
    seats = tuple(map(MatchSeatRecord, numbers))
    return unplayed(MatchRecord(0, 1, 0, MatchStatus.OPEN, NOON, False, seats), missing)


def league(players: int, *matches: MatchRecord, out: tuple[int, ...] = ()) -> LeagueRecord:
    entries = tuple(
        EntryRecord(number, 100 + number, EntryStatus.OUT if number in out else EntryStatus.IN)
        for number in range(players)
    )
    return LeagueRecord(
        1, 1, 2, LeagueKind.LEAGUE, "Autumn", "counter", 9, LeaguePhase.ROUNDS, 12, 5, "days_7", None, 1,
        NOON, NOON, NOON, NOON, 1, None, entries=entries, matches=matches,
    )  # fmt: skip


def order(shown: LeagueRecord) -> list[tuple[int, int]]:
    return [(line.place, line.number) for line in table(shown, 0, {})]


@pytest.mark.parametrize(
    ("played", "points"),
    [
        (match(0, 1, places=(1, 2)), (3, 1)),
        (match(0, 1, places=(1, 1)), (2, 2)),
        (match(0, 1, places=(1, 2), late=(1,)), (3, 0)),
        (not_played(0, 1, missing=(1,)), (3, 0)),
        (not_played(0, 1), (0, 0)),
        (match(0, 1, 2, 3, 4, places=(1, 2, 2, 4, 5)), (3, 2.25, 2.25, 1.5, 1)),
        (match(0, 1, 2, places=(1, 2, 3), late=(2,)), (3, 2, 0)),
        (not_played(0, 1, 2, missing=(2,)), (0, 0, 0)),
        (missed(match(0, 1, 2, places=(1, 2, 3)), 0), (0, 3, 2)),
        (missed(match(0, 1, places=(1, 2)), 0), (0, 3)),
    ],
)
def test_what_a_match_gives(played: MatchRecord, points: tuple[float, ...]) -> None:
    assert tuple(points_in(played, number) for number in played.numbers) == points


def test_not_playing_never_pays() -> None:
    """Whatever the others do, a loss gives more than a match not played to its end."""
    for places in permutations((1, 2, 3)):
        honest = match(0, 1, 2, places=places)
        for number in range(3):
            last = tuple(3 if one == number else 1 for one in range(3))
            stalled = match(0, 1, 2, places=last, late=(number,))
            assert points_in(stalled, number) < points_in(honest, number)


SEATS = st.tuples(st.integers(1, 3), st.booleans())
"""A place and whether somebody has not played to the end."""
PODS = st.lists(st.lists(SEATS, min_size=2, max_size=5), min_size=1, max_size=8)


@given(PODS, st.integers(5, 30), st.randoms())
def test_any_table_agrees_with_a_count_of_its_own(
    pods: list[list[tuple[int, bool]]], players: int, luck: Random
) -> None:
    """A point for each match played to its end, and two for each other beaten, divided among the others."""
    matches: list[MatchRecord] = []
    for pod in pods:
        numbers = luck.sample(range(players), len(pod))
        late = tuple(number for number, (_, is_late) in zip(numbers, pod, strict=True) if is_late)
        matches.append(match(*numbers, places=tuple(place for place, _ in pod), late=late))
    points, due = [Fraction()] * players, [0] * players
    for one in matches:
        for own in one.seats:
            due[own.number] += 1
            if own.forfeited:
                continue
            beaten = Fraction()
            for other in one.seats:
                if other is not own:
                    ahead = other.forfeited or (own.place or 0) < (other.place or 0)
                    beaten += 1 if ahead else Fraction(own.place == other.place, 2)
            points[own.number] += 1 + 2 * beaten / (len(one.seats) - 1)
    lines = table(league(players, *matches), 0, {})
    assert sorted(line.number for line in lines) == list(range(players))
    for line in lines:
        assert (line.due, line.points) == (due[line.number], pytest.approx(float(points[line.number]), abs=0.01))
    averages = [points[line.number] / max(1, due[line.number]) for line in lines]
    assert all(one >= other - Fraction(1, 50) for one, other in pairwise(averages))
    assert [line.place for line in lines] == sorted(line.place for line in lines)


def test_a_bye_and_an_annulled_match_are_not_due() -> None:
    alone = MatchRecord(0, 1, 0, MatchStatus.BYE, None, False, (MatchSeatRecord(2, 1),))
    annulled = MatchRecord(0, 1, 0, MatchStatus.ANNULLED, NOON, False, (MatchSeatRecord(0, 1), MatchSeatRecord(2, 2)))
    lines = {line.number: line for line in table(league(3, match(0, 1, places=(1, 2)), alone, annulled), 0, {2: 2})}
    assert [lines[number].due for number in range(3)] == [1, 1, 0]
    assert lines[2].form == (Form.TO_COME, Form.TO_COME)


def test_points_count_for_each_match_that_was_due() -> None:
    """Who came late and won their only match is before who won one of two."""
    assert order(league(3, match(0, 1, places=(1, 2)), match(2, 0, places=(1, 2)))) == [(1, 2), (2, 0), (3, 1)]


def test_equals_are_told_apart_by_their_meeting_then_by_matches_played() -> None:
    beaten = [match(0, 1, places=(2, 1)), match(0, 2, places=(1, 2)), match(1, 3, places=(2, 1))]
    assert order(league(4, *beaten))[:3] == [(1, 3), (2, 1), (3, 0)]
    forfeited = [match(0, 2, places=(1, 2)), not_played(0, 3, missing=(0,)), match(1, 2, places=(2, 1))]
    averages = [line.average for line in table(league(4, *forfeited), 0, {})]
    assert averages == sorted(averages, reverse=True)
    more = [
        match(0, 2, places=(1, 2)),
        match(0, 3, places=(1, 1)),
        match(1, 3, places=(1, 1)),
        match(1, 2, places=(1, 2)),
    ]
    assert order(league(4, *more))[:2] == [(1, 0), (1, 1)], "the same against the same: they share the place"


def test_who_has_beaten_better_ones_is_before_equals() -> None:
    """0 and 1 have won once and lost once, but 0 has beaten a better one."""
    matches = [
        match(0, 2, places=(1, 2)), match(0, 4, places=(2, 1)),
        match(1, 3, places=(1, 2)), match(1, 4, places=(2, 1)),
        match(2, 5, places=(1, 1)), match(3, 5, places=(2, 1)),
    ]  # fmt: skip
    assert order(league(6, *matches)) == [(1, 4), (2, 5), (3, 0), (4, 1), (5, 2), (6, 3)]


@pytest.mark.parametrize(("played", "stays"), [(1, False), (2, True)])
def test_who_withdraws_with_less_than_half_played_leaves_the_table(played: int, stays: bool) -> None:
    """The others' results against them go, too; with half of the matches played, the rest are walkovers."""
    games = [match(0, other, places=(2, 1)) for other in range(1, played + 1)]
    games += [not_played(0, other, missing=(0,)) for other in range(played + 1, 5)]
    games += [match(one, other, places=(1, 2)) for one, other in combinations(range(1, 5), 2)]
    lines = {line.number: line for line in table(league(5, *games, out=(0,)), 0, {})}
    assert (0 in lines) == stays
    assert {lines[number].due for number in range(1, 5)} == {4 if stays else 3}
    assert [lines[number].points for number in (1, 4)] == ([12, 6] if stays else [9, 3])


def test_at_a_table_of_several_the_others_keep_their_game_when_one_is_struck() -> None:
    """As if the one who has withdrawn had not sat there; of two, nothing is left."""
    games = [match(0, 1, 2, places=(1, 2, 3)), not_played(0, 3, missing=(0,)), match(0, 4, places=(1, 2))]
    lines = {line.number: line for line in table(league(5, *games, out=(0,)), 0, {})}
    assert {number: (line.points, line.due) for number, line in lines.items()} == {
        1: (3, 1),
        2: (1, 1),
        3: (0, 0),
        4: (0, 0),
    }
