"""Giving up, ending and finishing games; results and ratings."""

import asyncio

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CLARA, GUILD, KNOTWEED, PILES, STRANGER, Room, refused, refuses

from db.records import Phase, SeatRecord, TableRecord
from engines import Outcome
from engines.sides import alone
from sessions.leaderboards import MOST_A_DAY
from sessions.playing.play import Ending
from sessions.settings.server import MayEnd, ServerSetting
from sessions.shared.events import EventKind
from sessions.tables.leaving import SUBSTITUTE
from sessions.tables.results import NEWCOMER, Placing, placings, rate, shown_rating


async def test_giving_up_in_a_game_of_two_ends_it(room: Room, table: TableRecord):
    table = await room.seats.resign(table.id, BEN)
    assert table.phase is Phase.FINISHED
    assert table.deadline is None
    assert room.event_kinds[-1] is EventKind.FINISHED
    results = await room.store.games.results(table.id)
    assert [(result.player, result.place, result.points, result.won) for result in results] == [
        (ANNA, 1, 0.0, True),
        (BEN, 2, 0.0, False),
    ]
    snapshot = await room.snapshot(table, ANNA)
    assert (snapshot.outcome, snapshot.results) == (None, tuple(results))


async def test_a_finished_table_is_seen_from_the_own_side(room: Room, table: TableRecord):
    await room.seats.resign(table.id, BEN)
    for user, seat in ((ANNA, 0), (BEN, 1), (STRANGER, None), (None, None)):
        scene = (await room.snapshot(table, user)).scene
        assert scene is not None
        assert scene.viewer == seat, user


async def test_giving_up_on_and_off_turn_both_count(room: Room, table: TableRecord):
    await room.seats.resign(table.id, ANNA)
    assert [result.won for result in await room.store.games.results(table.id)] == [False, True]
    await refuses("This game is over", room.seats.resign(table.id, BEN))


async def test_a_computer_plays_on_for_a_player_who_gives_up_among_three(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], ANNA_FIRST)
    table = await room.seats.resign(table.id, BEN)
    assert table.phase is Phase.PLAYING
    assert [(seat.resigned, seat.computer) for seat in table.seats] == [(False, None), (True, "normal"), (False, None)]
    assert await room.store.games.moves(table.id) == []
    table = await room.moved(table, (ANNA, "pass"))
    assert (room.table_events[-1].to_act, room.table_events[-1].computers_to_act) == ((), (1,))
    await room.computers_moved(table)
    moves = await room.store.games.moves(table.id)
    assert (moves[0].seat, moves[0].text) == (0, "pass")
    assert {move.seat for move in moves[1:]} == {1}
    assert room.table_events[-1].to_act == (CLARA,)
    assert (await room.snapshot(table, BEN)).seat is None
    await refuses("You have given up this game", room.play.act(table.id, BEN, ["pass"]))
    await refuses("You have given up this game", room.seats.resign(table.id, BEN))


async def test_giving_up_on_your_turn_lets_the_computer_move_at_once(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], ANNA_FIRST)
    table = await room.computers_moved(await room.seats.resign(table.id, ANNA))
    assert {move.seat for move in await room.store.games.moves(table.id)} == {0}
    assert room.table_events[-1].to_act == (BEN,)
    assert await room.shown(table, (ANNA, BEN, CLARA)) == await room.restarted().shown(table, (ANNA, BEN, CLARA))


async def test_a_question_is_the_same_after_a_restart_that_follows_a_resignation(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], ANNA_FIRST)
    given_up = await room.seats.resign(table.id, CLARA)
    for service in (room.service, room.restarted().service):
        assert await service.views.asked(table.id, ANNA, table.rev) is None
        assert await service.views.asked(table.id, ANNA, given_up.rev) is not None


async def test_the_last_player_left_wins(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], ANNA_FIRST)
    await room.seats.resign(table.id, ANNA)
    table = await room.seats.resign(table.id, CLARA)
    assert table.phase is Phase.FINISHED
    assert [(result.place, result.won) for result in await room.store.games.results(table.id)] == [
        (2, False),
        (1, True),
        (2, False),
    ]


async def test_a_player_who_gave_up_comes_last_however_the_computer_finished(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], {"first": 0, "turn_cap": 12})
    table = await room.seats.resign(table.id, CLARA)
    table = await room.some_moves(table, 1000)
    assert table.phase is Phase.FINISHED
    snapshot = await room.snapshot(table, ANNA)
    assert snapshot.outcome is not None
    assert [result.place for result in snapshot.results if result.player == CLARA] == [3]
    assert not snapshot.results[2].won


async def test_the_host_ends_a_game_that_does_not_count_without_a_result(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, MayEnd.HOST)
    for _ in range(MOST_A_DAY):
        await room.seats.resign((await room.started()).id, BEN)
    table = await room.started()
    await refuses("Only the host of the table", room.play.end(table.id, BEN, may_manage=False))
    assert (await room.rows(table))[0] == table
    table = await room.play.end(table.id, ANNA, may_manage=False)
    assert (table.phase, table.deadline) == (Phase.CLOSED, None)
    assert await room.store.games.results(table.id) == []
    assert room.event_kinds[-1] is EventKind.CLOSED
    await refuses("This table is already closed", room.play.end(table.id, ANNA, may_manage=False))
    await refuses("This game is over", room.play.act(table.id, ANNA, ["draw"]))


async def test_a_moderator_can_end_any_table(room: Room):
    lobby = await room.opened()
    assert (await room.play.end(lobby.id, STRANGER, may_manage=True)).phase is Phase.CLOSED
    game = await room.started()
    assert (await room.play.end(game.id, STRANGER, may_manage=True)).phase is Phase.CLOSED


async def test_checking_whether_a_member_may_end_or_give_up_changes_nothing(room: Room):
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, MayEnd.HOST)
    table = await room.started()
    assert await room.play.check_end(table.id, ANNA, may_manage=False) == (table, Ending.GIVES_UP)
    assert await room.play.check_end(table.id, STRANGER, may_manage=True) == (table, Ending.CLOSES)
    await refuses("Only the host of the table", room.play.check_end(table.id, BEN, may_manage=False))
    assert await room.seats.check_resign(table.id, BEN) == table
    await refuses("You have no seat at this table", room.seats.check_resign(table.id, STRANGER))
    assert await room.rows(table) == (table, [])
    assert (await room.play.end(table.id, ANNA, may_manage=False)).phase is Phase.FINISHED
    await refuses("This table is already closed", room.play.check_end(table.id, ANNA, may_manage=False))
    await refuses("This game is over", room.seats.check_resign(table.id, ANNA))


async def test_a_lobby_is_closed_only_as_it_was_when_the_host_was_asked(room: Room):
    asked = await room.opened(KNOTWEED, [ANNA])
    table = await room.lobby.join(asked.id, BEN)
    with refused("The table has changed since you were asked"):
        await room.play.end(table.id, ANNA, may_manage=False, unchanged_since=asked.rev)
    assert (await room.play.end(table.id, ANNA, False, unchanged_since=table.rev)).phase is Phase.CLOSED


async def test_a_finished_game_has_results_and_ratings(room: Room):
    table = await room.some_moves(await room.started(), 10_000)
    snapshot = await room.snapshot(table, None)
    assert room.table_events[-1].kind is EventKind.FINISHED
    assert room.table_events[-1].to_act == ()
    assert snapshot.outcome is not None
    assert snapshot.results == tuple(await room.store.games.results(table.id))
    assert [result.points for result in snapshot.results] == list(snapshot.outcome.points)
    assert [result.seat for result in snapshot.results if result.won] == list(snapshot.outcome.winners)
    expected = rate([NEWCOMER, NEWCOMER], [result.place for result in snapshot.results])
    assert [result.rating for result in snapshot.results] == expected
    assert [result.overall for result in snapshot.results] == expected


async def test_the_leaderboard_ranks_by_rating(room: Room):
    for _ in range(3):
        table = await room.under_way(players=[BEN, CLARA])
        await room.seats.resign(table.id, CLARA)
    table = await room.under_way(players=[ANNA, CLARA])
    await room.seats.resign(table.id, CLARA)
    standings, total = await room.store.leaderboards.standings(GUILD, PILES, offset=0, limit=10)
    assert [(standing.rank, standing.player, standing.games, standing.wins) for standing in standings] == [
        (1, BEN, 3, 3),
        (2, ANNA, 1, 1),
        (3, CLARA, 4, 0),
    ]
    assert total == 3
    worth = [shown_rating(standing.rating) for standing in standings]
    assert worth == sorted(worth, reverse=True)


async def test_ratings_build_on_each_other_and_each_game_has_its_own(room: Room):
    first = await room.seats.resign((await room.under_way()).id, BEN)
    second = await room.seats.resign((await room.under_way(KNOTWEED)).id, BEN)
    one, two = await room.store.games.results(first.id), await room.store.games.results(second.id)
    assert [result.rating for result in two] == [result.rating for result in one]
    assert [result.overall for result in two] == rate([result.overall for result in one], [1, 2])


async def test_two_games_that_end_at_once_are_rated_one_after_the_other(room: Room):
    tables = [await room.under_way(channel=channel) for channel in range(3)]
    await asyncio.gather(*(room.seats.resign(table.id, BEN) for table in tables))
    ratings = [NEWCOMER, NEWCOMER]
    for _ in tables:
        ratings = rate(ratings, [1, 2])
    assert [await room.store.leaderboards.rating(GUILD, user, PILES) for user in (ANNA, BEN)] == ratings


async def test_a_newcomer_is_shown_a_thousand_points():
    assert shown_rating(NEWCOMER) == 1000
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert shown_rating(winner) > 1000
    assert loser.mu < NEWCOMER.mu
    drawn = rate([NEWCOMER, NEWCOMER], [1, 1])
    assert drawn[0] == drawn[1]


def seats(*resigned: bool) -> list[SeatRecord]:
    return [SeatRecord(number, 10 + number, SUBSTITUTE if gone else None, gone) for number, gone in enumerate(resigned)]


@pytest.mark.parametrize(
    ("outcome", "resigned", "expected"),
    [
        (Outcome(((2,), (0, 1)), (1, 1, 5), "x", (2,)), (False, False, False), [(2, False), (2, False), (1, True)]),
        (Outcome(((2,), (0,), (1,)), (3, 1, 5), "x", (2,)), (False, False, True), [(1, True), (2, False), (3, False)]),
        (Outcome(((0, 1, 2),), (0, 0, 0), "x", (0, 1, 2)), (False, True, False), [(1, True), (3, False), (1, True)]),
        (
            Outcome(((0,), (1,), (2,)), (3, 2, 1), "x", (0, 1)),
            (True, False, False),
            [(3, False), (1, True), (2, False)],
        ),
        (
            Outcome(((0,), (1,), (2,)), (3, 2, 1), "winners of two places", (0, 1)),
            (False, False, False),
            [(1, True), (2, True), (3, False)],
        ),
        (None, (True, False, True), [(2, False), (1, True), (2, False)]),
    ],
)
def test_placings(outcome: Outcome | None, resigned: tuple[bool, ...], expected: list[tuple[int, bool]]):
    points = outcome.points if outcome else (0, 0, 0)
    assert placings(outcome, seats(*resigned), alone(3)) == [
        Placing(place, float(points[seat]), won) for seat, (place, won) in enumerate(expected)
    ]


async def test_results_know_the_rating_before_also_after_a_restart(room: Room):
    first = await room.seats.resign((await room.under_way()).id, BEN)
    second = await room.seats.resign((await room.under_way()).id, BEN)
    rated = {table.id: (await room.snapshot(table, None)).results for table in (first, second)}
    assert [result.before for result in rated[first.id]] == [None, None]
    assert [result.before for result in rated[second.id]] == [result.rating for result in rated[first.id]]
    again = room.restarted()
    for table in (first, second):
        assert (await again.snapshot(table, None)).results == rated[table.id]
