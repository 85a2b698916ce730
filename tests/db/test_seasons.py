"""The points of a season, its pages, and the seasons before it."""

import random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from store_steps import ANNA, BEN, CLARA, GUILD, MINUTE, NOON, finished, playing, result

from db.leaderboards.seasons import MOST_COUNTED, SeasonLine, SeasonNow, best_points
from db.records import ResultRecord, SeatRecord
from db.store import Store
from tests.optional import present

NOW, BEFORE = 4 * 2026 + 1, 4 * 2026
HOUR = 60 * MINUTE


async def scored(store: Store, results: list[ResultRecord], season: int = NOW, left: tuple[int, ...] = ()) -> None:
    """A game of a season. The members in the seats ``left`` have gone, and computers have played on."""
    table = await playing(store, [one.player for one in results])
    async with store.tables.change(table.id, table.rev) as change:
        for seat in left:
            user = results[seat].player
            assert isinstance(user, int)
            change.hand_over(SeatRecord(seat, user, "easy"))
        # The seasons of these tests are an hour long, and the latest one begins at noon.
        begins_at = NOON + (season - NOW) * HOUR
        change.finish(results, begins_at + MINUTE, season=SeasonNow(season, begins_at, season))


async def test_who_wins_has_a_point_for_each_player_behind(store: Store) -> None:
    await scored(store, [result(0, ANNA), result(1, BEN, 2), result(2, CLARA, 2)])
    await scored(store, [result(0, BEN), result(1, ANNA, 2)])
    lines, total = await store.seasons.page(GUILD, NOW, offset=0, limit=9)
    assert total == 2
    assert lines == [SeasonLine(1, ANNA, points=2, games=1, wins=1), SeasonLine(2, BEN, points=1, games=1, wins=1)]
    assert await store.seasons.line_of(GUILD, NOW, BEN) == lines[1]


async def test_who_has_left_scores_nothing(store: Store) -> None:
    await scored(store, [result(0, ANNA), result(1, BEN, 2)], left=(1,))
    assert await store.seasons.line_of(GUILD, NOW, ANNA) == SeasonLine(1, ANNA, 1, 1, 1)
    assert await store.seasons.line_of(GUILD, NOW, BEN) is None


@pytest.mark.parametrize(("left", "points"), [((1,), 4), ((1, 2, 3), 2), ((1, 2, 3, 4), 1)])
async def test_all_who_have_left_count_as_one(store: Store, left: tuple[int, ...], points: int) -> None:
    """Four accounts that resigned three games a day gave a fifth 12 points."""
    await scored(store, [result(0, ANNA), *(result(seat, 20 + seat, 2) for seat in range(1, 5))], left=left)
    assert await store.seasons.line_of(GUILD, NOW, ANNA) == SeasonLine(1, ANNA, points, 1, 1)


async def test_games_with_computers_give_no_points(store: Store) -> None:
    await scored(store, [result(0, ANNA), result(1, "easy", 2)])
    assert await store.seasons.page(GUILD, NOW, offset=0, limit=9) == ([], 0)


async def test_the_first_of_past_seasons(store: Store) -> None:
    for season in (BEFORE - 3, BEFORE, NOW):
        await scored(store, [result(0, ANNA), result(1, BEN, 2), result(2, CLARA, 3)], season)
        await scored(store, [result(0, BEN), result(1, CLARA, 2)], season)
    past = await store.seasons.past(GUILD, NOW, most=8, places=2)
    assert list(past) == [BEFORE, BEFORE - 3], "the latest first"
    assert [line.user_id for line in past[BEFORE]] == [ANNA, BEN]
    assert list(await store.seasons.past(GUILD, NOW, most=1, places=2)) == [BEFORE]


async def test_hidden_members_are_not_shown(store: Store) -> None:
    await scored(store, [result(0, ANNA), result(1, BEN, 2)])
    await store.members.hide(ANNA, hidden=True)
    await scored(store, [result(0, ANNA), result(1, CLARA, 2)])
    await scored(store, [result(0, CLARA), result(1, BEN, 2)])
    lines, _ = await store.seasons.page(GUILD, NOW, offset=0, limit=9)
    assert {line.user_id for line in lines} == {CLARA}
    assert (await store.seasons.line_of(GUILD, NOW, ANNA)) == SeasonLine(1, ANNA, 2, 2, 2), "their own line"


PLACES = st.permutations([1, 2, 3, 4, 5]).flatmap(lambda places: st.sampled_from([places[:2], places[:3], places]))


@given(st.lists(PLACES, max_size=60))
def test_lost_games_never_outscore_a_win(placed: list[list[int]]) -> None:
    """Seventeen lost games had more points than eight wins. ANNA is the first of each game's players."""
    games: list[list[Any]] = [
        [
            SimpleNamespace(user_id=ANNA + seat, computer=None, place=place, won=place == min(places))
            for seat, place in enumerate(places)
        ]
        for places in placed
    ]
    won = [players for players in games if players[0].won]
    best = best_points(games, ANNA)
    assert best == best_points(won, ANNA), "volume adds nothing"
    assert min(len(won), MOST_COUNTED) <= sum(best) <= sum(len(players) - 1 for players in won)
    assert (sum(best) > 0) == (len(won) > 0), "one win is more than any number of lost games"


async def test_the_best_twenty_games_count(store: Store) -> None:
    for number in range(22):
        await scored(store, [result(0, ANNA), result(1, 100 + number, 2)])
    await scored(store, [result(0, ANNA), result(1, BEN, 2), result(2, CLARA, 2)])
    await scored(store, [result(0, ANNA, 2), result(1, BEN)])
    line = await store.seasons.line_of(GUILD, NOW, ANNA)
    assert line == SeasonLine(1, ANNA, points=MOST_COUNTED + 1, games=MOST_COUNTED, wins=MOST_COUNTED)


async def test_seasons_that_are_over_stay_as_they_were(store: Store) -> None:
    for _ in range(3):
        await scored(store, [result(0, ANNA), result(1, BEN, 2)], BEFORE)
    before = await store.seasons.line_of(GUILD, BEFORE, ANNA)
    await scored(store, [result(0, BEN), result(1, ANNA, 2)])
    assert await store.seasons.line_of(GUILD, BEFORE, ANNA) == before == SeasonLine(1, ANNA, 3, 3, 3)
    assert await store.seasons.line_of(GUILD, NOW, ANNA) is None


async def test_points_of_a_clock_that_was_ahead_come_back(store: Store) -> None:
    """For a minute the clock was 400 days ahead. The games of that minute count now, and not again in a year."""
    await scored(store, [result(0, ANNA), result(1, BEN, 2)])
    await scored(store, [result(0, ANNA), result(1, BEN, 2)], NOW + 4)
    assert await store.seasons.line_of(GUILD, NOW + 4, ANNA) == SeasonLine(1, ANNA, 1, 1, 1)
    await scored(store, [result(0, CLARA), result(1, BEN, 2)])
    for user, points, games in ((ANNA, 2, 2), (CLARA, 1, 1)):
        line = present(await store.seasons.line_of(GUILD, NOW, user))
        assert (line.points, line.games) == (points, games)
    assert await store.seasons.page(GUILD, NOW + 4, offset=0, limit=9) == ([], 0)
    await scored(store, [result(0, ANNA), result(1, CLARA, 2)], NOW + 4)
    assert await store.seasons.line_of(GUILD, NOW + 4, ANNA) == SeasonLine(1, ANNA, 1, 1, 1)


async def test_pages_are_what_sorting_everything_gives(store: Store) -> None:
    chance, points = random.Random(3), dict[int, int]()
    for _ in range(25):
        players = chance.sample(range(21, 33), chance.randint(2, 4))
        await scored(store, [result(seat, user, seat + 1) for seat, user in enumerate(players)])
        points[players[0]] = points.get(players[0], 0) + len(players) - 1
    shown: list[tuple[int, int]] = []
    for offset in range(0, 16, 4):
        lines, total = await store.seasons.page(GUILD, NOW, offset=offset, limit=4)
        assert total == len(points)
        shown += [(line.rank, line.points) for line in lines]
    expected = sorted(points.values(), reverse=True)
    assert shown == [(expected.index(each) + 1, each) for each in expected]


async def test_who_has_not_played_for_long_is_not_on_a_leaderboard_of_ratings(store: Store) -> None:
    await finished(store, [result(0, ANNA, mu=30), result(1, BEN, 2)])
    boards, later = store.leaderboards, NOON + 2 * MINUTE
    assert await boards.standings(GUILD, None, offset=0, limit=9, since=later) == ([], 0)
    own = present(await boards.standing_of(GUILD, ANNA, None, since=later))
    assert own.has_faded
    lines, total = await boards.standings(GUILD, None, offset=0, limit=9, since=NOON)
    assert ([line.player for line in lines], total) == ([ANNA, BEN], 2)
    assert not any(line.has_faded for line in lines)
    await boards.count_standings_again()
    assert (await boards.standings(GUILD, None, offset=0, limit=9, since=NOON))[1] == 2


async def test_how_two_members_have_met(store: Store) -> None:
    await finished(store, [result(0, ANNA), result(1, BEN, 2), result(2, CLARA, 3)])
    await finished(store, [result(0, BEN), result(1, ANNA, 2)])
    await finished(store, [result(0, BEN), result(1, ANNA)])
    await finished(store, [result(0, BEN), result(1, ANNA, 2)], guild=GUILD + 1)
    assert await store.leaderboards.head_to_head(GUILD, ANNA, BEN) == (3, 1, 1)
    assert await store.leaderboards.head_to_head(GUILD, CLARA, BEN) == (1, 0, 1)
    assert await store.leaderboards.head_to_head(GUILD, CLARA, 99) == (0, 0, 0)
