"""Removing a player: by a vote of the others during a game, by the host before it."""

from collections.abc import Awaitable, Callable

from db.records import Phase
from playground.testing.people import choose, press, slash, suggestions, tap
from playground.testing.room import Room, refused, told
from playground.testing.screens import read, texts
from tests.e2e.gateway import Gateway


async def test_a_vote_that_passes(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    offered = await suggestions(ann, room.channel, "remove", "player", "")
    assert offered == {"bob": str(bob.id), "cat": str(cat.id)}
    answer = told(await slash(ann, room.channel, "remove", player=offered["bob"]))
    assert answer.startswith("You have voted for the removal.")
    shown = texts(room.shown)
    assert "ann asks to remove bob from the game. This takes 2 votes" in shown
    assert "Remove: ann. Keep: –." in shown
    assert "the player comes last, which counts towards their rating" in shown
    await press(cat, room.shown, "Remove bob")
    table = await room.table()
    assert table.phase is Phase.PLAYING
    assert [seat.resigned for seat in table.seats] == [False, True, False]
    assert table.removal is None
    assert "asks to remove" not in texts(room.shown)
    assert "bob 🤖 has given up; a computer plays on." in texts(room.shown)
    assert "You have given up this game" in await refused(room, bob, "hand")


async def test_a_name_that_fits_nobody(room: Room) -> None:
    ann, *_ = await room.deal("knotweed", 3)
    assert "which player you mean" in await refused(room, ann, "remove", player="nobody")


async def test_a_vote_is_over_when_the_player_leaves(room: Room, gateway: Gateway) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    await slash(ann, room.channel, "remove", player=str(bob.id))
    late = await gateway.delay(lambda: tap(cat, room.shown, "Remove bob"))
    await slash(bob, room.channel, "leave")
    assert "asks to remove" not in texts(room.shown)
    async with room.unchanged():
        await gateway.deliver()
    assert told(late) == "This vote is over."


async def test_a_vote_lasts_a_day(room: Room, restart: Callable[..., Awaitable[None]]) -> None:
    ann, bob, cat = await room.deal("knotweed", 3, pace="no_limit")
    await slash(ann, room.channel, "remove", player=str(bob.id))
    await room.env.advance_time(23 * 3600)
    await restart()
    assert "asks to remove bob" in texts(room.shown)
    await room.env.advance_time(3600 + 60)
    assert "asks to remove" not in texts(room.shown)
    assert (await room.table()).removal is None
    await slash(cat, room.channel, "remove", player=str(bob.id))
    assert "cat asks to remove bob" in texts(room.shown)


async def test_the_host_removes_a_player_before_the_game(room: Room) -> None:
    ann, bob, cat = await room.open("knotweed", 3)
    assert not [option for option in read(room.shown).menu("Add computer").options if "ann" in option.face]
    await choose(ann, room.shown, "Remove cat (host only)", menu="Add computer")
    assert [seat.user_id for seat in (await room.table()).seats] == [ann.id, bob.id]
    await slash(ann, room.channel, "invite", player=cat)
    await press(cat, room.shown, "Join")
    await slash(ann, room.channel, "remove", player=str(bob.id))
    assert [seat.user_id for seat in (await room.table()).seats] == [ann.id, cat.id]
