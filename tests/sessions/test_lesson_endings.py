"""The ends of games with which lessons ended until 1.0: those that are stored go on, and count nowhere."""

from card_room import ANNA, CHANNEL, GUILD, Room, refuses

from db.purpose_records import LessonEnding, PracticeGame
from db.records import NewTable, Phase, SeatRecord, TableRecord
from engines import GAMES
from opponents import Level
from sessions.tables.pace import Pace

GAME = GAMES["three_piles"]


async def ending(room: Room) -> TableRecord:
    """A table as earlier versions stored it."""
    others = [SeatRecord(1, None, Level.EASY.value)]
    new = NewTable(GUILD, CHANNEL, ANNA, GAME.key, {}, others, Pace.NO_LIMIT, 0, purpose=LessonEnding("basics"))
    opened = await room.service.lobby.open(new)
    return await room.service.lobby.start(opened.id, ANNA, "lesson 4")


async def test_it_goes_on_after_a_restart(room: Room):
    table = await ending(room)
    assert (table.phase, table.purpose) == (Phase.PLAYING, LessonEnding("basics"))
    again = Room(room.store)
    after = await again.snapshot(table, ANNA)
    assert after.view == (await room.snapshot(table, ANNA)).view
    await again.service.close()


async def test_it_changes_no_ratings_and_counts_nowhere(room: Room):
    table = await room.some_moves(await ending(room), 10_000)
    assert table.phase is Phase.FINISHED
    assert await room.store.leaderboards.statistics(GUILD, ANNA, practice=True) == []
    assert await room.store.leaderboards.rating(GUILD, ANNA, GAME.key, practice=True) is None
    await room.store.leaderboards.count_standings_again()
    assert await room.store.leaderboards.statistics(GUILD, ANNA, practice=True) == []


async def test_the_first_game_after_it_is_an_ordinary_one(room: Room):
    table = await ending(room)
    await room.seats.resign(table.id, ANNA)
    following = await room.service.practice.rematch(table.id, ANNA)
    assert (type(following.purpose), following.seed, following.phase) == (PracticeGame, room.seed, Phase.PLAYING)
    assert following.seats[1].computer == Level.EASY


async def test_there_is_nothing_to_verify(room: Room):
    table = await ending(room)
    await refuses("This is the end of a lesson", room.service.fair_deals.verify(table.id))
