"""Several open tables in one channel: commands find yours, or ask which one you mean."""

import pytest

from playground.testing.people import choose, press, slash, suggestions
from playground.testing.room import Room, refused
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
