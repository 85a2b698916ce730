"""The commands as Discord knows them, and readers of other languages."""

from collections.abc import Callable

import pytest

from cogs.client import SYNC_AGAIN
from engines import GAMES
from engines.texts import say
from playground.testing.life import PatientEnv
from playground.testing.people import press, slash, suggestions
from playground.testing.room import Room
from playground.testing.screens import read, texts
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.restarts import Restart

SYNC = ("PUT", "/applications/*/commands")


@pytest.fixture
def env_type() -> type[PatientEnv]:
    """A Discord to which this bot is new."""
    return PatientEnv


async def test_commands_are_synced_once(room: Room, request_log: RequestLog, restart: Restart) -> None:
    (sync,) = request_log.sent(*SYNC)
    assert {"play", "move", "hand", "Challenge to a game"} <= {command["name"] for command in sync.body}
    await restart()
    await restart(killed=True)
    assert len(request_log.sent(*SYNC)) == 1


async def test_commands_are_synced_again_when_they_have_changed(
    room: Room, request_log: RequestLog, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["knotweed"]), "summary", say("Weeds, weeds, weeds."))
    await restart()
    await restart()
    _, second = request_log.sent(*SYNC)
    assert "Weeds, weeds, weeds." in str(second.body)


async def test_commands_that_discord_does_not_take_now(
    room: Room,
    request_log: RequestLog,
    restart: Restart,
    expect_errors: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The bot starts all the same, and syncs them an hour later, once."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    monkeypatch.setattr(type(GAMES["knotweed"]), "summary", say("Weeds, weeds, weeds."))
    room.env.inject_error(*SYNC, status=400, code=30034)
    expect_errors("The commands could not be synced")
    await restart()
    await press(ann, room.hand_of(ann), "Draw a card")
    assert await room.moves() == ["draw"]
    await room.env.advance_time(SYNC_AGAIN)
    assert len(request_log.sent(*SYNC)) == 3
    await restart()
    assert len(request_log.sent(*SYNC)) == 3


async def test_every_game_has_a_subcommand_with_its_house_rules(room: Room, request_log: RequestLog) -> None:
    (sync,) = request_log.sent(*SYNC)
    (play,) = [command for command in sync.body if command["name"] == "play"]
    offered = {command["name"]: {option["name"] for option in command["options"]} for command in play["options"]}
    for key, game in GAMES.items():
        assert offered[key.replace("_", "-")] == {"opponents", "pace", "invited_only", *game.Options.model_fields}


async def test_suggestions_narrow_down(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    every = await suggestions(ann, room.channel, "move", "action", "")
    assert "draw" in every.values()
    assert set((await suggestions(ann, room.channel, "move", "action", "DRAW")).values()) == {"draw"}
    assert await suggestions(ann, room.channel, "move", "action", "no such move") == {}
    assert await suggestions(bob, room.channel, "move", "action", "") == {}, "it is not bob's turn"
    assert await suggestions(room.members["cat"], room.channel, "move", "action", "") == {}
    await room.confirm(ann, "end")
    assert await suggestions(ann, room.channel, "move", "action", "") == {}


async def test_as_many_moves_are_suggested_as_discord_shows(room: Room) -> None:
    ann, _ = await room.deal("card-duel", 2)
    view = (await room.seen(ann)).view
    assert view is not None
    moves = [str(action) for action in view.actions()]
    assert len(moves) > 25
    assert list((await suggestions(ann, room.channel, "move", "action", "")).values()) == moves[:25]


async def test_a_suggestion_that_fails(
    room: Room, monkeypatch: pytest.MonkeyPatch, expect_errors: Callable[..., None]
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("no suggestion today")

    expect_errors("no suggestion today")
    monkeypatch.setattr(room.bot.service.lookup, "meant", broken)
    assert await suggestions(room.members["ann"], room.channel, "move", "action", "pl") == {}


async def test_a_server_in_another_language(room: Room, gateway: Gateway) -> None:
    """Everybody reads the server's language in the channel and their own in their hand."""
    room.env.backend.make_community(room.guild.id, "de")
    await room.env.settle()
    ann, bob = room.people(2)
    gateway.speak(bob, "fr")
    await slash(ann, room.channel, "play three-piles", first=1)
    await press(bob, room.shown, "Mitspielen")
    await press(ann, room.shown, "Start")
    hand = await press(bob, room.shown, "Meine Hand")
    assert "Piocher" in "".join(button.face for button in read(hand).buttons)
    await press(ann, await press(ann, room.shown, "Mehr"), "Show the table here")
    assert "bob nimmt oder zieht eine Karte" in texts(room.shown)
