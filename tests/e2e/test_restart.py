"""The bot is restarted in the middle of things, and looks at all stored times. See also ``watchers/restarts.py``."""

from db.times import Times
from playground.testing.people import press
from playground.testing.room import Room
from sessions.occasions import RHYTHMS
from tests.e2e.watchers.restarts import Restart


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
