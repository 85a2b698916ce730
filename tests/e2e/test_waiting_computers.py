"""Computers leave people time to take back a move; "Go on" stands beside "Take back" in the hand meanwhile."""

from simcord import MemberActor

from playground.testing.people import press, slash, suggestions
from playground.testing.room import Room
from playground.testing.screens import read
from tests.e2e.gateway import Gateway


async def collected(room: Room, seeds: list[str]) -> MemberActor:
    """A member who plays Counterweight against a computer and has just collected: a choice that can be taken back."""
    seeds.append("pine")  # the first couple comes early
    ann = room.members["ann"]
    await slash(ann, room.channel, "play counterweight", opponents="easy", first=0)
    await press(ann, room.shown, "Start")
    await room.hand(ann)
    while True:
        moves = list((await suggestions(ann, room.channel, "move", "action", "")).values())
        collecting = [move for move in moves if move.startswith("collect")]
        await room.type_move(ann, (collecting or moves)[0])
        if collecting:
            return ann
        await room.computers()


def buttons(room: Room, person: MemberActor) -> list[str]:
    return [button.face for button in read(room.hand_of(person)).buttons]


async def test_going_on_at_once(room: Room, seeds: list[str]) -> None:
    ann = await collected(room, seeds)
    before = await room.moves()
    await press(ann, room.hand_of(ann), "Go on")
    await room.env.settle()
    assert len(await room.moves()) > len(before)
    await room.hand(ann)
    assert not {"Take back", "Go on"} & set(buttons(room, ann))


async def test_a_tap_that_comes_too_late_only_refreshes_the_hand(
    room: Room, seeds: list[str], gateway: Gateway
) -> None:
    ann = await collected(room, seeds)
    await room.computers()
    gateway.forge(":more", ":go")
    async with room.unchanged():
        result = await press(ann, room.hand_of(ann), "More")
    assert not result.followups
