"""The bot offers as many games as Discord lets it, and says which ones it leaves out."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from discord import AppCommandType, app_commands

from cogs.client import Cardroom
from cogs.rules.rules_screen import commands_screen, games_screen, help_screen
from cogs.shared.feature import offered_games
from cogs.shared.limits import COMMAND_LIMIT
from cogs.shared.rendering import Renderer
from cogs.tables.opening import challenge_screen
from db.store import Store
from engines.contract import Game
from engines.texts import Text
from tests.cogs.fake_game import FakeGame
from tests.cogs.reading import buttons, menus, text


def games(count: int) -> Mapping[str, Game[Any]]:
    """Games called g0, g1, ..."""
    return {
        f"g{number}": type("NumberedGame", (FakeGame,), {"key": f"g{number}", "name": f"Game {number}"})()
        for number in range(count)
    }


def test_all_games_that_fit_are_offered(caplog: pytest.LogCaptureFixture) -> None:
    everything = games(COMMAND_LIMIT)
    assert offered_games(everything) == everything
    assert not caplog.records


def test_games_too_many_are_left_out_with_one_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    offered = offered_games(games(COMMAND_LIMIT + 2))
    assert list(offered) == [f"g{number}" for number in range(25)]
    (line,) = caplog.messages
    assert line == "Discord allows 25 games in a command; these are left out: g25, g26"


async def test_commands_offer_at_most_25_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("cogs.client.GAMES", games(30))
    bot = Cardroom(await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}"), compute=no_thought)
    async with bot:
        with caplog.at_level(logging.WARNING, "cogs"):
            await bot._add_features()
        assert len(caplog.messages) == 1
        play = bot.tree.get_command("play")
        assert isinstance(play, app_commands.Group)
        offered = [f"g{number}" for number in range(25)]
        assert [command.name for command in play.commands] == offered
        practice = bot.tree.get_command("practice")
        assert isinstance(practice, app_commands.Group)
        assert {command.name for command in practice.commands} == {*offered[:24], "mistakes"}
        for name in ("leaderboard", "rules"):
            command = bot.tree.get_command(name)
            assert isinstance(command, app_commands.Command)
            (parameter,) = [parameter for parameter in command.parameters if parameter.name == "game"]
            assert [choice.value for choice in parameter.choices] == offered
        assert bot.tree.get_command("Challenge to a game", type=AppCommandType.user) is not None
        assert len(bot.service.games) == 30, "tables that are stored can still be closed"


def test_screens_of_25_games_fit() -> None:
    reader, many = Renderer("en-US", {}), games(COMMAND_LIMIT)
    (menu,) = menus(challenge_screen(many.values(), 1, "bob", reader))
    assert [option["value"] for option in menu["options"]] == list(many)
    commands = [(f"/command{number}", Text("What it does, in a sentence of a usual length.")) for number in range(12)]
    names = [name for name, _ in commands]
    assert all(f"**{game.name}**" in text(games_screen(many, reader)) for game in many.values())
    assert buttons(games_screen(games(5), reader))
    assert all(str(game.summary) in text(help_screen(many, reader)) for game in many.values())
    assert all(f"**{name}**" in text(commands_screen(commands, reader)) for name in names)


async def no_thought(*_: Any) -> Any:
    raise NotImplementedError
