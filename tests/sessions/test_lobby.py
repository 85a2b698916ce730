"""Before the game: opening, joining, leaving, starting."""

import asyncio

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, DAN, GUILD, KNOTWEED, NOON, PILES, STRANGER, Room, refused, refuses

from db.records import Phase, Player, TableRecord
from engines import GAMES
from opponents import Level
from sessions.playing.lobby import LOBBY_TIME, MOST_HOSTED
from sessions.settings.server import ServerSetting
from sessions.shared.events import EventKind
from sessions.shared.refusals import Refused


def sitting(table: TableRecord) -> list[Player]:
    """The players in the order of their seats: members by id, computers by level."""
    return [seat.user_id if seat.user_id is not None else str(seat.computer) for seat in table.seats]


async def test_a_new_table_waits_for_players_for_an_hour(room: Room):
    table = await room.opened(players=[ANNA])
    assert (table.phase, table.host_id, sitting(table)) == (Phase.LOBBY, ANNA, [ANNA])
    assert table.deadline == NOON + LOBBY_TIME
    assert await room.service.lookup.last_in(CHANNEL) == table
    assert room.event_kinds == [EventKind.OPENED]


async def test_only_what_differs_from_the_default_options_is_stored(room: Room):
    table = await room.opened(KNOTWEED, [ANNA], {"cheating": True, "rounds": 1})
    assert table.options == {"cheating": True}


async def test_a_channel_has_five_tables_unless_the_server_chooses(room: Room):
    *_, last = [await room.opened(players=[host]) for host in (1, 2, 3, 4, 5)]
    with refused("This channel already has 5 open tables, .* /practice.* may manage the server"):
        await room.opened(players=[CLARA])
    assert await room.service.lookup.last_in(CHANNEL) == last
    assert (await room.opened(players=[CLARA], channel=CHANNEL + 1)).id != last.id
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "1")
    await refuses("This channel already has an open table", room.opened(players=[DAN], channel=CHANNEL + 1))


async def test_a_game_against_computers_alone_takes_no_place_in_a_channel(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "1")
    await room.started(players=[ANNA], computers=[Level.EASY])
    with_computer = await room.opened(KNOTWEED, [BEN, CLARA], computers=[Level.EASY])
    await refuses("This channel already has an open table", room.opened(players=[DAN]))
    await room.play.end(with_computer.id, BEN, may_manage=False)
    await room.opened(players=[DAN])


@pytest.mark.hosts_few
async def test_a_member_hosts_three_tables_of_a_server_and_practice_does_not_count(room: Room):
    *_, last = [await room.opened(players=[ANNA], channel=channel) for channel in range(MOST_HOSTED)]
    await refuses("You already host 3 open tables on this server.*/practice", room.opened(players=[ANNA]))
    await room.opened(players=[ANNA], guild=GUILD + 1)
    await room.service.practice.start(GUILD, CHANNEL, ANNA, PILES, GAMES[PILES].Options(), [Level.EASY])
    await room.lobby.leave(last.id, ANNA)
    await room.opened(players=[ANNA])


async def test_when_two_open_the_last_table_at_once_only_one_can(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "1")
    both = await asyncio.gather(room.opened(players=[ANNA]), room.opened(players=[BEN]), return_exceptions=True)
    assert sorted(type(result).__name__ for result in both) == ["Refused", "TableRecord"]


async def test_joining(room: Room):
    table = await room.opened(KNOTWEED, [ANNA])
    room.pass_time(minutes=50)
    table = await room.lobby.join(table.id, BEN)
    assert sitting(table) == [ANNA, BEN]
    assert table.deadline == NOON + LOBBY_TIME + (room.time - NOON)
    await refuses("You already have a seat at this table", room.lobby.join(table.id, BEN))
    assert (await room.rows(table))[0] == table


async def test_a_table_that_does_not_exist(room: Room):
    await refuses("no longer know that table", room.lobby.join(7, ANNA))
    await refuses("no longer know that table", room.service.views.snapshot(7, ANNA))


async def test_a_crowd_joins_twenty_tables_at_once(room: Room):
    tables = [await room.opened(KNOTWEED, [ANNA], channel=channel, guild=channel) for channel in range(20)]
    crowd = range(1000, 1010)
    joined = await asyncio.gather(
        *(room.lobby.join(table.id, user) for user in crowd for table in tables), return_exceptions=True
    )
    free = GAMES[KNOTWEED].seats[-1] - 1
    assert sum(isinstance(result, TableRecord) for result in joined) == 20 * free
    assert sum(isinstance(result, Refused) for result in joined) == 20 * (len(crowd) - free)
    for table in tables:
        stored = await room.stored(table)
        assert [seat.seat for seat in stored.seats] == list(range(free + 1))
        assert (await room.snapshot(table, None)).table == stored


async def test_leaving_moves_the_others_up(room: Room):
    table = await room.opened(KNOTWEED, [ANNA, BEN, CLARA])
    table = await room.lobby.leave(table.id, BEN)
    assert sitting(table) == [ANNA, CLARA]
    assert table.host_id == ANNA
    await refuses("You have no seat at this table", room.lobby.leave(table.id, BEN))


async def test_the_table_closes_when_the_last_member_leaves(room: Room):
    table = await room.opened()
    await room.lobby.leave(table.id, ANNA)
    table = await room.lobby.leave(table.id, BEN)
    assert (table.phase, table.deadline) == (Phase.CLOSED, None)
    assert room.event_kinds[-1] is EventKind.CLOSED
    await refuses("This table is closed", room.lobby.join(table.id, CLARA))
    assert (await room.opened()).phase is Phase.LOBBY


async def test_the_lobby_cannot_be_left_during_a_game(room: Room, table: TableRecord):
    await refuses("The game has already started", room.lobby.leave(table.id, BEN))


async def test_starting_deals_the_cards(room: Room, table: TableRecord):
    assert (table.phase, table.seed, table.rules_version) == (Phase.PLAYING, "oak", GAMES[PILES].rules_version)
    assert room.table_events[-1].kind is EventKind.STARTED
    assert room.table_events[-1].to_act == (ANNA,)
    snapshot = await room.snapshot(table, ANNA)
    assert snapshot.view is not None
    assert (
        snapshot.view.dump()
        == GAMES[PILES]
        .deal(seats=2, seed="oak", options=GAMES[PILES].Options.model_validate({"first": 0}))
        .view(0)
        .dump()
    )


async def test_only_players_at_the_table_may_start(room: Room):
    table = await room.opened()
    await refuses("Only players at the table can do that", room.lobby.start(table.id, STRANGER))
    assert (await room.lobby.start(table.id, BEN)).phase is Phase.PLAYING


async def test_too_few_cannot_start(room: Room):
    table = await room.opened(players=[ANNA])
    await refuses("3 Piles needs one more player", room.lobby.start(table.id, ANNA))
    assert (await room.rows(table)) == (table, [])


async def test_options_that_cannot_be_dealt_are_explained(room: Room):
    table = await room.opened(KNOTWEED, [ANNA, BEN], {"first": 5})
    await refuses("It cannot start with these rules: Seat 5 cannot begin", room.lobby.start(table.id, ANNA))
    assert (await room.rows(table)) == (table, [])
    for user in range(50, 54):
        await room.lobby.join(table.id, user)
    assert (await room.lobby.start(table.id, ANNA)).phase is Phase.PLAYING


async def test_a_game_starts_once(room: Room):
    table = await room.opened()
    both = await asyncio.gather(
        room.lobby.start(table.id, ANNA), room.lobby.start(table.id, BEN), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in both) == ["Refused", "TableRecord"]
    await refuses("The game has already started", room.lobby.start(table.id, ANNA))
    await refuses("The game has already started", room.lobby.join(table.id, CLARA))
    assert room.event_kinds.count(EventKind.STARTED) == 1


async def test_a_lobby_has_nothing_to_play_yet(room: Room):
    table = await room.opened()
    await refuses("The game has not started yet", room.play.act(table.id, ANNA, ["draw"]))
    snapshot = await room.snapshot(table, ANNA)
    assert (snapshot.view, snapshot.seat, snapshot.can_take_back) == (None, 0, False)


async def test_a_deleted_channel_closes_its_table(room: Room, table: TableRecord):
    await room.service.play.close_all_in(CHANNEL + 1)
    assert (await room.rows(table))[0] == table
    await room.service.play.close_all_in(CHANNEL)
    stored = await room.stored(table)
    assert stored.phase is Phase.CLOSED
    await room.service.play.close_all_in(CHANNEL)
    assert (await room.rows(table))[0] == stored


async def test_the_message_of_a_table_is_stored(room: Room):
    table = await room.opened()
    await room.service.whereabouts.shown_at(table.id, table.channel_id, 777)
    stored = await room.stored(table)
    assert (stored.message_id, stored.rev) == (777, table.rev)
    assert (await room.snapshot(table, None)).table == stored
    assert await room.store.tables.open_tables_in(CHANNEL) == [stored]


# Computers


async def test_computers_take_the_next_seats(room: Room):
    table = await room.opened(KNOTWEED, [ANNA, BEN])
    room.pass_time(minutes=30)
    table = await room.lobby.add_computers(table.id, BEN, [Level.HARD, Level.EASY])
    assert sitting(table) == [ANNA, BEN, "hard", "easy"]
    assert table.deadline == room.time + LOBBY_TIME
    assert (room.table_events[-1].kind, room.table_events[-1].by) == (EventKind.SEATS, BEN)
    assert room.table_events[-1].computers_to_act == ()
    assert (await room.rows(table))[0] == table


async def test_only_players_add_computers_and_only_to_free_seats(room: Room):
    table = await room.opened(KNOTWEED, [ANNA], computers=[Level.EASY] * 3)
    free = GAMES[KNOTWEED].seats[-1] - 4
    with refused(f"There are only {free} free seats"):
        await room.lobby.add_computers(table.id, ANNA, [Level.EASY] * (free + 1))
    await refuses("Only players at the table can do that", room.lobby.add_computers(table.id, STRANGER, [Level.EASY]))
    table = await room.lobby.add_computers(table.id, ANNA, [Level.EASY] * (free - 1))
    await refuses("There is only one free seat", room.lobby.add_computers(table.id, ANNA, [Level.EASY] * 2))
    table = await room.lobby.add_computers(table.id, ANNA, [Level.EASY])
    await refuses("Every seat is taken", room.lobby.add_computers(table.id, ANNA, [Level.EASY]))
    assert (await room.rows(table))[0] == table


async def test_players_can_free_seats(room: Room):
    table = await room.opened(KNOTWEED, [ANNA], computers=[Level.HARD, Level.EASY])
    table = await room.lobby.join(table.id, BEN)
    await refuses("Only players at the table can do that", room.lobby.free_seat(table.id, STRANGER, 1))
    table = await room.lobby.free_seat(table.id, BEN, 1)
    assert sitting(table) == [ANNA, "easy", BEN]
    for user, seat, why in (
        (ANNA, 0, "You can't remove yourself"),
        (BEN, 0, "Only the host of the table can remove a player"),
        (ANNA, 3, "Nobody is sitting there any more"),
    ):
        await refuses(why, room.lobby.free_seat(table.id, user, seat))
    assert (await room.rows(table))[0] == table


async def test_a_menu_removes_the_computer_that_it_showed(room: Room):
    """A double tap: the second computer has moved up to the seat of the first."""
    table = await room.opened(KNOTWEED, [ANNA], computers=[Level.HARD, Level.EASY])
    both = await asyncio.gather(
        *(room.lobby.free_seat(table.id, ANNA, 1, drawn_at=table.rev) for _ in range(2)), return_exceptions=True
    )
    assert [type(result) for result in both] == [TableRecord, Refused]
    table = (await room.snapshot(table, None)).table
    assert sitting(table) == [ANNA, "easy"]
    assert sitting(await room.lobby.free_seat(table.id, ANNA, 1, drawn_at=table.rev)) == [ANNA]


async def test_joining_a_full_table_replaces_a_computer(room: Room):
    table = await room.opened(players=[ANNA], computers=[Level.HARD])
    table = await room.lobby.join(table.id, BEN)
    assert sitting(table) == [ANNA, BEN]
    await refuses("This table is full", room.lobby.join(table.id, CLARA))


async def test_the_computer_added_last_makes_room(room: Room):
    most = GAMES[KNOTWEED].seats[-1]
    table = await room.opened(KNOTWEED, [ANNA], computers=[Level.HARD])
    table = await room.lobby.join(table.id, BEN)
    table = await room.lobby.add_computers(table.id, ANNA, [Level.EASY] * (most - 3))
    table = await room.lobby.join(table.id, CLARA)
    assert sitting(table) == [ANNA, "hard", BEN, *["easy"] * (most - 4), CLARA]
    table = await room.lobby.leave(table.id, CLARA)
    assert sitting(table) == [ANNA, "hard", BEN, *["easy"] * (most - 4)]


async def test_two_members_joining_at_once_replace_two_computers(room: Room):
    most = GAMES[KNOTWEED].seats[-1]
    table = await room.opened(KNOTWEED, [ANNA], computers=[Level.EASY] * (most - 1))
    await asyncio.gather(room.lobby.join(table.id, BEN), room.lobby.join(table.id, CLARA))
    table = (await room.snapshot(table, None)).table
    assert set(table.users) == {ANNA, BEN, CLARA}
    assert len(table.seats) == most


async def test_a_table_without_members_closes(room: Room):
    """Computers alone do not keep a channel."""
    table = await room.opened(KNOTWEED, [ANNA, BEN], computers=[Level.EASY])
    table = await room.lobby.leave(table.id, ANNA)
    assert (table.host_id, sitting(table)) == (BEN, [BEN, "easy"])
    table = await room.lobby.leave(table.id, BEN)
    assert table.phase is Phase.CLOSED


async def test_computers_count_as_players_when_a_game_starts(room: Room):
    table = await room.opened("counter", [ANNA], {}, computers=[Level.EASY])
    await refuses("Counter needs one more player", room.lobby.start(table.id, ANNA))
    await room.lobby.add_computers(table.id, ANNA, [Level.EASY])
    assert (await room.lobby.start(table.id, ANNA)).phase is Phase.PLAYING
    for attempt in (room.lobby.add_computers(table.id, ANNA, [Level.EASY]), room.lobby.free_seat(table.id, ANNA, 1)):
        await refuses("The game has already started", attempt)
