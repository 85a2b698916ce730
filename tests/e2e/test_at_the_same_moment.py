"""Two people act at the same moment, or one taps twice: one of them is first, and nothing happens twice."""

from db.records import Phase
from playground.testing.people import press, tap
from playground.testing.room import Room, told
from playground.testing.screens import texts
from playground.testing.secrecy import check_secrets
from tests.e2e.gateway import Gateway


async def test_one_joins_while_another_starts(room: Room, gateway: Gateway) -> None:
    ann, _ = await room.open("knotweed", 2)
    cat = room.members["cat"]
    table = room.shown
    _, late = await gateway.together(lambda: tap(ann, table, "Start"), lambda: tap(cat, table, "Join"))
    assert "The game has already started" in told(late)
    assert len((await room.table()).seats) == 2


async def test_one_accepts_while_another_challenges(room: Room, gateway: Gateway) -> None:
    """11.3: a justified challenge ends the window; the answer that comes a moment later does not count any more."""
    ann, bob, cat = await room.deal("knotweed", 3, cheating=True, first=0)
    await press(ann, room.hand_of(ann), "Pass")
    await press(ann, room.hand_of(ann), "Draw 0")
    _, late = await gateway.together(
        lambda: tap(bob, room.hand_of(bob), "Challenge"), lambda: tap(cat, room.hand_of(cat), "Accept")
    )
    assert await room.moves() == ["pass 0", "challenge"]
    assert "out of date" in told(late)
    assert "ann — 8 cards" in texts(room.shown)
    await check_secrets(room, [ann, bob, cat])


async def test_both_ask_for_a_rematch(room: Room, gateway: Gateway) -> None:
    ann, bob = await room.deal("three-piles", 2)
    await room.confirm(ann, "resign")
    finished = await room.table()
    shown = room.shown
    answers = await gateway.together(lambda: tap(ann, shown, "Rematch"), lambda: tap(bob, shown, "Rematch"))
    # Either can be first; the other joins and is told so alone.
    (late,) = [answer for answer in answers if answer.response is not None and answer.response.ephemeral]
    assert told(late) == "You have joined the rematch."
    table = await room.table()
    assert (table.id, table.phase, len(table.present)) == (finished.id + 1, Phase.LOBBY, 2)
    assert "Seats: 2 of 2" in texts(room.shown)
    assert len(room.rows()["tables"]) == 2
