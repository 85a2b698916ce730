"""A league is described in a form if the command leaves something out."""

from typing import Any

import pytest

from playground.testing.people import fill, prefilled, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import texts
from tests.e2e.watchers.restarts import Restart

EMPTY: dict[str, Any] = {"name": "", "game": [], "players": "", "weeks": ""}
FILLED: dict[str, Any] = {"name": "Autumn", "game": ["three_piles"], "players": "2", "weeks": "3"}


async def test_a_league_from_its_form(room: Room, restart: Restart) -> None:
    ann, bob = room.people(2)
    form = await slash(ann, room.channel, "league create")
    assert prefilled(form) == EMPTY
    await restart()
    await fill(ann, form, **FILLED)
    assert "**0 of 2** have signed up" in texts(room.shown)
    for person in (ann, bob):
        await press(person, room.shown, "Sign up")
    await press(ann, room.shown, "Start")
    assert len(room.rows()["league_matches"]) == 1


async def test_the_form_has_what_was_typed(room: Room) -> None:
    (ann,) = room.people(1)
    form = await slash(ann, room.channel, "league create", name="Autumn", game="knotweed", weeks=5)
    assert prefilled(form) == EMPTY | {"name": "Autumn", "game": ["knotweed"], "weeks": "5"}
    assert form.modal is not None
    assert form.modal["title"] == "New league"


@pytest.mark.thorough(samples=3)
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": "x"}, "The number of players has to be 2 to 40."),
        ({"players": "1"}, "The number of players has to be 2 to 40."),
        ({"weeks": "27"}, "The number of weeks has to be 2 to 26."),
        ({"name": "  "}, "The league needs a name of at most"),
    ],
)
async def test_what_is_impossible_is_refused(room: Room, change: dict[str, str], sentence: str) -> None:
    (ann,) = room.people(1)
    form = await slash(ann, room.channel, "league create")
    assert sentence in told(await fill(ann, form, **(FILLED | change)))
    assert not room.rows()["leagues"]
