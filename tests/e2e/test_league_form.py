"""A league is described in a form if the command leaves something out; at its end, a tap opens the next season."""

from typing import Any

import pytest

from cogs.leagues.screen import POST_SECONDS
from db.league_records import LeaguePhase
from playground.testing.people import fill, newest_with_buttons, prefilled, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import texts
from tests.e2e.test_leagues import begun, post_of
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


async def test_from_the_last_round_to_the_next_season(room: Room) -> None:
    ann, bob = room.people(2)
    assert "There is no league here yet" in texts(await slash(ann, room.channel, "league list"))
    await begun(room, ann, bob)
    assert "Round 1 of 2 · [to the league](" in texts(await slash(bob, room.channel, "league list"))
    while (league := await room.bot.service.league_ledger.get(1)).phase is LeaguePhase.ROUNDS:
        table = newest_with_buttons(room.channel.threads[-1])
        await press(bob, await room.ask(bob, "resign", table), "Give up")
        assert league.round_ends_at is not None
        await room.env.advance_time((league.round_ends_at - room.bot.service.now()).total_seconds() + 60)
    await room.env.advance_time(POST_SECONDS)
    over = post_of(room)
    assert "👑 ann wins!" in texts(over)
    fame = texts(await press(bob, await slash(bob, room.channel, "leaderboard"), "Hall of fame"))
    assert "ann" in next(line for line in fame.splitlines() if line.startswith("👑 Autumn") and " was won by " in line)
    assert "Only the organiser" in told(await press(bob, over, "Play season 2"))
    await press(ann, over, "Play season 2")
    assert "**2 of 2** have signed up" in texts(room.shown)
    assert "opened already" in told(await press(ann, over, "Play season 2"))
    listed = texts(await slash(bob, room.channel, "league list"))
    assert "**Open for sign-up**\nAutumn · Season 2 · Card Duel · 2 of 2 places taken" in listed
    assert "**Over**\nAutumn · Card Duel" in listed
