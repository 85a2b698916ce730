"""Leaving a game, coming back and giving up: who plays a seat, and that computers do not play on alone."""

import asyncio

import pytest
from card_room import (
    ANNA,
    ANNA_FIRST,
    BEN,
    CARD_DUEL,
    CHEATING,
    CLARA,
    GUILD,
    KNOTWEED,
    PILES,
    STRANGER,
    TURN_TIME,
    PausableCompute,
    Room,
    refuses,
)
from test_table_cache import cache_matches_store

from db.records import Phase, TableRecord
from opponents import Level
from sessions.shared.events import EventKind
from sessions.shared.refusals import Refused
from sessions.tables.pace import IDLE_TIME, Pace
from tests.optional import present

EASY = Level.EASY
THREE = [ANNA, BEN, CLARA]


def computers(table: TableRecord) -> list[str | None]:
    """The level of the computer that plays each seat, if one does."""
    return [seat.computer for seat in table.seats]


# Leaving and coming back


async def test_a_computer_plays_for_a_member_who_has_left(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    left = await room.seats.leave(table.id, BEN)
    assert (left.phase, computers(left), [seat.resigned for seat in left.seats]) == (
        Phase.PLAYING,
        [None, "normal", None],
        [False, False, False],
    )
    assert (room.table_events[-1].by, room.table_events[-1].to_act) == (BEN, (ANNA,))
    await room.computers_moved(await room.moved(table, (ANNA, "pass")))
    assert {seat for seat, _ in await room.moves(table)} == {0, 1}
    assert room.table_events[-1].to_act == (CLARA,)
    assert await room.shown(table, THREE) == await room.restarted().shown(table, THREE)


@pytest.mark.parametrize(("stood_in", "is_last"), [(1, False), (30, True)])
async def test_who_returns_after_a_computer_made_most_of_their_moves_comes_last(
    room: Room, stood_in: int, is_last: bool
):
    """A member could have it play a rated game, and return before the end to win."""
    table = await room.started()
    await room.seats.leave(table.id, ANNA)
    while sum(seat == 0 for seat, _ in await room.moves(table)) < stood_in:
        table = await room.some_moves(table, 1, str(table.rev))
    assert (await room.seats.come_back(table.id, ANNA)).phase is Phase.PLAYING
    table = await room.some_moves(table, 10_000)
    assert [seat.is_away for seat in table.seats] == [is_last, False]
    places = [result.place for result in await room.store.games.results(table.id)]
    assert not is_last or places == [2, 1]


async def test_leaving_on_your_turn_lets_the_computer_move_at_once(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    await room.computers_moved(await room.seats.leave(table.id, ANNA))
    assert {seat for seat, _ in await room.moves(table)} == {0}
    assert room.table_events[-1].to_act == (BEN,)


async def test_a_member_who_is_away_sees_their_cards_and_has_no_question(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    assert not (await room.snapshot(table, ANNA)).is_away
    left = await room.seats.leave(table.id, ANNA)
    snapshot = await room.snapshot(table, ANNA)
    assert (snapshot.is_away, snapshot.seat, snapshot.can_take_back) == (True, 0, False)
    assert present(snapshot.view).seat == 0
    assert await room.service.views.asked(table.id, ANNA, left.rev) is None
    for attempt in (
        room.play.act(table.id, ANNA, ["pass"]),
        room.take_backs.take_back(table.id, ANNA),
        room.seats.leave(table.id, ANNA),
    ):
        await refuses("A computer is playing for you", attempt)


async def test_coming_back(room: Room):
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    await room.seats.leave(table.id, BEN)
    back = await room.seats.come_back(table.id, BEN)
    assert computers(back) == [None, None, None]
    assert room.table_events[-1].by == BEN
    await room.moved(table, (ANNA, "pass"), (BEN, "pass"))
    assert room.table_events[-1].to_act == (CLARA,)
    await refuses("already playing your own seat", room.seats.come_back(table.id, BEN))
    assert await cache_matches_store(room, table)


async def anna_left(slow_room: Room, thinking: PausableCompute) -> TableRecord:
    """A game that Anna left on her turn, while the computer is thinking for her."""
    thinking.pause()
    table = await slow_room.started(KNOTWEED, THREE, ANNA_FIRST)
    await slow_room.seats.leave(table.id, ANNA)
    await thinking.begun()
    return table


async def test_a_member_who_comes_back_while_the_computer_thinks_plays_instead(
    slow_room: Room, thinking: PausableCompute
):
    table = await anna_left(slow_room, thinking)
    back = await slow_room.seats.come_back(table.id, ANNA)
    thinking.resume()
    assert await slow_room.computers_moved(table) == back
    await slow_room.moved(table, (ANNA, "pass"), (BEN, "pass"))
    await slow_room.service.close()
    assert await slow_room.moves(table) == [(0, "pass"), (1, "pass")]


async def test_a_computer_thinks_again_for_a_member_who_came_back_and_left_again(
    slow_room: Room, thinking: PausableCompute
):
    """Its first thought is stale, because the question was put to the member in between."""
    table = await anna_left(slow_room, thinking)
    await slow_room.seats.come_back(table.id, ANNA)
    await slow_room.seats.leave(table.id, ANNA)
    thinking.resume()
    await slow_room.computers_moved(table)
    await slow_room.service.close()
    assert await slow_room.moves(table) == [(0, "pass")]
    assert thinking.count == 2


async def test_giving_up_while_the_computer_thinks(slow_room: Room, thinking: PausableCompute):
    table = await anna_left(slow_room, thinking)
    given_up = await slow_room.seats.resign(table.id, ANNA)
    assert [seat.resigned for seat in given_up.seats] == [True, False, False]
    thinking.resume()
    await slow_room.computers_moved(table)
    assert await slow_room.moves(table) == [(0, "pass")]
    await refuses("You have given up this game", slow_room.seats.come_back(table.id, ANNA))


async def test_a_computer_judges_for_a_player_who_leaves_during_a_window(room: Room):
    """Knotweed 11.2. This gives nobody more time."""
    table = await room.started(KNOTWEED, THREE, CHEATING)
    window = await room.moved(table, (ANNA, "pass 3"))
    room.pass_time(seconds=20)
    left = await room.seats.leave(table.id, CLARA)
    assert left.deadline == window.deadline
    await room.computers_moved(left)
    assert await room.moves(table) == [(0, "pass 3"), (2, "accept")]
    assert room.table_events[-1].to_act == (BEN,)


async def test_only_players_can_leave_a_game(room: Room):
    lobby = await room.opened()
    for attempt in (room.seats.leave(lobby.id, ANNA), room.seats.come_back(lobby.id, ANNA)):
        await refuses("The game has not started yet", attempt)
    table = await room.lobby.start(lobby.id, ANNA)
    for attempt in (room.seats.leave(table.id, STRANGER), room.seats.come_back(table.id, STRANGER)):
        await refuses("You have no seat at this table", attempt)
    await room.seats.resign(table.id, BEN)
    for attempt in (room.seats.leave(table.id, ANNA), room.seats.come_back(table.id, BEN)):
        await refuses("This game is over", attempt)


# Somebody stays


async def test_the_last_member_who_is_playing_cannot_leave(room: Room, table: TableRecord):
    await room.seats.leave(table.id, BEN)
    await refuses("You are the last player here", room.seats.leave(table.id, ANNA))
    alone = await room.started(players=[ANNA], computers=[EASY], channel=1)
    await refuses("Nobody else is playing here", room.seats.leave(alone.id, ANNA))
    assert (await room.rows(alone))[0] == alone


async def test_when_two_leave_at_once_only_one_can(room: Room, table: TableRecord):
    both = await asyncio.gather(
        room.seats.leave(table.id, ANNA), room.seats.leave(table.id, BEN), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in both) == ["Refused", "TableRecord"]


async def test_when_one_of_two_players_left_and_the_other_gives_up(room: Room, table: TableRecord):
    """The one who left could have come back, and wins."""
    await room.seats.leave(table.id, BEN)
    table = await room.seats.resign(table.id, ANNA)
    assert (table.phase, room.event_kinds[-1]) == (Phase.FINISHED, EventKind.FINISHED)
    results = await room.store.games.results(table.id)
    assert [(result.player, result.place, result.won) for result in results] == [(ANNA, 2, False), (BEN, 1, True)]


async def test_computers_do_not_play_a_game_that_all_members_have_left(room: Room):
    """Ben and Clara could have come back while Anna played; now the game ends."""
    table = await room.started(KNOTWEED, THREE, ANNA_FIRST)
    await room.seats.leave(table.id, BEN)
    await room.seats.leave(table.id, CLARA)
    table = await room.seats.resign(table.id, ANNA)
    assert table.phase is Phase.FINISHED
    assert room.table_events[-1].computers_to_act == ()
    results = await room.store.games.results(table.id)
    assert [(result.place, result.won) for result in results] == [(3, False), (1, True), (1, True)]
    assert await room.moves(table) == []


async def test_computers_do_not_play_on_among_themselves(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, computers=[EASY, EASY])
    table = await room.seats.resign(table.id, BEN)
    assert table.phase is Phase.PLAYING
    table = await room.seats.resign(table.id, ANNA)
    assert table.phase is Phase.FINISHED
    results = await room.store.games.results(table.id)
    assert [(result.player, result.place, result.won) for result in results] == [
        (ANNA, 3, False),
        (BEN, 3, False),
        ("easy", 1, True),
        ("easy", 1, True),
    ]


async def test_giving_up_against_a_computer_is_a_loss(room: Room):
    table = await room.started(players=[ANNA], computers=[EASY])
    table = await room.seats.resign(table.id, ANNA)
    assert table.phase is Phase.FINISHED
    assert [(result.player, result.place) for result in await room.store.games.results(table.id)] == [
        (ANNA, 2),
        ("easy", 1),
    ]


async def test_a_member_who_left_and_did_not_return_comes_last(room: Room):
    table = await room.under_way(KNOTWEED, THREE, {"turn_cap": 12})
    await room.seats.leave(table.id, CLARA)
    table = await room.some_moves(table, 1000)
    assert table.phase is Phase.FINISHED
    results = await room.store.games.results(table.id)
    assert (results[2].player, results[2].place, results[2].won) == (CLARA, 3, False)
    assert await room.store.leaderboards.rating(GUILD, CLARA, KNOTWEED) == results[2].rating
    assert await room.store.leaderboards.rating(GUILD, CLARA, KNOTWEED, practice=True) is None


async def test_a_member_who_came_back_gets_the_place_that_the_game_gives(room: Room):
    table = await room.started(KNOTWEED, THREE, {"first": 0, "turn_cap": 12})
    await room.seats.leave(table.id, CLARA)
    table = await room.some_moves(table, 3)
    await room.seats.come_back(table.id, CLARA)
    table = await room.some_moves(table, 1000)
    outcome = present((await room.snapshot(table, None)).outcome)
    assert [result.won for result in await room.store.games.results(table.id)] == [
        seat in outcome.winners for seat in range(3)
    ]


# Deadlines


@pytest.mark.parametrize("game", [PILES, CARD_DUEL])
async def test_a_member_alone_with_computers_has_no_limit(room: Room, game: str):
    table = await room.started(game, [ANNA], {}, computers=[EASY], pace=Pace.LIVE_1)
    table = await room.computers_moved(table)
    assert table.deadline == room.time + IDLE_TIME
    await room.later(days=6)
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA)))
    table = await room.computers_moved(table)
    table = await room.deadline_passes(table)
    assert (table.phase, computers(table)) == (Phase.CLOSED, [None, "easy"])


async def test_members_who_wait_for_a_computer_are_not_late(slow_room: Room, thinking: PausableCompute):
    thinking.pause()
    table = await slow_room.started(KNOTWEED, [ANNA, BEN], {"first": 2}, computers=[EASY])
    assert table.deadline == slow_room.time + IDLE_TIME
    await slow_room.later(days=1)
    assert (await slow_room.rows(table)) == (table, [])
    await slow_room.later(days=6)
    stored = await slow_room.stored(table)
    assert stored.phase is Phase.CLOSED
    thinking.resume()


async def test_a_move_just_before_the_deadline(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    room.pass_time(days=1)
    await asyncio.gather(room.play.act(table.id, ANNA, ["pass"]), room.deadlines.on_due(table.id))
    table = await room.computers_moved(table)
    assert (computers(table), await room.moves(table)) == ([None, None], [(0, "pass")])
    assert table.deadline == room.time + TURN_TIME


async def test_a_move_just_after_the_deadline(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    room.pass_time(days=1)
    _, moved = await asyncio.gather(
        room.deadlines.on_due(table.id), room.play.act(table.id, ANNA, ["pass"]), return_exceptions=True
    )
    assert isinstance(moved, Refused)
    table = await room.computers_moved(table)
    assert computers(table) == ["normal", None]
    assert room.table_events[-1].to_act == (BEN,)
    assert await cache_matches_store(room, table)
