"""Ratings, ranks and statistics, and the standings that they are read from."""

import random
from dataclasses import replace
from typing import Any

import pytest
from store_steps import ANNA, BEN, CLARA, GUILD, MINUTE, NOON, finished, playing, result

from db.records import GameStats, Rating, Standing
from db.store import Store
from tests.databases import Raw

STRANGER = 99


async def test_a_rating_is_that_of_the_latest_result(store: Store):
    await finished(store, [result(0, ANNA, mu=30), result(1, BEN, 2, mu=20)])
    await finished(store, [result(0, BEN, mu=22), result(1, ANNA, 2, mu=28)])
    await finished(store, [result(0, ANNA, mu=26)], game="knotweed")
    await finished(store, [result(0, ANNA, mu=40)], guild=GUILD + 1)
    assert await store.leaderboards.rating(GUILD, ANNA, "counter") == Rating(28, 8)
    assert await store.leaderboards.rating(GUILD, ANNA, "knotweed") == Rating(26, 8)
    assert await store.leaderboards.rating(GUILD, ANNA, None) == Rating(27, 8)
    assert await store.leaderboards.rating(GUILD, BEN, None) == Rating(23, 8)
    assert await store.leaderboards.rating(GUILD + 1, ANNA, "counter") == Rating(40, 8)


async def test_a_player_who_has_not_finished_a_game_has_no_rating(store: Store):
    await playing(store, [ANNA, BEN])
    assert await store.leaderboards.rating(GUILD, ANNA, "counter") is None
    assert await store.leaderboards.rating(GUILD, ANNA, None) is None
    assert await store.leaderboards.standing_of(GUILD, ANNA, None) is None
    assert await store.leaderboards.standings(GUILD, None, offset=0, limit=10) == ([], 0)
    assert await store.leaderboards.statistics(GUILD, ANNA) == []


async def test_a_certain_rating_ranks_above_an_uncertain_one(store: Store):
    await finished(store, [result(0, ANNA, mu=40, sigma=8), result(1, BEN, 2, mu=25, sigma=2)])
    lines, total = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10)
    assert total == 2
    assert lines == [
        Standing(1, BEN, Rating(25, 2), games=1, wins=0),
        Standing(2, ANNA, Rating(40, 8), games=1, wins=1),
    ]


async def test_ratings_that_differ_by_rounding_are_equal(store: Store):
    assert 0.1 + 0.2 != 0.3
    await finished(store, [result(0, ANNA, mu=0.1 + 0.2, sigma=1), result(1, BEN, mu=0.3, sigma=1)])
    lines, _ = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10)
    assert [line.rank for line in lines] == [1, 1]


async def test_ordinals_are_compared_to_nine_decimals(store: Store):
    """The rounding must come after the subtraction of the uncertainty, which can hide a difference or leave it."""
    tiny, small = 25 + 1e-12, 25 + 2e-9
    assert 25 - 3 * 8 < tiny - 3 * 8 < small - 3 * 8
    await finished(store, [result(0, ANNA, 2), result(1, BEN, 1, mu=tiny), result(2, CLARA, 3, mu=small)])
    lines, _ = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10)
    assert [(line.rank, line.player) for line in lines] == [(1, CLARA), (2, BEN), (2, ANNA)]


async def test_a_leaderboard_over_all_games_counts_them_all(store: Store):
    await finished(store, [result(0, ANNA, mu=30), result(1, BEN, 2, mu=20)])
    await finished(store, [result(0, ANNA, 2, mu=26), result(1, CLARA, mu=25)], game="knotweed")
    await finished(store, [result(0, CLARA, mu=50)], guild=GUILD + 1)
    overall, total = await store.leaderboards.standings(GUILD, None, offset=0, limit=10)
    assert total == 3
    assert overall[0] == Standing(1, ANNA, Rating(27, 8), games=2, wins=1)
    knotweed, total = await store.leaderboards.standings(GUILD, "knotweed", offset=0, limit=10)
    assert total == 2
    assert knotweed[0] == Standing(1, ANNA, Rating(26, 8), games=1, wins=0)


async def test_a_players_own_line_is_that_of_the_leaderboard(store: Store):
    await finished(store, [result(seat, 30 + seat, mu=30 - seat // 2) for seat in range(7)])
    lines, _ = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10)
    assert [await store.leaderboards.standing_of(GUILD, line.player, "counter") for line in lines] == lines
    assert await store.leaderboards.standing_of(GUILD, STRANGER, "counter") is None
    assert await store.leaderboards.standing_of(GUILD, 30, "knotweed") is None


async def test_statistics_of_a_player(store: Store):
    await finished(store, [result(0, ANNA, 2, mu=20)], game="knotweed")
    await finished(store, [result(0, ANNA)], game="card_duel")
    for place, mu in ((1, 16), (1, 18), (2, 12)):
        await finished(store, [result(0, ANNA, place, mu=mu), result(1, BEN, 3 - place)])
    await finished(store, [result(0, ANNA)], guild=GUILD + 1)
    assert await store.leaderboards.statistics(GUILD, ANNA) == [
        GameStats("counter", games=3, wins=2, rating=Rating(12, 8), streak=0),
        GameStats("card_duel", games=1, wins=1, rating=Rating(25, 8), streak=1),
        GameStats("knotweed", games=1, wins=0, rating=Rating(20, 8)),
    ]


# Practice: computers have seats of their own.

EASY, HARD = "easy", "hard"


async def test_practice_and_games_among_members_are_counted_separately(store: Store):
    await finished(store, [result(0, ANNA, mu=30), result(1, BEN, 2, mu=20)])
    await finished(store, [result(0, ANNA, 2, mu=26), result(1, BEN, 3, mu=21), result(2, HARD, mu=40)])
    assert await store.leaderboards.rating(GUILD, ANNA, "counter") == Rating(30, 8)
    assert await store.leaderboards.rating(GUILD, ANNA, "counter", practice=True) == Rating(26, 8)
    assert await store.leaderboards.rating(GUILD, ANNA, None) == Rating(31, 8)
    assert await store.leaderboards.rating(GUILD, ANNA, None, practice=True) == Rating(27, 8)
    assert await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10) == (
        [Standing(1, ANNA, Rating(30, 8), games=1, wins=1), Standing(2, BEN, Rating(20, 8), games=1, wins=0)],
        2,
    )
    assert await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10, practice=True) == (
        [
            Standing(1, HARD, Rating(40, 8), games=1, wins=1),
            Standing(2, ANNA, Rating(26, 8), games=1, wins=0),
            Standing(3, BEN, Rating(21, 8), games=1, wins=0),
        ],
        3,
    )
    assert await store.leaderboards.statistics(GUILD, ANNA) == [
        GameStats("counter", games=1, wins=1, rating=Rating(30, 8), streak=1)
    ]
    assert await store.leaderboards.statistics(GUILD, ANNA, practice=True) == [
        GameStats("counter", games=1, wins=0, rating=Rating(26, 8))
    ]


async def test_computers_are_rated_by_their_level(store: Store):
    await finished(store, [result(0, ANNA, 2), result(1, HARD, mu=35), result(2, EASY, 3, mu=15)])
    await finished(store, [result(0, BEN, 1), result(1, HARD, 2, mu=33)])
    await finished(store, [result(0, BEN, 1), result(1, HARD, 2, mu=30)], game="knotweed")
    await finished(store, [result(0, BEN, 1), result(1, HARD, 2, mu=10)], guild=GUILD + 1)
    assert await store.leaderboards.rating(GUILD, HARD, "counter", practice=True) == Rating(33, 8)
    assert await store.leaderboards.rating(GUILD, HARD, None, practice=True) == Rating(31, 8)
    assert await store.leaderboards.rating(GUILD, EASY, None, practice=True) == Rating(16, 8)
    assert await store.leaderboards.rating(GUILD, HARD, "counter") is None
    assert await store.leaderboards.standing_of(GUILD, HARD, None, practice=True) == Standing(
        1, HARD, Rating(31, 8), 3, 1
    )
    assert await store.leaderboards.standing_of(GUILD, HARD, None) is None
    assert await store.leaderboards.standing_of(GUILD, "normal", None, practice=True) is None


async def test_several_computers_of_a_level_are_one_player(store: Store):
    await finished(store, [result(0, ANNA, 2), result(1, EASY, 1, mu=26), result(2, EASY, 3, mu=26)])
    assert await store.leaderboards.standing_of(GUILD, EASY, "counter", practice=True) == Standing(
        1, EASY, Rating(26, 8), 2, 1
    )
    _, total = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10, practice=True)
    assert total == 2


async def test_results_of_a_computer_playing_for_a_member_are_the_members(store: Store):
    """Whether the member has left or given up; such a game does not count as practice."""
    table = await playing(store, [ANNA, BEN, CLARA])
    async with store.tables.change(table.id, table.rev) as change:
        change.hand_over(replace(table.seats[0], computer=EASY))
        change.hand_over(replace(table.seats[1], computer=EASY, resigned=True))
        change.finish([result(0, ANNA, 2, mu=22), result(1, BEN, 3, mu=20), result(2, CLARA)], NOON + MINUTE)
    assert await store.leaderboards.rating(GUILD, ANNA, "counter") == Rating(22, 8)
    assert await store.leaderboards.standing_of(GUILD, BEN, "counter") == Standing(
        3, BEN, Rating(20, 8), games=1, wins=0
    )
    for practice in (False, True):
        assert await store.leaderboards.rating(GUILD, EASY, "counter", practice=practice) is None
    assert await store.leaderboards.standings(GUILD, None, offset=0, limit=10, practice=True) == ([], 0)


async def test_a_member_replaced_by_a_computer_in_a_practice_game(store: Store):
    """The computer that plays for a member is not mistaken for one with a seat of its own."""
    table = await playing(store, [ANNA, BEN, HARD])
    async with store.tables.change(table.id, table.rev) as change:
        change.hand_over(replace(table.seats[1], computer=HARD))
        change.finish([result(0, ANNA), result(1, BEN, 3, mu=20), result(2, HARD, 2, mu=24)], NOON + MINUTE)
    lines, total = await store.leaderboards.standings(GUILD, "counter", offset=0, limit=10, practice=True)
    assert total == 3
    assert [(line.player, line.rating.mu) for line in lines] == [(ANNA, 25), (HARD, 24), (BEN, 20)]
    assert await store.leaderboards.rating(GUILD, HARD, "counter", practice=True) == Rating(24, 8)


# Standings are kept up to date game by game.


async def test_a_streak_counts_wins_in_a_row(store: Store):
    streaks: list[int] = []
    for place in (1, 1, 2, 1, 1, 1):
        await finished(store, [result(0, ANNA, place), result(1, BEN, 3 - place)])
        (line,) = await store.leaderboards.statistics(GUILD, ANNA)
        streaks.append(line.streak)
    assert streaks == [1, 2, 0, 1, 2, 3]


async def test_counting_again_repairs_standings(store: Store, raw: Raw):
    await random_games(store)
    counted = standings(raw)
    assert await store.leaderboards.count_standings_again() == len(counted) > 50
    assert standings(raw) == counted
    raw.execute(f"DELETE FROM standings WHERE user_id = {ANNA}")
    raw.execute(f"UPDATE standings SET games = games + 1, mu = 99 WHERE user_id = {BEN}")
    assert standings(raw) != counted
    await store.leaderboards.count_standings_again()
    assert standings(raw) == counted


async def test_a_game_that_cannot_be_stored_does_not_count(store: Store, raw: Raw):
    await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    counted = standings(raw)
    table = await playing(store, [ANNA, BEN])

    async def finish_and_fail() -> None:
        async with store.tables.change(table.id, table.rev) as change:
            change.finish([result(0, ANNA), result(1, BEN, 2)], NOON + MINUTE)
            raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError, match="in the middle"):
        await finish_and_fail()
    assert standings(raw) == counted


async def random_games(store: Store, games: int = 60) -> None:
    """Games with random players and results, the same every time."""
    chance = random.Random(1)
    members: list[int | str] = [ANNA, BEN, CLARA, 14, 15]
    for number in range(games):
        players = chance.sample(members, chance.randint(1, 4)) + chance.choices([EASY, HARD], k=number % 3)
        await finished(
            store,
            [
                result(seat, player, chance.randint(1, 3), mu=chance.uniform(10, 40), sigma=chance.uniform(1, 8))
                for seat, player in enumerate(players)
            ],
            game=chance.choice(["counter", "knotweed"]),
            guild=GUILD + number % 2,
        )


def standings(raw: Raw) -> list[list[Any]]:
    """All lines of all leaderboards, without their ids."""
    return sorted((line for _, *line in raw.rows("SELECT * FROM standings")), key=repr)
