"""Hints are given in practice games, when there is something to decide, and change nothing."""

import asyncio
from typing import Any

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CARD_DUEL, KNOTWEED, STRANGER, PausableCompute, Room, refused, refuses

from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES
from engines.texts import Text
from opponents import Level
from tests.optional import present

EASY = Level.EASY
SHORT = {KNOTWEED: {"turn_cap": 12}, "counter": {"max_hands": 1}, "counterweight": {"idle_limit": 3}}


async def check_hint(room: Room, table: TableRecord) -> str:
    """Ask for a hint, check that it fits what Anna sees, and return the text of its action."""
    hint = await room.service.hints.hint(table.id, ANNA)
    snapshot = await room.snapshot(table, ANNA)
    assert snapshot.view is not None
    assert hint.view.dump() == snapshot.view.dump()
    assert hint.thought.action in snapshot.view.actions()
    assert all(isinstance(line, Text) for line in hint.reasons)
    return str(hint.thought.action)


@pytest.mark.only_files("It takes long, and is about computers that think.")
@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize("key", GAMES)
async def test_a_game_can_be_played_by_hints(room: Room, key: str):
    computers = [EASY] * (GAMES[key].seats[0] - 1)
    table = await room.started(key, [ANNA], SHORT.get(key, {}), computers=computers)
    table = await room.computers_moved(table)
    while table.phase is Phase.PLAYING:
        table = await room.moved(table, (ANNA, await check_hint(room, table)))
        table = await room.computers_moved(table)
    assert table.phase is Phase.FINISHED


async def test_a_hint_changes_nothing(room: Room):
    table = await room.started(players=[ANNA], computers=[EASY])
    table = await room.some_moves(table, 4)
    before, shown = await room.rows(table), await room.shown(table, (None, ANNA))
    published = len(room.table_events)
    await check_hint(room, table)
    assert await room.rows(table) == before
    assert await room.shown(table, (None, ANNA)) == shown
    assert len(room.table_events) == published
    assert await room.store.games.thoughts(table.id) == {}


async def test_a_hint_has_the_figures_that_a_review_gives(room: Room):
    """Whatever was played: what a decision is worth depends only on what its player saw."""
    table = await room.started(players=[ANNA], computers=[EASY])
    hint = await room.service.hints.hint(table.id, ANNA)
    actions = hint.view.actions()
    for played in (actions[0], actions[-1]):
        thought, _ = await room.service.reviews._thinker.judge(hint.game, hint.view, played)
        figures = {one.action: one for one in thought.considered}
        assert all(figures[one.action] == one for one in hint.thought.considered if one.action != played)
        assert len({one.visits for one in thought.considered if one.action in (played, hint.thought.action)}) == 1


async def test_no_hint_when_thinking_fails(store: Store):
    """What is least harmful is good enough for a move, so that the game goes on, but not for advice."""

    async def fail(*_: Any) -> None:
        raise KeyError("a mistake in a policy")

    room = Room(store, compute=fail)
    table = await room.started(KNOTWEED, [ANNA], ANNA_FIRST, computers=[EASY])
    for _ in range(2):
        with refused("The computer has no hint just now. Try again in a minute."):
            await room.service.hints.hint(table.id, ANNA)
    await room.service.close()


async def test_no_hints_among_members(room: Room):
    """Not even when the other member has left or given up: it is still rated as a game among members."""
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST, computers=[EASY])
    await refuses("practice against computers only", room.service.hints.hint(table.id, ANNA))
    await room.seats.leave(table.id, BEN)
    await refuses("practice against computers only", room.service.hints.hint(table.id, ANNA))
    await room.seats.resign(table.id, BEN)
    await refuses("practice against computers only", room.service.hints.check(table.id, ANNA))


async def test_no_hint_when_there_is_nothing_to_decide(slow_room: Room, thinking: PausableCompute):
    lobby = await slow_room.opened(players=[ANNA], options={"first": 1}, computers=[EASY])
    await refuses("has not started yet", slow_room.service.hints.hint(lobby.id, ANNA))
    thinking.pause()
    table = await slow_room.lobby.start(lobby.id, ANNA)
    await refuses("It is not your turn", slow_room.service.hints.hint(table.id, ANNA))
    await refuses("You have no seat at this table", slow_room.service.hints.hint(table.id, STRANGER))
    await slow_room.seats.resign(table.id, ANNA)
    await refuses("This game is over", slow_room.service.hints.hint(table.id, ANNA))
    thinking.resume()


async def test_a_hint_is_for_the_position_in_which_it_was_requested(slow_room: Room, thinking: PausableCompute):
    table = await slow_room.started(CARD_DUEL, [ANNA], {}, computers=[EASY])
    await slow_room.computers_moved(table)
    thinking.pause()
    asked = await slow_room.snapshot(table, ANNA)
    hint = asyncio.create_task(slow_room.service.hints.hint(table.id, ANNA))
    await thinking.begun()
    await slow_room.moved(table, (ANNA, await slow_room.an_action(table, ANNA, "pick")))
    thinking.resume()
    assert (await hint).view.dump() == present(asked.view).dump()


async def test_many_taps_make_the_computer_think_once(slow_room: Room, thinking: PausableCompute):
    table = await slow_room.started(CARD_DUEL, [ANNA], {}, computers=[EASY])
    await slow_room.computers_moved(table)
    before = thinking.count
    await asyncio.gather(*(slow_room.service.hints.hint(table.id, ANNA) for _ in range(20)))
    once = thinking.count - before
    await slow_room.service.hints.hint(table.id, ANNA)
    assert 1 <= once <= 2, "two for actions that are chosen together"
    assert thinking.count - before == once


async def test_a_hint_for_actions_that_are_chosen_together(room: Room):
    """A single couple is chosen with what is collected after it, so the hint names both."""
    table = await room.started("counterweight", [ANNA], {"first": 0}, computers=[EASY])
    entry = await room.service._cache.get(table.id)
    present(entry.live).state = GAMES["counterweight"].position(
        {
            "hands": [["9H", "4D", "KC", "5S"], ["8C"]],
            "P1": ["2S"],
            "P2": ["QC"],
            "temp": {"A1": ["9C"], "B1": ["4S"]},
            "stock": ["2C", "3C", "7C"],
        }
    )
    hint = await room.service.hints.hint(table.id, ANNA)
    assert str(hint.thought.action).startswith("couple ")
    assert hint.then is not None
    assert str(hint.then.thought.action) in ("collect", "collect A1")
    assert hint.then.then is None
