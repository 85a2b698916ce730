"""Games in which sides win together: places, ratings, resignations and votes."""

import pytest
from card_room import ANNA, BEN, CLARA, DAN, KNOTWEED, NOON, Room
from hypothesis import given
from hypothesis import strategies as st

from db.purpose_records import Unrated
from db.records import Phase, Rating, SeatRecord, Vote
from engines import Outcome
from engines.knotweed.game import Knotweed
from engines.sides import alone
from sessions.tables.ballots import Verdict, verdict
from sessions.tables.results import NEWCOMER, placings, rate

FOUR = [ANNA, BEN, CLARA, DAN]
SIDES = ((0, 2), (1, 3))
ANNA_AND_CLARA_WIN = Outcome(((0, 2), (1, 3)), (5, 1, 5, 1), "x", (0, 2))
DRAW = Outcome(((0, 1, 2, 3),), (5, 5, 5, 5), "x", (0, 1, 2, 3))


@pytest.fixture
def partnerships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Knotweed with two sides."""
    monkeypatch.setattr(Knotweed, "sides", lambda self, seats: SIDES)


def seated(gone: tuple[int, ...] = ()) -> list[SeatRecord]:
    return [SeatRecord(seat, user, "normal" if seat in gone else None) for seat, user in enumerate(FOUR)]


@pytest.mark.parametrize(
    ("outcome", "gone", "places", "winners"),
    [
        (ANNA_AND_CLARA_WIN, (), [1, 2, 1, 2], {0, 2}),
        (ANNA_AND_CLARA_WIN, (2,), [1, 2, 3, 2], {0}),
        (ANNA_AND_CLARA_WIN, (1,), [1, 3, 1, 2], {0, 2}),
        (ANNA_AND_CLARA_WIN, (1, 2), [1, 3, 3, 2], {0}),
        (ANNA_AND_CLARA_WIN, (0, 2), [2, 1, 2, 1], {1, 3}),
        (DRAW, (3,), [1, 1, 1, 3], {0, 1, 2}),
        (None, (1, 3), [1, 2, 1, 2], {0, 2}),
        (None, (1, 2, 3), [1, 2, 2, 2], {0}),
    ],
)
def test_places_are_those_of_the_sides(
    outcome: Outcome | None, gone: tuple[int, ...], places: list[int], winners: set[int]
) -> None:
    placed = placings(outcome, seated(gone), SIDES)
    assert [placing.place for placing in placed] == places
    assert {seat for seat, placing in enumerate(placed) if placing.won} == winners


def test_both_partners_gain_and_neither_loses_because_the_other_left() -> None:
    newcomers = [NEWCOMER] * 4
    together = rate(newcomers, [1, 2, 1, 2], SIDES)
    assert together[0] == together[2]
    assert together[1] == together[3]
    assert together[0].mu > NEWCOMER.mu > together[1].mu
    one_left = rate(newcomers, [1, 2, 3, 2], SIDES)
    assert one_left[0] == together[0]
    assert one_left[1] == together[1]
    assert one_left[2].mu < NEWCOMER.mu


RATINGS = st.builds(Rating, st.floats(5, 45), st.floats(1, 9))


@given(ratings=st.lists(RATINGS, min_size=4, max_size=4), gone=st.sets(st.integers(0, 3), max_size=3))
def test_who_left_never_changes_the_ratings_of_those_who_stay(ratings: list[Rating], gone: set[int]) -> None:
    whole = rate(ratings, [1, 2, 1, 2], SIDES)
    # A side that left as a whole comes behind the other.
    places = [5 if seat in gone else 1 + seat % 2 for seat in range(4)]
    if not ({0, 2} <= gone or {1, 3} <= gone):
        after = rate(ratings, places, SIDES)
        assert [after[seat] for seat in range(4) if seat not in gone] == [
            whole[seat] for seat in range(4) if seat not in gone
        ]
        assert all(after[seat].mu <= whole[seat].mu for seat in gone)


@given(ratings=st.lists(RATINGS, min_size=2, max_size=5))
def test_without_partners_everybody_is_a_team(ratings: list[Rating]) -> None:
    places = list(range(1, len(ratings) + 1))
    assert rate(ratings, places) == rate(ratings, places, alone(len(ratings)))


@pytest.mark.parametrize(
    ("removing", "keeping", "away", "what"),
    [
        ((0, 2), (), (), Verdict.OPEN),  # Dan, Ben's partner, has to agree
        ((0, 3), (), (), Verdict.PASSED),
        ((0, 2), (3,), (), Verdict.DROPPED),
        ((0, 2), (), (3,), Verdict.PASSED),
    ],
)
def test_nobody_is_voted_out_against_the_will_of_a_partner(
    removing: tuple[int, ...], keeping: tuple[int, ...], away: tuple[int, ...], what: Verdict
) -> None:
    assert verdict(Vote(1, removing[0], NOON, removing, keeping), seated(away), SIDES) is what


@pytest.mark.usefixtures("partnerships")
async def test_a_game_goes_on_until_a_whole_side_has_given_up(room: Room) -> None:
    table = await room.started(KNOTWEED, FOUR)
    assert (await room.seats.resign(table.id, BEN)).phase is Phase.PLAYING
    ended = await room.seats.resign(table.id, DAN)
    assert ended.phase is Phase.FINISHED
    results = await room.store.games.results(table.id)
    assert [(result.place, result.won) for result in results] == [(1, True), (2, False), (1, True), (2, False)]
    assert ended.purpose.unrated is Unrated.LEFT_EARLY, "with the whole side gone early, nobody is left to compare"


@pytest.mark.usefixtures("partnerships")
async def test_a_side_that_has_one_player_left_plays_on(room: Room) -> None:
    table = await room.started(KNOTWEED, FOUR)
    await room.seats.resign(table.id, ANNA)
    assert (await room.seats.resign(table.id, BEN)).phase is Phase.PLAYING, "Clara plays against Dan"
