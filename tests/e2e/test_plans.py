"""Planning ahead by clicks: what is chosen is played a few seconds later, and nobody else learns of it."""

from playground.testing.people import choose, press, private_messages, slash
from playground.testing.room import Room
from playground.testing.screens import read, texts

LONGEST_DELAY = 31
"""Seconds after which a decision has been made."""


async def test_a_plan_is_chosen_shown_and_carried_out(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    assert not any("Plan ahead" in button.face for button in read(room.hand_of(ann)).buttons)
    before = texts(room.shown)
    await press(bob, room.hand_of(bob), "Plan ahead")
    (offer, *_) = [option for option in read(room.hand_of(bob)).menus[0].options if option.face.startswith("Take")]
    await choose(bob, room.hand_of(bob), offer.value)
    assert f"Your plan: {offer.face}" in room.hand_text(bob)
    assert texts(room.shown) == before
    await room.type_move(ann, "draw")
    other_stack = (int(offer.value.split()[1]) + 1) % 3
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} {other_stack}")
    assert len(await room.moves()) == 2
    assert "about to be decided" in room.hand_text(bob)
    await room.env.advance_time(LONGEST_DELAY)
    assert len(await room.moves()) == 3
    assert "Your plan was carried out." in room.hand_text(bob)
    for other in (room.hand_text(ann), texts(room.shown)):
        assert "plan" not in other.lower()


async def test_a_plan_can_be_withdrawn(room: Room) -> None:
    _, bob = await room.deal("knotweed", 2, first=0)
    await press(bob, room.hand_of(bob), "Plan ahead")
    await choose(bob, room.hand_of(bob), "0/stuck/pass")
    assert "Your plan: Pass whenever none of your cards fits" in room.hand_text(bob)
    await press(bob, room.hand_of(bob), "Plan ahead")
    await press(bob, room.hand_of(bob), "Forget the plan")
    assert "Your plan" not in room.hand_text(bob)
    assert room.rows()["plans"] == []


async def test_an_accept_that_is_given_once_lasts(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3, first=0, cheating=True)
    for person in (bob, cat):
        await press(person, room.hand_of(person), "Plan ahead")
        await choose(person, room.hand_of(person), "0//accept")
    await slash(ann, room.channel, "move", action="pass 3")
    await room.env.advance_time(2 * LONGEST_DELAY)
    assert await room.moves() == ["pass 3", "accept", "accept"]
    assert not any(message.mentions for message in [room.shown])
    assert len(private_messages(cat, room.channel)) == 1
