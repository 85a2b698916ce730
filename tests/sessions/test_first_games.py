"""Whose questions carry a line of help."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from db.purpose_records import DayTry
from db.records import TableRecord
from sessions.settings.settings import FIRST, Wish
from tests.sessions.card_room import ANNA, BEN, Room


async def finish(room: Room, game: str) -> TableRecord:
    """A game of two members that one of them gives up, which ends it."""
    table = await room.under_way(game)
    await room.service.seats.resign(table.id, BEN)
    return table


async def test_the_first_two_games_of_a_kind_have_help(room: Room) -> None:
    assert FIRST == 2
    first = room.service.first_games
    table = await finish(room, "three_piles")
    assert await first.wants_help(table, ANNA)
    await finish(room, "three_piles")
    assert not await first.wants_help(table, ANNA)
    assert not await first.wants_help(table, ANNA), "it is remembered"
    assert await first.wants_help(replace(table, game="knotweed"), ANNA), "another game is new again"


async def test_a_game_that_ends_while_the_games_are_counted_is_counted_the_next_time(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, finished_games = room.service.first_games, room.store.leaderboards.finished_games
    await finish(room, "three_piles")
    others: list[str] = ["three_piles"]

    async def finished_before(*arguments: Any) -> int:
        found = await finished_games(*arguments)
        if others:
            await finish(room, others.pop())
        return found

    monkeypatch.setattr(room.store.leaderboards, "finished_games", finished_before)
    table = await room.started("three_piles", channel=5)
    assert await first.wants_help(table, ANNA)
    assert not others
    assert not await first.wants_help(table, ANNA)


async def test_help_can_be_switched_off(room: Room) -> None:
    table = await finish(room, "three_piles")
    await room.service.settings.choose(ANNA, Wish.HELP, False)
    assert not await room.service.first_games.wants_help(table, ANNA)
    assert await room.service.first_games.wants_help(table, BEN)
    await room.service.settings.choose(ANNA, Wish.HELP, True)
    assert await room.service.first_games.wants_help(table, ANNA)


async def test_the_game_of_a_day_has_none(room: Room) -> None:
    table = await finish(room, "three_piles")
    today = replace(table, purpose=DayTry(1, datetime(2030, 1, 1, tzinfo=UTC), True))
    assert not await room.service.first_games.wants_help(today, ANNA)
