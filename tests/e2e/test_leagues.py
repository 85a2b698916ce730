"""Leagues: created by a command, everything else by the buttons of one post."""

from playground.testing.people import press, slash
from playground.testing.room import Room, refused, tap_refused
from playground.testing.screens import texts

LEAGUE = {"name": "Autumn", "game": "three_piles", "players": 2, "weeks": 3, "pace": "days_1"}


async def test_signing_up_with_a_waiting_list(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await slash(ann, room.channel, "league create", **LEAGUE)
    for person in (ann, bob, cat):
        await press(person, room.shown, "Sign up")
    assert "**2 of 2** have signed up: ann, bob" in texts(room.shown)
    assert "Waiting list: cat" in texts(room.shown)
    assert "already" in await tap_refused(room, lambda: press(ann, room.shown, "Sign up"))
    await press(ann, room.shown, "Drop out")
    assert "**2 of 2** have signed up: bob, cat" in texts(room.shown)
    assert "Waiting list" not in texts(room.shown)
    assert "not signed up" in await tap_refused(room, lambda: press(ann, room.shown, "Drop out"))


async def test_a_name_is_taken_once(room: Room) -> None:
    ann = room.people(1)[0]
    await slash(ann, room.channel, "league create", **LEAGUE)
    assert "of that name" in await refused(room, ann, "league create", **LEAGUE | {"name": " autumn "})
    too_short = LEAGUE | {"name": "Winter", "weeks": 2, "finals": 4}
    assert "3 weeks at least" in await refused(room, ann, "league create", **too_short)
