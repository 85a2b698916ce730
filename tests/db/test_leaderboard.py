"""Ratings, ranks and statistics."""

from store_steps import ANNA, BEN, CLARA, GUILD, finished, playing, result

from db.records import GameStats, Rating, Standing
from db.store import Store

NOBODY = 99


async def test_a_rating_is_that_of_the_latest_result(store: Store):
    await finished(store, [result(0, ANNA, mu=30), result(1, BEN, 2, mu=20)])
    await finished(store, [result(0, BEN, mu=22), result(1, ANNA, 2, mu=28)])
    await finished(store, [result(0, ANNA, mu=26)], game="knotweed")
    await finished(store, [result(0, ANNA, mu=40)], guild=GUILD + 1)
    assert await store.rating(GUILD, ANNA, "counter") == Rating(28, 8)
    assert await store.rating(GUILD, ANNA, "knotweed") == Rating(26, 8)
    assert await store.rating(GUILD, ANNA, None) == Rating(27, 8)
    assert await store.rating(GUILD, BEN, None) == Rating(23, 8)
    assert await store.rating(GUILD + 1, ANNA, "counter") == Rating(40, 8)


async def test_who_has_not_finished_a_game_has_no_rating(store: Store):
    await playing(store, [ANNA, BEN])
    assert await store.rating(GUILD, ANNA, "counter") is None
    assert await store.rating(GUILD, ANNA, None) is None
    assert await store.standing_of(GUILD, ANNA, None) is None
    assert await store.standings(GUILD, None, offset=0, limit=10) == ([], 0)
    assert await store.statistics(GUILD, ANNA) == []


async def test_certain_strength_ranks_above_lucky_strength(store: Store):
    await finished(store, [result(0, ANNA, mu=40, sigma=8), result(1, BEN, 2, mu=25, sigma=2)])
    lines, total = await store.standings(GUILD, "counter", offset=0, limit=10)
    assert total == 2
    assert lines == [
        Standing(1, BEN, Rating(25, 2), games=1, wins=0),
        Standing(2, ANNA, Rating(40, 8), games=1, wins=1),
    ]


async def test_equal_ratings_share_a_rank_and_more_wins_stand_first(store: Store):
    await finished(
        store, [result(0, 21, 2, mu=25), result(1, 22, 1, mu=25), result(2, 23, 2, mu=30), result(3, 24, 2, mu=20)]
    )
    lines, _ = await store.standings(GUILD, "counter", offset=0, limit=10)
    assert [(line.rank, line.player) for line in lines] == [(1, 23), (2, 22), (2, 21), (4, 24)]


async def test_ratings_that_differ_by_rounding_are_equal(store: Store):
    assert 0.1 + 0.2 != 0.3
    await finished(store, [result(0, ANNA, mu=0.1 + 0.2, sigma=1), result(1, BEN, mu=0.3, sigma=1)])
    lines, _ = await store.standings(GUILD, "counter", offset=0, limit=10)
    assert [line.rank for line in lines] == [1, 1]


async def test_pages_of_a_leaderboard(store: Store):
    await finished(store, [result(seat, 30 + seat, mu=30 - seat // 2) for seat in range(7)])
    pages = [await store.standings(GUILD, None, offset=offset, limit=3) for offset in (0, 3, 6, 9)]
    assert [total for _, total in pages] == [7, 7, 7, 7]
    ranks = [[(line.rank, line.player) for line in lines] for lines, _ in pages]
    assert ranks == [[(1, 30), (1, 31), (3, 32)], [(3, 33), (5, 34), (5, 35)], [(7, 36)], []]


async def test_a_leaderboard_over_all_games_counts_them_all(store: Store):
    await finished(store, [result(0, ANNA, mu=30), result(1, BEN, 2, mu=20)])
    await finished(store, [result(0, ANNA, 2, mu=26), result(1, CLARA, mu=25)], game="knotweed")
    await finished(store, [result(0, CLARA, mu=50)], guild=GUILD + 1)
    overall, total = await store.standings(GUILD, None, offset=0, limit=10)
    assert total == 3
    assert overall[0] == Standing(1, ANNA, Rating(27, 8), games=2, wins=1)
    knotweed, total = await store.standings(GUILD, "knotweed", offset=0, limit=10)
    assert total == 2
    assert knotweed[0] == Standing(1, ANNA, Rating(26, 8), games=1, wins=0)


async def test_the_own_line_is_that_of_the_leaderboard(store: Store):
    await finished(store, [result(seat, 30 + seat, mu=30 - seat // 2) for seat in range(7)])
    lines, _ = await store.standings(GUILD, "counter", offset=0, limit=10)
    assert [await store.standing_of(GUILD, line.player, "counter") for line in lines] == lines
    assert await store.standing_of(GUILD, NOBODY, "counter") is None
    assert await store.standing_of(GUILD, 30, "knotweed") is None


async def test_statistics_of_a_player(store: Store):
    await finished(store, [result(0, ANNA, 2, mu=20)], game="knotweed")
    await finished(store, [result(0, ANNA)], game="card_duel")
    for place, mu in ((1, 16), (1, 18), (2, 12)):
        await finished(store, [result(0, ANNA, place, mu=mu), result(1, BEN, 3 - place)])
    await finished(store, [result(0, ANNA)], guild=GUILD + 1)
    assert await store.statistics(GUILD, ANNA) == [
        GameStats("counter", games=3, wins=2, rating=Rating(12, 8)),
        GameStats("card_duel", games=1, wins=1, rating=Rating(25, 8)),
        GameStats("knotweed", games=1, wins=0, rating=Rating(20, 8)),
    ]
