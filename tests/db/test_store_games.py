"""Moves, taking back, giving up and results."""

import pytest
from store_steps import ANNA, BEN, CLARA, NOON, lobby, result

from db.records import MoveRecord, SeatRecord, TableRecord
from db.store import DatabaseError, Store


async def test_moves_are_numbered_and_carry_their_revision(store: Store, table: TableRecord):
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "play 1 6C", NOON)
        change.add_move(1, "pass", NOON)
    async with store.tables.change(table.id, change.rev) as later:
        later.add_move(0, "draw", NOON)
    assert change.rev == table.rev + 1
    assert await store.games.moves(table.id) == [
        MoveRecord(1, change.rev, 0, "play 1 6C"),
        MoveRecord(2, change.rev, 1, "pass"),
        MoveRecord(3, later.rev, 0, "draw"),
    ]


async def test_the_number_of_a_move_taken_back_is_not_used_again(store: Store, table: TableRecord):
    async with store.tables.change(table.id, table.rev) as change:
        for text in ("a", "b", "c"):
            change.add_move(0, text, NOON)
        change.take_back(2)
        change.add_move(0, "d", NOON)
    assert [(move.number, move.text) for move in await store.games.moves(table.id)] == [(1, "a"), (3, "c"), (4, "d")]


@pytest.mark.parametrize("number", [1, 7])
async def test_a_move_is_taken_back_once_and_only_if_it_exists(store: Store, table: TableRecord, number: int):
    async with store.tables.change(table.id, table.rev) as change:
        change.add_move(0, "a", NOON)
        change.take_back(1)
    with pytest.raises(LookupError, match=f"no move {number} to take back"):
        async with store.tables.change(table.id, change.rev) as again:
            again.take_back(number)


async def test_giving_up_is_stored_with_the_seat(store: Store, table: TableRecord):
    async with store.tables.change(table.id, table.rev) as change:
        change.hand_over(SeatRecord(1, BEN, "easy", resigned=True))
    assert change.table.seats == (SeatRecord(0, ANNA), SeatRecord(1, BEN, "easy", resigned=True))
    with pytest.raises(LookupError, match="no seat 2"):
        async with store.tables.change(table.id, change.rev) as again:
            again.hand_over(SeatRecord(2, BEN, "easy"))


@pytest.mark.parametrize(
    "results",
    [
        [result(0, ANNA)],
        [result(0, BEN), result(1, ANNA, 2)],
        [result(0, ANNA), result(1, BEN, 2), result(2, CLARA, 3)],
    ],
    ids=["too few", "wrong players", "too many"],
)
async def test_a_game_ends_with_the_results_of_its_seats_only(store: Store, table: TableRecord, results: list):
    with pytest.raises(ValueError, match="do not match the seats"):
        async with store.tables.change(table.id, table.rev) as change:
            change.finish(results, NOON)
    assert await store.tables.get(table.id) == table
    assert await store.games.results(table.id) == []


async def test_nothing_is_played_in_a_lobby(store: Store):
    table = await lobby(store)
    with pytest.raises(DatabaseError, match="moves are made in a game"):
        async with store.tables.change(table.id, table.rev) as change:
            change.add_move(0, "pass", NOON)
    assert await store.games.moves(table.id) == []


async def test_the_changed_table_is_not_available_before_the_change_is_carried_out(store: Store, table: TableRecord):
    async with store.tables.change(table.id, table.rev) as change:
        with pytest.raises(RuntimeError, match="not been carried out"):
            _ = change.table
    assert change.table.rev == table.rev + 1
