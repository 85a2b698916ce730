"""Partners: they sit down together, are named together, and are partners again in the rematch."""

import pytest

from db.records import Phase
from engines.knotweed.game import Knotweed
from playground.testing.people import choose, pick, press
from playground.testing.room import Room, told
from playground.testing.screens import read, texts


@pytest.fixture(autouse=True)
def partnerships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Knotweed for four on two sides."""
    monkeypatch.setattr(Knotweed, "sides", lambda self, seats: ((0, 2), (1, 3)))
    monkeypatch.setattr(Knotweed, "seats", range(4, 5))


async def seated(room: Room) -> dict[int, str]:
    return {seat.seat: room.name_of(seat.user_id) for seat in (await room.table()).seats}


async def test_friends_sit_opposite_each_other_win_together_and_stay_partners(room: Room) -> None:
    ann, bob = await room.open("knotweed", 2)
    await choose(bob, room.shown, "Seat 3", menu="Change seats")
    assert await seated(room) == {0: "ann", 2: "bob"}
    assert "plays with bob" in texts(room.shown) or "plays with bob" in read(room.shown).pictures[0].alt
    assert "You already sit there" in told(await pick(bob, room.shown, "Seat 3", menu="Change seats"))
    cat, dan = room.people(4)[2:]
    for other in (cat, dan):
        await press(other, room.shown, "Join")
    assert await seated(room) == {0: "ann", 1: cat.name, 2: "bob", 3: dan.name}
    await press(ann, room.shown, "Start")
    for other in (cat, dan):
        await room.confirm(other, "resign")
    table = await room.table()
    assert table.phase is Phase.FINISHED
    results = await room.bot.store.games.results(table.id)
    assert [(result.place, result.won) for result in results] == [(1, True), (2, False), (1, True), (2, False)]
    assert "ann & bob win!" in texts(room.shown)
    assert "1. ann & bob" in texts(room.shown)
    await press(bob, room.shown, "Rematch")
    assert (await seated(room))[0] == "ann"
    assert (await seated(room))[2] == "bob"
