"""A rematch: whoever asks for it has joined; the others are called once and tap Join."""

from simcord import MemberActor

from db.records import Phase
from playground.testing.people import choose, press
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from tests.e2e.request_log import RequestLog


def seat_lines(room: Room) -> list[str]:
    """The seats that the lobby lists."""
    return [line for line in texts(room.shown).splitlines() if line[:1].isdecimal()]


async def over(room: Room, players: int) -> list[MemberActor]:
    """A game of Knotweed that everybody but the first player gave up."""
    people = await room.deal("knotweed", players, decks=2)
    for person in people[1:]:
        await room.confirm(person, "resign")
    assert (await room.table()).phase is Phase.FINISHED
    return people


async def test_from_the_result_to_the_next_game(room: Room, request_log: RequestLog) -> None:
    ann, bob, cat = await over(room, 3)
    await press(bob, room.shown, "Rematch")
    assert "Seats: 1 of 8" in texts(room.shown)
    assert seat_lines(room)[:3] == [
        "1. **bob** · host",
        "2. **ann** · invited, no answer yet",
        "3. **cat** · invited, no answer yet",
    ]
    assert "Packs of cards: 2" in texts(room.shown), "the house rules are kept"
    assert read(room.shown).button("Start").disabled
    invitation = texts(room.channel.history()[-1])
    asked = "bob would like a rematch of Knotweed: tap Join at the table. The table stays open for 60 minutes."
    assert invitation == f"{ann.mention} {cat.mention} {asked}"
    await press(cat, room.shown, "Join")
    assert "The game can start without those who have not answered." in texts(room.shown)
    assert read(room.shown).button("Start").face == "Start without ann"
    await press(ann, room.shown, "Join")
    assert read(room.shown).button("Start").face == "Start"
    assert "invited" not in texts(room.shown)
    await press(ann, room.shown, "Start")
    table = await room.table()
    assert (table.phase, set(table.users), len(table.present)) == (Phase.PLAYING, {ann.id, bob.id, cat.id}, 3)
    sent = [request.body or {} for request in request_log.requests if request.method == "POST"]
    called = [user for body in sent for user in (body.get("allowed_mentions") or {}).get("users", [])]
    assert sorted(int(user) for user in called[:2]) == sorted((ann.id, cat.id)), "each is called once"
    assert sum("rematch" in (body.get("content") or "") for body in sent) == 1


async def test_a_seat_is_kept_until_the_players_stop_waiting(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2)
    await room.confirm(bob, "resign")
    await press(ann, room.shown, "Rematch")
    cat = room.members["cat"]
    async with room.unchanged():
        assert "The last seats are reserved for invited players" in told(await press(cat, room.shown, "Join"))
    menu = read(room.shown).menu("Remove a player")
    assert [option.face for option in menu.options] == ["👋 Stop waiting for bob"]
    await choose(ann, room.shown, "Stop waiting for bob")
    assert "bob" not in texts(room.shown)
    await press(cat, room.shown, "Join")
    await press(cat, room.shown, "Start")
    assert [seat.user_id for seat in (await room.table()).seats] == [ann.id, cat.id]


async def test_a_closed_rematch_names_only_those_who_had_joined(room: Room) -> None:
    ann, _ = await over(room, 2)
    await press(ann, room.shown, "Rematch")
    await room.env.advance_time(61 * 60)
    assert "This table was closed without a result." in texts(room.shown)
    assert "-# ann" in texts(room.shown).splitlines()
