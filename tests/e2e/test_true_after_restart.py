"""Whatever the bot forgets, the channel soon shows whose turn it is, and whoever is to move is pinged.

``CARDROOM_RESTARTS`` is the number of restarts. See also ``watchers/restarts.py``.
"""

import os
from random import Random

import pytest
from simcord import MemberActor

from db.records import Phase
from db.times import Times
from engines import GAMES
from playground.testing.life import Life
from playground.testing.people import press
from playground.testing.robot import Robot
from playground.testing.room import Room
from playground.testing.screens import texts
from sessions.occasions import RHYTHMS
from sessions.pings import PAUSE
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.restarts import Restart

RESTARTS = int(os.environ.get("CARDROOM_RESTARTS", "5"))
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


async def test_between_two_picks(room: Room, restart: Restart) -> None:
    """The picks are in the buttons, so that they outlive a restart."""
    ann, bob = await room.deal("card-duel", 2, pace="no_limit")
    await press(ann, room.hand_of(ann), "Start over")
    emptied = room.hand_text(ann)
    await restart(killed=True)
    await press(ann, room.hand_of(ann), "Lowest cards")
    asked = room.hand_text(ann)
    assert asked != emptied
    await restart()
    assert room.hand_text(ann) == asked
    await press(ann, room.hand_of(ann), "Play this hand")
    moves = [move.split()[0] for move in await room.moves()]
    assert moves == ["pick"] * (len(moves) - 1) + ["done"]
    assert len(moves) > 5
    assert (await room.to_act()) == [bob]


async def test_the_bot_looks_at_times_of_every_kind(room: Room) -> None:
    service = room.bot.service
    declared = {times for times in vars(service.times).values() if isinstance(times, Times)}
    assert len(declared) > 7
    handled = service.timer._on_due
    assert declared <= handled.keys()
    assert len(handled) == len(declared) + len(RHYTHMS)


@pytest.mark.bot(shows_open_tables=True)
@pytest.mark.parametrize("is_lost", [True, False])
async def test_an_open_table_is_posted_again_if_its_message_is_lost(room: Room, life: Life, is_lost: bool) -> None:
    """In the playground, a restart loses all messages."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(61)  # ann has been called: otherwise the restart would bring her call
    shown = room.shown.id
    if is_lost:
        room.env.backend.delete_message(room.channel.id, shown)
    await life.restart()
    assert room.shown.id > shown if is_lost else room.shown.id == shown
    assert (await room.table()).message_id == room.shown.id
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "ann: a card drawn" in texts(room.shown)
