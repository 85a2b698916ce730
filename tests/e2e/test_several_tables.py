"""Several open tables in one channel: commands find yours, or ask which one you mean."""

import pytest

from db.records import Phase, TableRecord
from playground.testing.people import choose, press, slash, suggestions
from playground.testing.room import Room, refused, told
from playground.testing.screens import read, texts
from sessions.settings.server import ServerSetting


@pytest.fixture
async def busy_room(room: Room) -> Room:
    """A channel for three tables: Ann plays 3 Piles with Bob and Knotweed with Cat, and is to move in both."""
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.TABLES, "3")
    ann, bob, cat = room.people(3)
    for game, other in (("three-piles", bob), ("knotweed", cat)):
        await slash(ann, room.channel, f"play {game}", first=0)
        await press(other, room.shown, "Join")
        await press(ann, room.shown, "Start")
    return room


async def both(room: Room) -> tuple[TableRecord, TableRecord]:
    piles, knotweed, *_ = [await room.bot.store.tables.get(number) for number in (1, 2)]
    assert piles is not None
    assert knotweed is not None
    return piles, knotweed


async def test_a_channel_has_as_many_tables_as_the_server_allows(busy_room: Room) -> None:
    ann, bob = busy_room.people(2)
    await slash(bob, busy_room.channel, "play counter")
    answer = await refused(busy_room, ann, "play counter")
    assert "This channel already has 3 open tables, and this server allows no more" in answer


async def test_a_command_finds_your_table_without_asking(busy_room: Room) -> None:
    _, bob, cat = busy_room.people(3)
    assert "3 Piles" in texts(await slash(bob, busy_room.channel, "hand"))
    assert "Knotweed" in texts(await slash(cat, busy_room.channel, "hand"))


async def test_a_command_asks_which_of_your_tables_is_meant(busy_room: Room) -> None:
    (ann,) = busy_room.people(1)
    asked = await slash(ann, busy_room.channel, "hand")
    assert "Which table do you mean?" in texts(asked)
    options = read(asked).menu("Choose a table").options
    assert [(option.face, option.description) for option in options] == [
        ("3 Piles: ann, bob", "It's your turn."),
        ("Knotweed: ann, cat", "It's your turn."),
    ]
    await choose(ann, asked, "Knotweed")
    assert "Knotweed" in texts(asked)
    assert read(asked).button("Pass")


async def test_a_typed_move_is_played_where_it_is_meant(busy_room: Room) -> None:
    (ann,) = busy_room.people(1)
    assert "draw" in (await suggestions(ann, busy_room.channel, "move", "action", "")).values()
    asked = await slash(ann, busy_room.channel, "move", action="pass")
    await choose(ann, asked, "Knotweed")
    store = busy_room.bot.store
    assert [move.text for move in await store.games.moves(2)] == ["pass"]
    assert await store.games.moves(1) == []
    # Now one table waits for her, and its moves are suggested first.
    asked = await slash(ann, busy_room.channel, "move", action="draw")
    assert [option.description for option in read(asked).menu().options] == ["It's your turn.", "It's cat's turn."]
    await choose(ann, asked, "3 Piles")
    assert [move.text for move in await store.games.moves(1)] == ["draw"]


async def test_a_move_that_is_too_long_for_the_question(busy_room: Room) -> None:
    (ann,) = busy_room.people(1)
    assert "are at several tables here" in await refused(busy_room, ann, "move", action="x" * 100)


async def test_a_member_without_a_seat(busy_room: Room) -> None:
    dan = busy_room.members["dan"]
    assert "You are not in this game" in await refused(busy_room, dan, "hand")
    (piles,) = [message for message in busy_room.channel.history() if "3 Piles" in texts(message)]
    await busy_room.more(dan, "Show the table here", piles)
    stored, _ = await both(busy_room)
    assert stored.message_id == busy_room.shown.id != piles.id


async def test_two_ask_for_a_rematch_where_there_is_room_for_two(busy_room: Room) -> None:
    ann, bob = busy_room.people(2)
    (piles,) = [message for message in busy_room.channel.history() if "3 Piles" in texts(message)]
    await press(bob, await busy_room.ask(bob, "resign", piles), "Give up")
    finished = next(message for message in busy_room.channel.history() if "3 Piles" in texts(message))
    await press(ann, finished, "Rematch")
    assert "You have joined the rematch" in told(await press(bob, finished, "Rematch"))
    again = await busy_room.bot.store.tables.get(3)
    assert again is not None
    assert (again.phase, again.users) == (Phase.LOBBY, (ann.id, bob.id))
    assert await busy_room.bot.store.tables.get(4) is None
