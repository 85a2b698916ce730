"""Which tables a member means, and what they wait for."""

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, GUILD, KNOTWEED, PILES, STRANGER, Room, refuses

from db.records import Phase, PlaceRecord, TableRecord
from db.tables.games import Games
from db.tables.transactions import Tables
from sessions.settings.server import MayEnd, ServerSetting
from tests.databases import Raw


async def two_tables(room: Room) -> tuple[int, int]:
    """3 Piles of Anna and Ben, and Knotweed of Anna and Clara, in one channel; Anna begins at both."""
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "2")
    piles = await room.started(PILES, [ANNA, BEN])
    room.pass_time(minutes=5)
    knotweed = await room.started(KNOTWEED, [ANNA, CLARA], {"first": 0})
    return piles.id, knotweed.id


async def meant(room: Room, user: int) -> list[int]:
    tables = await room.service.lookup.meant(CHANNEL, user)
    return [table.id for table in tables]


async def test_a_member_means_the_tables_where_they_play(room: Room):
    piles, knotweed = await two_tables(room)
    assert await meant(room, ANNA) == [piles, knotweed]
    assert await meant(room, BEN) == [piles]
    assert await meant(room, CLARA) == [knotweed]
    assert await meant(room, STRANGER) == [knotweed]


async def test_a_game_given_up_is_meant_only_without_another(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "2")
    three = await room.started(KNOTWEED, [ANNA, BEN, CLARA], {"first": 0})
    await room.seats.resign(three.id, ANNA)
    await room.started(PILES, [BEN, CLARA])
    assert await meant(room, ANNA) == [three.id]
    assert await room.service.lookup.everywhere(ANNA) == []


async def test_without_an_open_table_the_latest_is_meant(room: Room):
    assert await meant(room, ANNA) == []
    first = await room.seats.resign((await room.started()).id, BEN)
    assert first.phase is Phase.FINISHED
    second = await room.seats.resign((await room.started()).id, ANNA)
    assert await meant(room, STRANGER) == [second.id]


async def test_tables_that_wait_for_a_member_come_first_the_longest_wait_before(room: Room):
    piles, knotweed = await two_tables(room)
    lobby = await room.opened(PILES, [ANNA], channel=CHANNEL + 1)
    places = await room.service.lookup.everywhere(ANNA)
    assert [(place.table.id, place.is_own_turn) for place in places] == [
        (piles, True),
        (knotweed, True),
        (lobby.id, False),
    ]
    room.pass_time(minutes=5)
    await room.play.act(piles, ANNA, ["draw"])
    places = await room.service.lookup.everywhere(ANNA)
    assert [place.table.id for place in places] == [knotweed, piles, lobby.id]
    assert places[1].since == room.time
    assert await room.service.lookup.next_waiting(ANNA, knotweed) == piles
    assert await room.service.lookup.next_waiting(CLARA, piles) is None


async def test_after_a_restart_no_game_is_replayed_to_find_the_next_table(room: Room, monkeypatch: pytest.MonkeyPatch):
    piles, knotweed = await two_tables(room)
    lookup = room.restarted().service.lookup
    with monkeypatch.context() as patch:
        patch.setattr(Games, "moves", None)
        assert await lookup.next_waiting(ANNA, knotweed) == piles
        assert await lookup.next_waiting(ANNA, piles) == knotweed
        assert await lookup.next_waiting(BEN, 0) is None


async def test_a_game_of_an_earlier_version_is_replayed_to_learn_whom_it_waits_for(room: Room, raw: Raw):
    piles, knotweed = await two_tables(room)
    raw.execute("UPDATE tables SET to_act = NULL")
    lookup = room.restarted().service.lookup
    assert await lookup.next_waiting(ANNA, knotweed) == piles
    assert await lookup.next_waiting(BEN, 0) is None


async def test_a_move_while_the_tables_of_a_member_are_read_is_not_missed(room: Room, monkeypatch: pytest.MonkeyPatch):
    drawn = await room.moved(await room.started(PILES, [BEN, CLARA], channel=CHANNEL + 1), (BEN, "draw"))
    reply = await room.an_action(drawn, BEN)
    lookup = room.service.lookup
    read = Tables.places_of

    async def read_and_then_move(store: Tables, user_id: int) -> list[PlaceRecord]:
        places = await read(store, user_id)
        await room.moved(drawn, (BEN, reply))
        return places

    with monkeypatch.context() as patch:
        patch.setattr(Tables, "places_of", read_and_then_move)
        await lookup.next_waiting(CLARA, 0)
    assert await lookup.next_waiting(CLARA, 0) == drawn.id


async def test_no_game_waits_for_a_member_who_is_away(room: Room):
    lookup = room.service.lookup
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA])
    assert await lookup.next_waiting(ANNA, 0) == table.id
    await room.deadline_passes(await room.deadline_passes(table))
    assert await lookup.next_waiting(ANNA, 0) is None
    assert await room.restarted().service.lookup.next_waiting(ANNA, 0) is None


async def test_players_may_end_a_game_where_the_server_allows_it(room: Room, table: TableRecord):
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, MayEnd.HOST)
    await refuses("Only the host", room.play.end(table.id, BEN, may_manage=False))
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, MayEnd.MODERATORS)
    await refuses("Only members who may manage messages", room.play.end(table.id, ANNA, may_manage=False))
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, MayEnd.PLAYERS)
    await refuses("Only players at the table", room.play.end(table.id, STRANGER, may_manage=False))
    assert (await room.play.end(table.id, BEN, may_manage=False)).phase is Phase.FINISHED, "that is giving it up"


async def test_a_value_that_nobody_can_choose_is_refused_and_never_read(room: Room):
    settings = room.service.server_settings
    await refuses("isn't an option", settings.choose(GUILD, ServerSetting.TABLES, "11"))
    await room.store.notes.store_value(f"tables: server {GUILD}", "many")
    assert await settings.value(GUILD, ServerSetting.TABLES) == "5"


# Members who wait for news


async def test_a_follower_is_returned_once(room: Room, table: TableRecord):
    listeners = room.service.listeners
    assert await listeners.follow(table.id, STRANGER)
    assert not await listeners.follow(table.id, STRANGER)
    assert await listeners.follow(table.id, STRANGER)
    await refuses("You have a seat", listeners.follow(table.id, BEN))
    await room.seats.resign(table.id, BEN)
    await refuses("This game is over", listeners.follow(table.id, CLARA))
    assert await listeners.followers(table.id) == [STRANGER]
    await listeners.forget_followers(table.id)
    assert await listeners.followers(table.id) == []


async def test_players_are_wanted_while_there_are_seats(room: Room):
    listeners = room.service.listeners
    for user in (ANNA, BEN, CLARA):
        await listeners.subscribe(GUILD, PILES, user, wanted=True)
        await listeners.subscribe(GUILD, PILES, user, wanted=True)
    await listeners.subscribe(GUILD, PILES, CLARA, wanted=False)
    table = await room.opened(PILES, [ANNA])
    assert (await listeners.wanted_players(table.id))[1] == [BEN]
    await room.lobby.join(table.id, STRANGER)
    assert (await listeners.wanted_players(table.id))[1] == []
