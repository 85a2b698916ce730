"""What was played in a week, positions to solve, and the numbers of a server."""

from dataclasses import replace
from datetime import timedelta

from store_steps import ANNA, BEN, CLARA, GUILD, MINUTE, NOON, finished, lobby, result

from db.posts import Due, PostKind
from db.schema.columns import EPOCH
from db.store import Store
from db.sunday import PuzzleRecord
from tests.optional import present

DAY = timedelta(days=1)
LATER = NOON + DAY


async def test_the_games_of_a_week(store: Store) -> None:
    await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    await finished(store, [result(0, ANNA), result(1, CLARA, 2)], guild=GUILD + 1)
    assert await store.weeks.games(GUILD, NOON, LATER) == 1
    assert await store.weeks.games(GUILD, LATER, LATER + DAY) == 0
    await store.members.hide(BEN, hidden=True)
    first, second = await store.weeks.seats(GUILD, NOON, LATER)
    assert (first.user_id, first.place, first.counts, first.is_hidden) == (ANNA, 1, True, False)
    assert (second.user_id, second.place, second.before, second.is_hidden) == (BEN, 2, None, True)
    assert await store.weeks.longest_streak(GUILD, NOON) == (ANNA, 1)
    assert await store.weeks.longest_streak(GUILD, LATER) is None
    assert await store.weeks.estimates([first.table_id]) == {}


async def test_a_position_is_offered_posted_and_told_once(store: Store) -> None:
    table = await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    puzzle = PuzzleRecord(table.id, 1, GUILD, 4, ("bid 3", "bid 2"), 0.9, 0.3)
    puzzles = store.puzzles
    assert await puzzles.offer(puzzle, NOON)
    assert await puzzles.withdraw(table.id, 1)
    assert not await puzzles.withdraw(table.id, 1)
    assert await puzzles.offer(puzzle, NOON)
    assert await puzzles.costliest(GUILD, NOON, LATER) == replace(puzzle, offered_at=NOON)
    assert await puzzles.costliest(GUILD, LATER, LATER) is None
    assert await puzzles.costliest(GUILD, NOON, NOON - DAY) is None, "its game was not finished then"
    assert not await puzzles.answer(table.id, 1, CLARA, 0), "it is not posted"
    await puzzles.note_posted(puzzle, LATER)
    assert not await puzzles.offer(puzzle, LATER)
    assert not await puzzles.withdraw(table.id, 1)
    assert not await puzzles.answer(table.id, 1, CLARA, 2), "no such choice"
    for user, choice in ((CLARA, 1), (CLARA, 0), (ANNA, 1)):
        assert await puzzles.answer(table.id, 1, user, choice)
    posted = present(await puzzles.posted(GUILD, NOON))
    assert (await puzzles.solvers(posted), await puzzles.answers(posted)) == ([CLARA], 2)
    await puzzles.note_told(posted, LATER)
    assert not await puzzles.answer(table.id, 1, BEN, 0)
    assert await puzzles.posted(GUILD, NOON) is None


async def test_the_numbers_of_a_server(store: Store) -> None:
    await finished(store, [result(0, ANNA), result(1, BEN, 2)])
    open_one = await lobby(store, (CLARA,))
    async with store.tables.change(open_one.id, open_one.rev) as change:
        change.close(NOON + MINUTE)
    now = NOON + timedelta(days=8)
    found = await store.insights.of(GUILD, now, NOON - DAY, (1, 2))
    assert found.came_back == {1: (2, 0), 2: (0, 0)}
    assert found.begun == {NOON: 1}
    assert found.waits == [timedelta()]
    endings = found.endings
    assert (endings.finished, endings.ended, endings.not_started, endings.under_way) == (1, 0, 1, 0)


async def test_occasions_come_in_order(store: Store) -> None:
    occasions = store.occasions
    for guild, at in ((3, LATER), (1, LATER), (2, NOON)):
        await occasions.set_time(guild, "sunday", at)
    await occasions.set_time(9, "roles", NOON - DAY)
    order, after = list[int](), None
    while (after := await store.times.occasions("sunday").first(after)) is not None:
        order.append(after[0])
    assert order == [2, 1, 3]
    await occasions.set_time(2, "sunday", LATER + DAY)
    assert await occasions.time_of(2, "sunday") == LATER + DAY
    await occasions.set_time(2, "sunday", None, [Due(PostKind.WEEK, 2, 7)])
    assert await occasions.time_of(2, "sunday") is None
    post = await store.posts.find(PostKind.WEEK, 2, 7)
    assert post is not None, "stored together"
    assert post.due_at == EPOCH
    await store.posts.make_due(2, [Due(PostKind.WEEK, 2, 7, is_anew=True)], NOON)
    await store.posts.shown(post, 5, 50, is_open=True)
    again = present(await store.posts.find(PostKind.WEEK, 2, 7))
    assert (again.message_id, again.is_anew) == (50, True), "it has changed meanwhile"
    await store.posts.shown(again, 5, 51, is_open=True)
    assert (shown := await store.posts.find(PostKind.WEEK, 2, 7)) is not None
    assert (shown.message_id, shown.is_anew) == (51, False)


async def test_who_has_begun_a_game_of_the_day_lately(store: Store) -> None:
    assert await store.daily.players_since(GUILD, 1) == []
