"""A plugin was removed: tables of its game stay stored and can be closed, everything else goes on."""

from collections.abc import Mapping
from typing import Any

import pytest

from cogs import client
from db.records import Phase
from engines import GAMES, Game
from playground.testing.people import press, slash
from playground.testing.room import Room, refused, told
from playground.testing.screens import texts
from tests.e2e.watchers.restarts import Restart

WITHOUT: Mapping[str, Game[Any]] = {key: game for key, game in GAMES.items() if key != "three_piles"}


@pytest.fixture
def remove_game(monkeypatch: pytest.MonkeyPatch, restart: Restart) -> Restart:
    """Start the bot again where 3 Piles is not installed, or is again."""

    async def restarted(*, installed: bool = False) -> None:
        monkeypatch.setattr(client, "GAMES", GAMES if installed else WITHOUT)
        await restart()

    return restarted


async def test_a_table_of_a_game_that_is_gone_can_only_be_closed(room: Room, remove_game: Restart) -> None:
    ann, bob = await room.deal("three-piles", 2)
    await remove_game()
    for person in (ann, bob, room.members["cat"]):
        assert "no longer installed. Tap More to close its table" in await refused(room, person, "hand")
    async with room.unchanged():
        assert "no longer installed" in told(await press(ann, room.shown, "My hand"))
    assert "no longer installed" in await refused(room, bob, "move", action="draw")
    assert await room.confirm(ann, "end") == "The table is closed."
    assert (await room.table()).phase is Phase.CLOSED
    async with room.unchanged():
        assert "so it cannot be shown" in told(await press(ann, room.shown, "My hand"))
    await room.deal("card-duel", 2)
    assert (await room.table()).phase is Phase.PLAYING


async def test_a_finished_game_that_is_gone_still_counts(room: Room, remove_game: Restart) -> None:
    ann, bob = await room.deal("three-piles", 2)
    await room.confirm(ann, "resign")
    before = texts(await slash(bob, room.channel, "leaderboard"))
    await remove_game()
    assert texts(await slash(bob, room.channel, "leaderboard")) == before
    assert "bob" in texts(await slash(ann, room.channel, "leaderboard", player=bob))
    assert "no longer installed" in await refused(room, bob, "replay")
    async with room.unchanged():
        assert "no longer available here" in told(await press(bob, room.shown, "Rematch"))
        assert "no longer installed" in told(await press(bob, room.shown, "Replay"))
