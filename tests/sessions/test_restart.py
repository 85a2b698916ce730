"""Restarts: a new service on the same store, and nobody notices."""

from typing import Any

import pytest
from card_room import ANNA, BEN, KNOTWEED, PILES, STRANGER, Room, refused, refuses

from db.records import Phase, TableRecord
from db.tables.games import Games
from engines.three_piles.game import ThreePiles
from sessions.tables.live import LiveGame


class NewerThreePiles(ThreePiles):
    rules_version = ThreePiles.rules_version + 1


class OtherThreePiles(ThreePiles):
    """The same version, but it deals other cards, so the stored moves do not fit."""

    def deal(self, *, seats: int, seed: str, options: Any) -> Any:
        return super().deal(seats=seats, seed=f"not {seed}", options=options)


class BrokenThreePiles(ThreePiles):
    def deal(self, *, seats: int, seed: str, options: Any) -> Any:
        raise KeyError("a bug in the rules")


UNREADABLE = [
    ({PILES: NewerThreePiles()}, "under older rules"),
    ({}, "no longer installed"),
    ({PILES: OtherThreePiles()}, "can no longer be read"),
    ({PILES: BrokenThreePiles()}, "can no longer be read"),
]


@pytest.mark.parametrize("game", [PILES, KNOTWEED])
async def test_a_restart_changes_nothing_that_anybody_sees(room: Room, game: str):
    table = await room.started(game, [ANNA, BEN])
    for number in range(6):
        table = await room.some_moves(table, 3, str(number))
        assert await room.shown(table) == await room.restarted().shown(table)


async def test_a_lobby_and_a_finished_game_are_there_after_a_restart(room: Room):
    finished = await room.finished()
    assert await room.shown(finished) == await room.restarted().shown(finished)
    lobby = await room.opened()
    other = room.restarted()
    assert await room.shown(lobby) == await other.shown(lobby)
    assert (await other.lobby.start(lobby.id, ANNA)).phase is Phase.PLAYING


async def test_a_game_goes_on_after_a_restart(room: Room):
    table = await room.some_moves(await room.started(), 10)
    other = room.restarted()
    user = ANNA if (await room.actions(table, ANNA)) else BEN
    moved = await other.play.act(table.id, user, [await other.an_action(table, user)], drawn_at=table.rev)
    assert moved.rev == table.rev + 1
    finished = await other.some_moves(moved, 1000)
    assert finished.phase is Phase.FINISHED


async def test_a_game_that_waits_for_what_is_now_played_by_itself_goes_on(room: Room, monkeypatch: pytest.MonkeyPatch):
    """Knotweed 4.6: earlier versions asked for the end of a turn when all piles are closed."""
    with monkeypatch.context() as earlier:
        earlier.setattr(LiveGame, "play_forced", lambda live, rev: None)
        table = await room.started(KNOTWEED, [ANNA, BEN])
        table = await room.moved(table, (ANNA, "play 1 6H"), (ANNA, "end"), (BEN, "play 1 8H"))
    other = room.restarted()
    assert await other.actions(table, BEN) == ["end"]
    await other.play.act(table.id, BEN, ["end"], drawn_at=table.rev)
    assert await other.moves(table) == [(0, "play 1 6H"), (0, "end"), (1, "play 1 8H"), (1, "end")]
    assert await other.shown(table) == await other.restarted().shown(table)


async def test_nothing_is_read_before_it_is_needed(room: Room, monkeypatch: pytest.MonkeyPatch):
    table = await room.some_moves(await room.started(), 5)
    read: list[int] = []
    find_moves = room.store.games.moves

    async def moves(_: Games, table_id: int) -> Any:
        read.append(table_id)
        return await find_moves(table_id)

    monkeypatch.setattr(Games, "moves", moves)
    other = room.restarted()
    await other.handle_due()
    assert read == []
    await other.shown(table)
    assert read == [table.id]
    await other.timer.stop()


@pytest.mark.parametrize(("games", "words"), UNREADABLE)
async def test_a_game_that_cannot_be_replayed_can_only_be_ended(room: Room, games: Any, words: str):
    table = await room.some_moves(await room.started(), 4)
    other = room.restarted(games)
    await refuses(words, other.play.act(table.id, ANNA, ["draw"]))
    await refuses(words, other.seats.resign(table.id, ANNA))
    if games:
        snapshot = await other.snapshot(table, ANNA)
        assert words in str(snapshot.trouble)
        assert (snapshot.view, snapshot.outcome, snapshot.can_take_back) == (None, None, False)
    else:
        await refuses(words, other.snapshot(table, ANNA))
    assert (await room.rows(table))[0] == table
    closed = await other.play.end(table.id, STRANGER, may_manage=True)
    assert closed.phase is Phase.CLOSED
    assert (await room.opened()).phase is Phase.LOBBY


@pytest.mark.parametrize(("games", "words"), UNREADABLE)
async def test_a_game_that_cannot_be_replayed_closes_at_its_deadline(room: Room, games: Any, words: str):
    table = await room.some_moves(await room.started(), 4)
    other = room.restarted(games)
    await other.later(days=8)
    stored = await room.stored(table)
    assert stored.phase is Phase.CLOSED
    await other.timer.stop()


async def test_results_remain_when_the_rules_have_changed(room: Room, finished: TableRecord):
    results = (await room.snapshot(finished, None)).results
    snapshot = await room.restarted({PILES: NewerThreePiles()}).service.views.snapshot(finished.id, None)
    assert "was played under older rules" in str(snapshot.trouble)
    assert snapshot.results == results


async def test_a_finished_game_that_is_gone_keeps_its_results(room: Room, finished: TableRecord):
    results = await room.store.games.results(finished.id)
    other = room.restarted({})
    with refused("This game is no longer installed, so it cannot be shown."):
        await other.snapshot(finished, None)
    with refused("This game is no longer installed, so it cannot be shown."):
        await other.service.replays.beginning(finished.id, ANNA)
    await refuses("This game is no longer available here", other.lobby.rematch(finished.id, ANNA))
    assert await room.store.games.results(finished.id) == results


async def test_a_game_that_was_gone_goes_on_when_it_is_back(room: Room):
    table = await room.some_moves(await room.started(), 4)
    shown = await room.shown(table)
    with refused("This game is no longer installed. Tap More to close its table."):
        await room.restarted({}).play.act(table.id, ANNA, ["draw"])
    assert await room.restarted().shown(table) == shown


async def test_a_lobby_of_a_game_that_is_gone(room: Room):
    table = await room.opened(players=[ANNA])
    other = room.restarted({})
    await refuses("Tap More to close its table", other.lobby.join(table.id, BEN))
    assert (await other.play.end(table.id, STRANGER, may_manage=True)).phase is Phase.CLOSED
