"""A rematch: one tap opens a table and invites the others, and everybody who plays has tapped."""

import asyncio

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, DAN, GUILD, KNOTWEED, NOON, PILES, STRANGER, Room, refuses

from db.records import NewTable, Phase, Rating, ResultRecord, SeatRecord, TableRecord
from engines import GAMES
from opponents import Level
from sessions.playing.lobby import LOBBY_TIME, MOST_HOSTED
from sessions.settings.server import ServerSetting
from sessions.shared.events import EventKind

EASY, NORMAL, HARD, _ = Level
SHORT = {"first": 0, "turn_cap": 8}


async def over(room: Room, players: list[int], *computers: Level) -> TableRecord:
    """A game of Knotweed that has come to its end."""
    table = await room.started(KNOTWEED, players, SHORT, computers=computers)
    table = await room.some_moves(table, 1000)
    assert table.phase is Phase.FINISHED
    return table


def joined(table: TableRecord) -> list[int | None]:
    return [seat.user_id for seat in table.seats if seat not in table.invited]


def invited(table: TableRecord) -> list[int | None]:
    return [seat.user_id for seat in table.invited]


async def test_one_tap_opens_a_lobby_and_invites_the_others(room: Room):
    table = await over(room, [ANNA, BEN, CLARA], HARD, EASY)
    again = await room.lobby.rematch(table.id, BEN)
    assert again.id != table.id
    assert (again.phase, again.host_id, again.options) == (Phase.LOBBY, BEN, table.options)
    assert (joined(again), invited(again)) == ([BEN, None, None], [ANNA, CLARA])
    assert [seat.computer for seat in again.seats if seat.user_id is None] == ["hard", "easy"]
    assert again.deadline == room.time + LOBBY_TIME


async def test_opening_it_is_a_single_change(room: Room):
    """Nobody can join before the table is complete, and no half-made table can remain."""
    table = await over(room, [ANNA, BEN, CLARA], EASY)
    room.table_events.clear()
    again = await room.lobby.rematch(table.id, ANNA)
    assert (again.rev, room.event_kinds) == (1, [EventKind.OPENED])
    assert (await room.rows(again))[0] == again


async def test_everybody_taps_and_then_it_starts(room: Room):
    table = await over(room, [ANNA, BEN, CLARA], EASY)
    again = await room.lobby.rematch(table.id, CLARA)
    again = await room.lobby.join(again.id, ANNA)
    assert (joined(again), invited(again)) == ([CLARA, ANNA, None], [BEN])
    again = await room.lobby.join(again.id, BEN)
    assert (joined(again), invited(again)) == ([CLARA, ANNA, BEN, None], [])
    await refuses("You already have a seat", room.lobby.join(again.id, BEN))
    room.seed = "elm"
    again = await room.lobby.start(again.id, BEN)
    assert (again.phase, again.seed) == (Phase.PLAYING, "elm")
    assert [(seat.user_id, seat.computer) for seat in again.seats] == [
        (CLARA, None),
        (ANNA, None),
        (BEN, None),
        (None, "easy"),
    ]


async def test_it_starts_without_those_who_do_not_answer(room: Room):
    table = await over(room, [ANNA, BEN, CLARA, DAN])
    again = await room.lobby.rematch(table.id, ANNA)
    await refuses("Knotweed needs one more player", room.lobby.start(again.id, ANNA))
    await room.lobby.join(again.id, CLARA)
    again = await room.lobby.start(again.id, CLARA)
    assert [(seat.seat, seat.user_id, seat.computer) for seat in again.seats] == [(0, ANNA, None), (1, CLARA, None)]
    assert room.table_events[-1].to_act == (ANNA,)
    assert await room.shown(again) == await room.restarted().shown(again)
    await refuses("The game has already started", room.lobby.join(again.id, BEN))


async def test_only_those_who_have_joined_start_it_or_change_its_seats(room: Room):
    table = await over(room, [ANNA, BEN, CLARA])
    again = await room.lobby.rematch(table.id, ANNA)
    await room.lobby.join(again.id, CLARA)
    for attempt in (
        room.lobby.start(again.id, BEN),
        room.lobby.add_computers(again.id, BEN, [EASY]),
        room.lobby.free_seat(again.id, BEN, 1),
    ):
        await refuses("Only players at the table can do that. Tap Join first.", attempt)


async def test_an_invitation_is_declined(room: Room):
    table = await over(room, [ANNA, BEN, CLARA])
    again = await room.lobby.rematch(table.id, ANNA)
    again = await room.lobby.leave(again.id, BEN)
    assert (joined(again), invited(again)) == ([ANNA], [CLARA])
    again = await room.lobby.join(again.id, BEN)
    assert (joined(again), invited(again)) == ([ANNA, BEN], [CLARA])


async def test_the_table_closes_when_only_invited_members_remain(room: Room):
    table = await over(room, [ANNA, BEN, CLARA], EASY)
    again = await room.lobby.rematch(table.id, ANNA)
    await room.lobby.join(again.id, CLARA)
    again = await room.lobby.leave(again.id, ANNA)
    assert (again.phase, again.host_id) == (Phase.LOBBY, CLARA)
    assert (await room.lobby.leave(again.id, CLARA)).phase is Phase.CLOSED


async def test_others_may_join_while_there_is_room(room: Room):
    table = await over(room, [ANNA, BEN], EASY)
    again = await room.lobby.rematch(table.id, ANNA)
    again = await room.lobby.join(again.id, STRANGER)
    assert (joined(again), invited(again)) == ([ANNA, None, STRANGER], [BEN])


async def test_seats_are_kept_for_the_invited(room: Room):
    table = await room.seats.resign((await room.started()).id, BEN)
    again = await room.lobby.rematch(table.id, ANNA)
    assert invited(again) == [BEN], "those who gave up are invited too"
    await refuses("The last seats are reserved for invited players", room.lobby.join(again.id, STRANGER))
    await refuses("Every seat is taken", room.lobby.add_computers(again.id, ANNA, [EASY]))
    freed = await room.lobby.free_seat(again.id, ANNA, 1, drawn_at=again.rev)
    await refuses("The seats have just changed", room.lobby.free_seat(again.id, ANNA, 1, drawn_at=again.rev))
    assert joined(freed) == [ANNA]
    again = await room.lobby.join(again.id, STRANGER)
    assert joined(again) == [ANNA, STRANGER]
    await refuses("This table is full", room.lobby.join(again.id, BEN))


async def test_both_ask_for_a_rematch(room: Room):
    table = await over(room, [ANNA, BEN])
    both = await asyncio.gather(room.lobby.rematch(table.id, ANNA), room.lobby.rematch(table.id, BEN))
    assert len({again.id for again in both}) == 1
    again = (await room.service.views.snapshot(both[0].id, None)).table
    assert (set(joined(again)), invited(again)) == ({ANNA, BEN}, [])
    await refuses("You already have a seat", room.lobby.rematch(table.id, BEN))


async def test_a_rematch_beside_a_table_of_another_game(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "1")
    piles = await room.seats.resign((await room.started()).id, BEN)
    table = await over(room, [ANNA, BEN])
    await room.opened(players=[CLARA])
    await room.lobby.rematch(table.id, ANNA)
    await refuses("This channel already has 2 open tables", room.lobby.rematch(piles.id, BEN))


@pytest.mark.hosts_few
async def test_a_rematch_takes_the_place_of_the_finished_game_even_where_all_are_taken(room: Room):
    finished = await over(room, [ANNA, BEN])
    for channel in range(MOST_HOSTED):
        await room.opened(players=[ANNA], channel=channel)
    await room.service.server_settings.choose(GUILD, ServerSetting.TABLES, "1")
    await room.opened(players=[CLARA])
    again = await room.lobby.rematch(finished.id, ANNA)
    await refuses("You already have a seat", room.lobby.rematch(finished.id, ANNA))
    assert (await room.lobby.rematch(finished.id, BEN)).id == again.id


async def test_alone_with_computers_it_deals_at_once(room: Room):
    table = await room.started(players=[ANNA], computers=[NORMAL])
    table = await room.seats.resign(table.id, ANNA)
    again = await room.lobby.rematch(table.id, ANNA)
    assert again.phase is Phase.PLAYING
    assert [(seat.user_id, seat.computer) for seat in again.seats] == [(ANNA, None), (None, "normal")]


async def test_a_rematch_that_cannot_be_dealt_remains_a_lobby(room: Room):
    """House rules that are stored, but with which the game cannot deal."""
    table = await room.store.tables.open_table(
        NewTable(
            guild_id=GUILD,
            channel_id=CHANNEL,
            game=KNOTWEED,
            options={"first": 5},
            host_id=ANNA,
            others=[SeatRecord(1, None, "easy")],
        ),
        NOON,
    )
    async with room.store.tables.change(table.id, table.rev) as change:
        change.start(seed="oak", rules_version=GAMES[KNOTWEED].rules_version, now=NOON)
        results = [ResultRecord(0, ANNA, 1, 0, True, Rating(25, 8), Rating(25, 8))]
        change.finish([*results, ResultRecord(1, "easy", 2, 0, False, Rating(25, 8), Rating(25, 8))], NOON)
    again = await room.lobby.rematch(table.id, ANNA)
    assert (again.phase, joined(again)) == (Phase.LOBBY, [ANNA, None])
    await refuses("It cannot start with these rules", room.lobby.start(again.id, ANNA))


async def test_members_who_were_away_are_invited(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], SHORT)
    await room.seats.leave(table.id, CLARA)
    table = await room.some_moves(table, 1000)
    again = await room.lobby.rematch(table.id, ANNA)
    assert invited(again) == [BEN, CLARA]
    again = await room.lobby.join(again.id, CLARA)
    assert (joined(again), invited(again)) == ([ANNA, CLARA], [BEN])


async def test_invitations_survive_a_restart(room: Room):
    table = await over(room, [ANNA, BEN, CLARA])
    again = await room.lobby.rematch(table.id, ANNA)
    other = room.restarted()
    again = await other.lobby.join(again.id, BEN)
    assert (joined(again), invited(again)) == ([ANNA, BEN], [CLARA])
    assert (await other.lobby.start(again.id, BEN)).phase is Phase.PLAYING


async def test_a_rematch_that_nobody_starts_is_closed(room: Room):
    table = await over(room, [ANNA, BEN])
    again = await room.lobby.rematch(table.id, ANNA)
    room.pass_time(minutes=61)
    await room.deadlines.on_due(again.id)
    assert (await room.snapshot(again, None)).table.phase is Phase.CLOSED


async def test_no_rematch(room: Room, table: TableRecord):
    await refuses("A rematch needs a finished game", room.lobby.rematch(table.id, ANNA))
    table = await room.seats.resign(table.id, BEN)
    await refuses("Only those who played", room.lobby.rematch(table.id, STRANGER))
    without = {key: game for key, game in GAMES.items() if key != PILES}
    await refuses("no longer available here", room.restarted(without).lobby.rematch(table.id, ANNA))
    assert await room.service.lookup.last_in(CHANNEL) == table


async def test_a_rematch_with_house_rules_that_no_longer_exist(room: Room):
    table = await room.store.tables.open_table(
        NewTable(guild_id=GUILD, channel_id=CHANNEL, game=PILES, options={"jokers": 4}, host_id=ANNA), NOON
    )
    async with room.store.tables.change(table.id, table.rev) as change:
        change.start(seed="oak", rules_version=GAMES[PILES].rules_version, now=NOON)
        change.finish([ResultRecord(0, ANNA, 1, 0.0, True, Rating(25, 8), Rating(25, 8))], NOON)
    await refuses("The house rules of this game have changed", room.lobby.rematch(table.id, ANNA))
