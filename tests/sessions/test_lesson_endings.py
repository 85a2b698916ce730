"""The games with which lessons end: practice games whose cards everybody knows."""

import asyncio

from card_room import ANNA, CHANNEL, GUILD, Room, refused

from db.purpose_records import LessonEnding, PracticeGame
from db.records import Phase, TableRecord
from engines import GAMES
from opponents import Level
from sessions.playing.practice import MOST_OPEN

GAME = GAMES["three_piles"]
LESSON = GAME.lessons[0]
assert LESSON.ending is not None
ENDING = LESSON.ending


async def ending(room: Room, guild: int = GUILD) -> TableRecord:
    return await room.service.practice.play_ending(guild, CHANNEL, ANNA, GAME, LESSON)


async def test_it_is_its_seed_and_its_moves(room: Room):
    table = await ending(room)
    assert (table.phase, table.purpose, table.seed) == (Phase.PLAYING, LessonEnding(LESSON.key), ENDING.seed)
    moves = await room.store.games.moves(table.id)
    assert tuple((move.seat, move.text) for move in moves) == ENDING.moves
    before = await room.service.views.snapshot(table.id, ANNA)
    again = Room(room.store)
    after = await again.service.views.snapshot(table.id, ANNA)
    assert (after.view, after.news) == (before.view, before.news)
    await again.service.close()


async def test_nobody_can_take_back_the_moves_that_lead_to_it(room: Room):
    table = await ending(room)
    for service in (room.service, (again := Room(room.store)).service):
        shown = await service.views.snapshot(table.id, ANNA)
        assert not shown.can_take_back
        assert not shown.can_ask_back
    await again.service.close()


async def test_it_changes_no_ratings_and_counts_nowhere(room: Room):
    table = await room.some_moves(await ending(room), 10_000)
    assert table.phase is Phase.FINISHED
    assert await room.store.leaderboards.statistics(GUILD, ANNA, practice=True) == []
    assert await room.store.leaderboards.rating(GUILD, ANNA, GAME.key, practice=True) is None
    await room.store.leaderboards.count_standings_again()
    assert await room.store.leaderboards.statistics(GUILD, ANNA, practice=True) == []


async def test_a_member_has_one_at_a_time_on_a_server_besides_the_practice_games(room: Room):
    first, second = await asyncio.gather(ending(room), ending(room))
    assert first.id == second.id
    assert (await ending(room, GUILD + 1)).id != first.id
    for _ in range(MOST_OPEN):
        await room.service.practice.start(GUILD, CHANNEL, ANNA, GAME.key, GAME.Options(), [Level.EASY])
    await room.seats.resign(first.id, ANNA)
    assert (await ending(room)).id != first.id


async def test_the_first_game_after_it_is_an_ordinary_one(room: Room):
    table = await ending(room)
    await room.seats.resign(table.id, ANNA)
    following = await room.service.practice.rematch(table.id, ANNA)
    assert (type(following.purpose), following.seed, following.phase) == (PracticeGame, room.seed, Phase.PLAYING)
    assert following.seats[1].computer == Level.EASY


async def test_there_is_nothing_to_verify(room: Room):
    table = await ending(room)
    with refused("This is the end of a lesson"):
        await room.service.fair_deals.verify(table.id)
