"""Simultaneous decisions, tested with the challenge window of Knotweed (11.2 to 11.4)."""

import asyncio

import pytest
from card_room import ANNA, BEN, CHEATING, CLARA, DAN, KNOTWEED, Room, refuses

from db.records import TableRecord
from engines import IllegalAction


@pytest.fixture
async def window(room: Room) -> TableRecord:
    """Anna has passed with the full penalty; Ben, Clara and Dan judge that."""
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA, DAN], CHEATING)
    return await room.moved(table, (ANNA, "pass 3"))


async def test_all_judges_may_answer(room: Room, window: TableRecord):
    assert room.table_events[-1].to_act == (BEN, CLARA, DAN)
    assert [await room.service.views.asked(window.id, user, window.rev) is not None for user in (ANNA, BEN, CLARA)] == [
        False,
        True,
        True,
    ]


async def test_a_button_stays_fresh_while_others_answer(room: Room, window: TableRecord):
    await room.moved(window, (CLARA, "accept"))
    assert await room.service.views.asked(window.id, BEN, window.rev) is not None
    assert await room.service.views.asked(window.id, CLARA, window.rev) is None
    table = await room.play.act(window.id, BEN, ["accept"], drawn_at=window.rev)
    assert table.rev == window.rev + 2


async def test_three_answer_at_the_same_time(room: Room, window: TableRecord):
    users = (BEN, CLARA, DAN)
    await asyncio.gather(*(room.play.act(window.id, user, ["accept"], drawn_at=window.rev) for user in users))
    assert sorted(move.seat for move in (await room.store.games.moves(window.id))[1:]) == [1, 2, 3]
    assert room.table_events[-1].to_act == (BEN,)
    assert await room.shown(window) == await room.restarted().shown(window)


async def test_nobody_answers_twice(room: Room, window: TableRecord):
    table = await room.moved(window, (CLARA, "accept"))
    await refuses("not your turn", room.play.act(window.id, CLARA, ["challenge"]))
    assert (await room.rows(window))[0] == table


async def test_a_caught_cheat_ends_the_question_for_the_other_judges(room: Room):
    """11.3: the window closes at once. It is Ben's turn, and his old buttons would answer the wrong question."""
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], CHEATING)
    window = await room.moved(table, (ANNA, "pass 0"))
    caught = await room.moved(window, (CLARA, "challenge"))
    assert room.table_events[-1].to_act == (BEN,)
    for service in (room.service, room.restarted().service):
        assert await service.views.asked(table.id, BEN, window.rev) is None
        assert await service.views.asked(table.id, BEN, caught.rev) is not None
    await refuses("That button is out of date", room.play.act(table.id, BEN, ["accept"], drawn_at=window.rev))
    with pytest.raises(IllegalAction):
        await room.play.act(table.id, BEN, ["accept"])


async def test_buttons_are_as_fresh_after_a_restart(room: Room, window: TableRecord):
    table = await room.moved(window, (CLARA, "accept"))
    other = room.restarted()
    revisions = range(table.rev + 1)
    for user in (ANNA, BEN, CLARA, DAN):
        before = [await room.service.views.asked(table.id, user, rev) is not None for rev in revisions]
        assert before == [await other.service.views.asked(table.id, user, rev) is not None for rev in revisions]


async def test_a_computer_judges_for_a_player_who_has_given_up(room: Room, window: TableRecord):
    table = await room.seats.resign(window.id, DAN)
    assert (room.table_events[-1].to_act, room.table_events[-1].computers_to_act) == ((BEN, CLARA), (3,))
    assert table.deadline == window.deadline
    await room.computers_moved(table)
    assert room.table_events[-1].to_act == (BEN, CLARA)
    assert [(move.seat, move.text) for move in await room.store.games.moves(table.id)] == [(0, "pass 3"), (3, "accept")]
