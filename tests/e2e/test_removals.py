"""Removing a player by a vote of the others."""

import discord
import pytest

from db.records import Phase
from playground.testing.people import pings_in, press
from playground.testing.room import Room, refused, told
from playground.testing.screens import read, texts
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.pings import pings


async def test_a_vote_that_passes(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    offered = read(await room.more(ann)).menu("Ask to remove").options
    assert [option.value for option in offered] == [str(bob.id), str(cat.id)]
    answer = told(await room.ask_to_remove(ann, bob))
    assert answer.startswith("You have voted for the removal.")
    shown = texts(room.shown)
    assert "ann asks to remove bob from the game. This takes 2 votes" in shown
    assert "Remove: ann. Keep: –." in shown
    assert (
        "A computer plays on, and the player comes last. Their rating stays as it is, in two of ten games at most."
        in shown
    )
    await press(cat, room.shown, "Remove bob")
    table = await room.table()
    assert table.phase is Phase.PLAYING
    assert [seat.resigned for seat in table.seats] == [False, True, False]
    assert table.vote is None
    assert "asks to remove" not in texts(room.shown)
    assert "bob 🤖 has given up; a computer plays on." in texts(room.shown)
    assert "You have given up this game" in await refused(room, bob, "hand")


@pytest.mark.parametrize("asked_to", ["remove", "end"])
async def test_players_who_are_away_are_called_to_vote(room: Room, request_log: RequestLog, asked_to: str) -> None:
    ann, bob, cat = await room.deal("knotweed", 3, first=0, pace="no_limit")
    await room.env.advance_time(200)
    before = len(pings(request_log))
    if asked_to == "remove":
        await room.ask_to_remove(ann, bob)
        called, asking = [cat.id], f"{cat.mention} ann asks to remove bob from your game of Knotweed."
    else:
        asked = await room.ask(ann, "end")
        (grave,) = [button for button in read(asked).buttons if button.style == discord.ButtonStyle.danger.value]
        await press(ann, asked, grave.face)
        called = sorted([bob.id, cat.id])
        asking = f"{bob.mention} {cat.mention} ann asks to end your game of Knotweed without a result."
    assert pings(request_log)[before:] == [called]
    assert f"{asking} You have 24 hours to answer." in [texts(ping) for ping in pings_in(room.channel)]
    await press(cat, room.shown, "Remove bob" if asked_to == "remove" else "Play on")
    assert "asks to" not in "".join(texts(ping) for ping in pings_in(room.channel))
    assert pings(request_log)[before:] == [called], "told once"
