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


async def test_a_vote_that_fails(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    await slash(ann, room.channel, "remove", player=bob.mention)
    await press(cat, room.shown, "Keep bob")
    assert "asks to remove" not in texts(room.shown)
    table = await room.table()
    assert table.removal is None
    assert len(table.present) == 3


async def test_the_host_is_removed_and_somebody_else_can_end_the_game(room: Room) -> None:
    _, bob, cat = await room.deal("knotweed", 3)
    assert "Only the host of the table" in await refused(room, bob, "end")
    await slash(bob, room.channel, "remove", player="ann")
    await slash(cat, room.channel, "remove", player="Ann")
    assert (await room.table()).host_id == bob.id
    await room.confirm(bob, "end")
    assert (await room.table()).phase is Phase.CLOSED


async def test_votes_that_do_not_count(room: Room) -> None:
    ann, bob, cat, dan = await room.deal("knotweed", 4)
    await slash(ann, room.channel, "remove", player=str(bob.id))
    vote = room.shown
    async with room.unchanged():
        assert "This vote is about you" in told(await press(bob, vote, "Keep bob"))
        assert "You have no seat at this table" in told(await press(room.members["eve"], vote, "Remove bob"))
        assert "You have already voted that way." in told(await press(ann, vote, "Remove bob"))
        assert "A vote about another player is still open" in told(
            await slash(dan, room.channel, "remove", player=str(cat.id))
        )
    await press(ann, room.shown, "Keep bob")
    assert "Remove: –. Keep: ann." in texts(room.shown)
    await room.confirm(ann, "resign")
    async with room.unchanged():
        assert "You have given up this game" in told(await press(ann, room.shown, "Remove bob"))


async def test_who_cannot_be_removed(room: Room) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    assert "You can't remove yourself" in await refused(room, ann, "remove", player=str(ann.id))
    assert "does not play at this table" in await refused(room, ann, "remove", player="99")
    assert "which player you mean" in await refused(room, ann, "remove", player="nobody")
    assert "You have no seat" in await refused(room, room.members["eve"], "remove", player=str(bob.id))
    await slash(bob, room.channel, "leave")
    assert "a computer plays for them already" in await refused(room, ann, "remove", player=str(bob.id))
    assert "Two other players have to agree" in await refused(room, ann, "remove", player=str(cat.id))
    await room.confirm(bob, "resign")
    assert "has already given up the game" in await refused(room, ann, "remove", player=str(bob.id))


async def test_a_vote_is_over_when_the_player_leaves(room: Room, gateway: Gateway) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    await slash(ann, room.channel, "remove", player=str(bob.id))
    late = await gateway.delay(lambda: tap(cat, room.shown, "Remove bob"))
    await slash(bob, room.channel, "leave")
    assert "asks to remove" not in texts(room.shown)
    async with room.unchanged():
        await gateway.deliver()
    assert told(late) == "This vote is over."


async def test_a_vote_passes_when_those_who_stay_agree(room: Room) -> None:
    """Three of four others are needed, and two of three once one of them has left."""
    ann, bob, cat, dan, _ = await room.deal("knotweed", 5)
    await slash(ann, room.channel, "remove", player=str(bob.id))
    await press(cat, room.shown, "Remove bob")
    assert "This takes 3 votes" in texts(room.shown)
    await slash(dan, room.channel, "leave")
    assert "bob 🤖 has given up" in texts(room.shown)


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


async def test_a_vote_is_over_when_the_game_is(room: Room, gateway: Gateway) -> None:
    ann, bob, cat = await room.deal("knotweed", 3)
    await slash(ann, room.channel, "remove", player=str(bob.id))
    late = await gateway.delay(lambda: tap(cat, room.shown, "Remove bob"))
    await room.confirm(ann, "end")
    assert room.rows()["removals"] == room.rows()["removal_votes"] == []
    async with room.unchanged():
        await gateway.deliver()
    assert "This game is over" in told(late)


async def test_the_host_removes_a_player_before_the_game(room: Room) -> None:
    ann, bob, cat = await room.open("knotweed", 3)
    async with room.unchanged():
        answer = told(await choose(bob, room.shown, "Remove cat (host only)", menu="Add computer"))
        assert answer == "Only the host of the table can remove a player."
    assert "Only the host" in await refused(room, bob, "remove", player=str(cat.id))
    assert not [option for option in read(room.shown).menu("Add computer").options if "ann" in option.face]
    await choose(ann, room.shown, "Remove cat (host only)", menu="Add computer")
    assert [seat.user_id for seat in (await room.table()).seats] == [ann.id, bob.id]
    async with room.unchanged():
        assert "The host has removed you" in told(await press(cat, room.shown, "Join"))
    assert "only the host can invite them" in await refused(room, bob, "invite", player=cat)
    await slash(ann, room.channel, "invite", player=cat)
    await press(cat, room.shown, "Join")
    await slash(ann, room.channel, "remove", player=str(bob.id))
    assert [seat.user_id for seat in (await room.table()).seats] == [ann.id, cat.id]
