"""Whatever is due at a stored time is done: the bot looks at times of every kind that there is."""

from db.times import Times
from playground.testing.room import Room
from sessions.occasions import RHYTHMS


async def test_the_bot_looks_at_times_of_every_kind(room: Room) -> None:
    service = room.bot.service
    declared = {times for times in vars(service.times).values() if isinstance(times, Times)}
    assert len(declared) > 7
    handled = service.timer._on_due
    assert declared <= handled.keys()
    assert len(handled) == len(declared) + len(RHYTHMS)
