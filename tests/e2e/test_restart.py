"""The bot is restarted in the middle of things, and looks at all stored times. See also ``watchers/restarts.py``."""

from db.records import Phase
from db.times import Times
from playground.testing.people import press
from playground.testing.room import Room
from playground.testing.screens import texts
from sessions.occasions import RHYTHMS
from tests.e2e.watchers.restarts import Restart


async def test_the_first_tap_after_a_restart_plays_a_move(room: Room, restart: Restart) -> None:
    _, bob = await room.deal("three-piles", 2, first=1)
    await restart()
    await press(bob, room.hand_of(bob), "Draw a card")
    assert await room.moves() == ["draw"]
    await room.hand(bob)
    assert "You drew" in room.hand_text(bob)


async def test_the_lobby_goes_on(room: Room, restart: Restart) -> None:
    _, bob = await room.open("three-piles", 2)
    await restart(killed=True)
    await press(bob, room.shown, "Leave")
    await press(bob, room.shown, "Join")
    await press(bob, room.shown, "Start")
    assert (await room.table()).phase is Phase.PLAYING


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


async def test_the_challenge_window_closes_by_itself(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3, cheating=True, first=0, pace="live_10")
    await press(ann, room.hand_of(ann), "Pass")
    await press(ann, room.hand_of(ann), "Draw 0")
    await press(cat, room.hand_of(cat), "Accept")
    assert "<t:" in texts(room.shown), "the table does not say until when"
    await room.env.advance_time(5)
    assert await room.moves() == ["pass 0", "accept"]
    await room.env.advance_time(600)
    assert await room.moves() == ["pass 0", "accept", "accept"]
    assert await room.to_act() == [bob]
    assert "What will you play?" in room.hand_text(bob)


async def test_the_bot_looks_at_times_of_every_kind(room: Room) -> None:
    service = room.bot.service
    declared = {times for times in vars(service.times).values() if isinstance(times, Times)}
    assert len(declared) > 7
    handled = service.timer._on_due
    assert declared <= handled.keys()
    assert len(handled) == len(declared) + len(RHYTHMS)
