"""The host changes the house rules of a table that has not started, in a form behind *More*."""

from typing import Any

from simcord import InteractionResult

from playground.testing.people import fill, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import texts
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
