"""The moves of old games are deleted if the host wants that. Whoever asks for a replay is told so."""

from datetime import timedelta
from random import Random

import pytest

from playground.testing.people import press, slash
from playground.testing.robot import Robot
from playground.testing.room import Room, told
from playground.testing.screens import texts
from sessions.replays import folding

LOOK_EVERY = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "LOOK_EVERY", LOOK_EVERY)


@pytest.mark.bot(keep_moves=timedelta(minutes=1))
async def test_a_replay_of_a_folded_game_says_what_is_left(room: Room) -> None:
    ann, bob = people = await room.deal("three-piles", 2)
    robots = [Robot(room, person, Random(6)) for person in people]
    for _ in range(6):
        await next(robot for robot in robots if robot.is_asked).step()
    await room.confirm(bob, "resign")
    result, shown = room.shown, texts(room.shown)
    await room.env.advance_time(LOOK_EVERY.total_seconds() + 60)
    assert await room.bot.store.games.moves((await room.table()).id) == []
    for asked in (await press(ann, result, "Replay"), await slash(ann, room.channel, "replay")):
        assert "This game is more than a year old: its result is kept, its moves are not." in told(asked)
    assert texts(room.shown) == shown, "the result in the channel stays as it was"
    assert "ann" in texts(await slash(ann, room.channel, "leaderboard"))
