"""Whatever the bot forgets, the channel soon shows whose turn it is, and whoever is to move is pinged.

``CARDROOM_RESTARTS`` is the number of restarts.
"""

import os
from random import Random

import pytest
from simcord import MemberActor

from db.records import Phase
from engines import GAMES
from playground.testing.life import Life
from playground.testing.robot import Robot
from playground.testing.room import Room
from playground.testing.screens import texts
from sessions.pings import PAUSE
from tests.e2e.request_log import RequestLog

RESTARTS = int(os.environ.get("CARDROOM_RESTARTS", "3"))
RESTARTS_OF_A_GAME = 5
MOST_STEPS = 6
"""The most choices between two restarts."""
SOON = 120.0
"""Seconds within which the message is right again."""


async def step(room: Room, people: list[MemberActor], chance: Random) -> None:
    """Somebody who is to act answers a question."""
    waiting = await room.to_act()
    person = chance.choice([person for person in people if person in waiting])
    await room.hand(person)
    await Robot(room, person, chance).step()


async def check_channel(room: Room, people: list[MemberActor], request_log: RequestLog) -> None:
    """The message shows whose turn it is, and each of them has been pinged when the pause between two pings is over."""
    snapshot, shown = await room.seen(), texts(room.shown)
    assert (await room.table()).message_id == room.shown.id
    if snapshot.table.phase is Phase.FINISHED:
        assert "🏁" in shown
        return
    waiting = await room.to_act()
    for person in people:
        assert (f"▶ **{person.name}**" in shown) == (person in waiting), f"{person.name}: {shown}"
    await room.env.advance_time(PAUSE.total_seconds())
    pings = {ping.user_id: ping for ping in await room.bot.store.pings.of(snapshot.table.id)}
    mentioned = {
        user
        for request in request_log.sent("POST", "/channels/*/messages")
        for user in request.body["allowed_mentions"].get("users", [])
    }
    for person in waiting:
        assert pings[person.id].pinged_at is not None, f"{person.name} has not been pinged"
        assert person.id in map(int, mentioned)


@pytest.mark.parametrize("seed", range(RESTARTS // RESTARTS_OF_A_GAME))
async def test_the_channel_is_right_after_every_restart(
    room: Room, life: Life, request_log: RequestLog, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Each bot is killed after its last move was stored and before anything else could follow."""
    chance, keys = Random(seed), list(GAMES)
    key = keys[seed % len(keys)]
    people = await room.deal(key.replace("_", "-"), GAMES[key].seats[0])
    for _ in range(RESTARTS_OF_A_GAME):
        for _ in range(chance.randrange(MOST_STEPS)):
            if (await room.table()).phase is Phase.PLAYING:
                await step(room, people, chance)
        with monkeypatch.context() as patch:
            patch.setattr(room.bot.service.bus, "publish", lambda event: None)
            if (await room.table()).phase is Phase.PLAYING:
                await step(room, people, chance)
            await life.restart(killed=True)
        await room.env.advance_time(SOON)
        await check_channel(room, people, request_log)
