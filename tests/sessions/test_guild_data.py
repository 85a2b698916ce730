"""The data of a server that has removed the bot is deleted a month later, unless the bot is invited again."""

from card_room import ANNA, BEN, CHANNEL, GUILD, KNOTWEED, PILES, Room, refuses

from db.cups import CupRecord
from db.records import Phase
from sessions.members import CHECK_EVERY, KEPT_FOR, TABLES_AT_ONCE, GuildData
from sessions.settings.server import OFF, ServerSetting
from tests.databases import Raw, cells

ELSEWHERE = 912345678901234567


def data(room: Room) -> GuildData:
    return room.service.guild_data


async def played_elsewhere(room: Room, games: int = 1) -> None:
    """Games, settings and calls for players on another server."""
    for number in range(games):
        table = await room.started(PILES, (ANNA, BEN), channel=900, guild=ELSEWHERE)
        await room.some_moves(table, 3, str(number))
        await room.seats.resign(table.id, BEN)
        room.pass_time(minutes=3)  # nobody opens any number of tables in an hour
    await room.service.listeners.subscribe(ELSEWHERE, PILES, ANNA, wanted=True)
    await room.service.server_settings.choose(ELSEWHERE, ServerSetting.PICTURES, OFF)
    await cup_elsewhere(room)


async def cup_elsewhere(room: Room) -> CupRecord:
    game = room.service.games[PILES]

    async def is_shown(_: CupRecord) -> bool:
        return True

    return await room.service.cups.open(ELSEWHERE, 900, ANNA, "Autumn", game, deals=4, days=2, is_shown=is_shown)


def trace(raw: Raw) -> bool:
    """Whether the other server is named anywhere in the database."""
    return any(str(ELSEWHERE) in str(value) for _, value in cells(raw))


async def test_the_data_goes_after_a_month(room: Room, raw: Raw):
    here = await room.finished()
    await played_elsewhere(room, TABLES_AT_ONCE + 2)
    await data(room).left(ELSEWHERE)
    room.time += KEPT_FOR - CHECK_EVERY
    await data(room).check([GUILD])
    assert trace(raw)
    room.time += CHECK_EVERY
    await data(room).check([GUILD])
    assert not trace(raw)
    assert (await room.snapshot(here, None)).table.phase is Phase.FINISHED
    assert (await room.store.leaderboards.standings(GUILD, None, offset=0, limit=9))[1] == 2


async def test_open_tables_are_closed_before_they_are_deleted(room: Room, raw: Raw):
    table = await room.started(KNOTWEED, (ANNA, BEN), channel=900, guild=ELSEWHERE)
    await room.service.cups.play((await cup_elsewhere(room)).id, ELSEWHERE, 900, ANNA)
    assert await room.service.lookup.next_waiting(ANNA, 0) is not None
    await data(room).left(ELSEWHERE)
    room.time += KEPT_FOR
    await data(room).check([GUILD])
    assert (await room.snapshot(table, None)).table.phase is Phase.CLOSED
    await data(room).check([GUILD])
    assert not trace(raw)
    await refuses("no longer know that table", room.snapshot(table, None))
    assert await room.service.lookup.next_waiting(ANNA, 0) is None


async def test_a_server_that_invites_the_bot_again_keeps_its_data(room: Room, raw: Raw):
    await played_elsewhere(room)
    await data(room).left(ELSEWHERE)
    await data(room).joined(ELSEWHERE)
    room.time += 2 * KEPT_FOR
    await data(room).check([GUILD, ELSEWHERE])
    assert trace(raw)
    assert await room.store.departures.since() == {}


async def test_what_happened_while_the_bot_was_down_is_noticed_at_the_start(room: Room, raw: Raw):
    """Removed from one server while it was down, and invited again to another."""
    await played_elsewhere(room)
    await room.finished()
    await data(room).left(GUILD)
    restarted = room.restarted()
    restarted.time += KEPT_FOR
    await data(restarted).check([GUILD])
    assert await room.store.departures.since() == {ELSEWHERE: restarted.time}
    assert (await room.store.tables.last_table_in(CHANNEL)) is not None
    restarted.time += KEPT_FOR
    await data(restarted).check([GUILD])
    assert not trace(raw)
    assert (await room.store.tables.last_table_in(CHANNEL)) is not None


async def test_a_server_that_only_chose_settings_is_forgotten_too(room: Room, raw: Raw):
    await room.service.server_settings.choose(ELSEWHERE, ServerSetting.PICTURES, OFF)
    await data(room).left(ELSEWHERE)
    room.time += KEPT_FOR
    await data(room).check([GUILD])
    assert not trace(raw)
    assert await room.service.server_settings.is_on(ELSEWHERE, ServerSetting.PICTURES), "they are remembered"


async def test_the_check_runs_by_itself(room: Room):
    await played_elsewhere(room)
    data(room).start(lambda: [GUILD])
    await room.sleep_begins(CHECK_EVERY.total_seconds())
    assert list(await room.store.departures.since()) == [ELSEWHERE]
    await data(room).close()
