"""The host changes the house rules of a table that has not started, in a form behind *More*."""

from typing import Any

import pytest
from simcord import InteractionResult

from engines import GAMES
from playground.testing.people import fill, prefilled, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from tests.e2e.watchers.restarts import Restart


async def opened(room: Room, game: str = "counterweight", **rules: Any) -> InteractionResult:
    """The form of a table that ann has just opened."""
    ann, bob = room.people(2)
    await slash(ann, room.channel, f"play {game}", **rules)
    await press(bob, room.shown, "Join")
    return await room.more(ann, "House rules")


async def test_the_host_changes_the_house_rules(room: Room) -> None:
    form = await opened(room, idle_limit=10)
    ann, _ = room.people(2)
    answer = await fill(ann, form, idle_limit="12", best_of="3", switches=["amendment"])
    assert told(answer) == "The house rules are set. Everybody sees them at the table."
    shown = texts(room.shown)
    for line in ("Turns without progress (at most): 12", "Match: best of 3", "Moving cards to permanent piles: yes"):
        assert line in shown
    await press(ann, room.shown, "Start")
    assert (await room.table()).options == {"idle_limit": 12, "best_of": 3, "amendment": True}


@pytest.mark.parametrize("game", ["counter", *sorted(set(GAMES) - {"counter"})])
async def test_every_game_has_a_form(room: Room, game: str) -> None:
    form = await opened(room, game.replace("_", "-"))
    assert form.modal is not None
    assert form.modal["title"] == "House rules"
    ann, _ = room.people(2)
    before = (await room.table()).options
    await ann.submit_modal(form, prefilled(form))
    assert (await room.table()).options == before


async def test_a_form_is_sent_after_a_restart(room: Room, restart: Restart) -> None:
    form = await opened(room)
    ann, _ = room.people(2)
    await restart()
    await fill(ann, form, best_of="5")
    assert (await room.table()).options == {"best_of": 5}


async def test_impossible_rules_change_nothing(room: Room) -> None:
    form = await opened(room, idle_limit=10)
    ann, _ = room.people(2)
    answer = await fill(ann, form, idle_limit="many", best_of="3")
    assert told(answer) == "Turns without progress (at most) has to be a number of at most 4 digits."
    assert (await room.table()).options == {"idle_limit": 10}


async def test_a_form_that_comes_too_late(room: Room) -> None:
    form = await opened(room)
    ann, _ = room.people(2)
    await press(ann, room.shown, "Start")
    answer = await fill(ann, form, best_of="3")
    assert "has already started" in told(answer)
    assert (await room.table()).options == {}


async def test_only_the_host_has_the_button(room: Room) -> None:
    ann, bob = room.people(2)
    await slash(ann, room.channel, "play counterweight")
    await press(bob, room.shown, "Join")
    more = await press(bob, room.shown, "More")
    assert "House rules" not in [button.face for button in read(more).buttons]
    old = await press(ann, room.shown, "More")
    await press(ann, room.shown, "Leave")
    assert told(await press(ann, old, "House rules")) == "Only the host of the table can choose its house rules."
