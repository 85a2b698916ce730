"""How it goes on a server, for its managers: numbers only."""

from datetime import timedelta

import pytest

from playground.testing.people import press
from playground.testing.room import Room
from playground.testing.screens import texts
from sessions.insights import waits
from tests.e2e.test_server_settings import managers
from tests.e2e.test_sunday import played


async def test_the_numbers_of_a_server(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await managers(room, ann)
    await played(room, [ann, bob], 2)
    await room.env.advance_time(timedelta(days=8).total_seconds())
    await played(room, [ann, cat], 1)
    await room.open("three-piles", 2)
    page = texts(await press(ann, await room.server_panel(ann), "How it goes"))
    assert "After one week: 1 of 2" in page, "ann, but not bob"
    assert "After 2 weeks" not in page, "nobody had played before"
    assert "Played to a result: 3" in page
    assert "Open now: 1" in page
    assert "Usually 1 minute\n" in page
    assert not any(person.name in page for person in (ann, bob, cat))


@pytest.mark.parametrize(("minutes", "usual", "long"), [([], None, None), ([3], 3, 3), ([*range(11)], 5, 9)])
def test_usual_and_long_waits(minutes: list[int], usual: int | None, long: int | None) -> None:
    def time(number: int | None) -> timedelta | None:
        return None if number is None else timedelta(minutes=number)

    assert waits([timedelta(minutes=number) for number in minutes]) == (time(usual), time(long))
