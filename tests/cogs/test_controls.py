"""Every control finds its way to the desk from its custom id alone, also after a restart."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from discord import ui
from discord.ext import commands

from cogs.controls import (
    CONTROLS,
    CUSTOM_ID_LIMIT,
    BoardButton,
    ComputerMenu,
    OpenRulesButton,
    PickButton,
    PickMenu,
    ReplayButton,
    ReplayMenu,
    RulesButton,
    RulesMenu,
    Verb,
)
from cogs.controls import TableButton as Table
from cogs.screens.parts import layout, row

OPTIONS = [discord.SelectOption(label=letter, value=letter) for letter in "abc"]
PLACES = [discord.SelectOption(label=value, value=value) for value in ("57:-", "0:1", "x")]


class Desk:
    """Notes who called it with what."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        async def note(interaction: discord.Interaction[Any], *values: Any) -> None:
            self.calls.append((name, *values))
            await interaction.response.defer()

        return note


class Bot(commands.Bot):
    def __init__(self) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True))
        self.desk = Desk()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*CONTROLS)


def screen() -> ui.LayoutView:
    """One of each control, in each of the places where screens put them."""
    return layout(
        0,
        row(Table(12, 3, Verb.HAND, "hand")),
        row(PickButton(12, 3, ("6C", "p1"), "pick", page=2)),
        row(PickMenu(12, 3, ("6C",), OPTIONS, most=3)),
        row(BoardButton("all", 4, "board", practice=True)),
        row(ReplayButton(12, 57, None, "next", "everybody"), ReplayButton(12, 56, 3, "previous", "seat")),
        row(ReplayMenu(12, "seat", PLACES)),
        row(ComputerMenu(12, 3, [discord.SelectOption(label="easy", value="easy")])),
        row(RulesMenu("knotweed", [discord.SelectOption(label="5", value="5")])),
        ui.Section[Any]("Knotweed", accessory=OpenRulesButton("knotweed", "rules")),
        ui.Section[Any]("Knotweed", accessory=RulesButton("knotweed", 0, "section")),
    )


@pytest.mark.parametrize(
    ("label", "values", "call"),
    [
        ("hand", None, ("on_table_button", 12, 3, Verb.HAND)),
        ("pick", None, ("on_pick", 12, 3, ("6C", "p1"), (), 2)),
        ("menu:12:3:6C", ["c", "a"], ("on_pick", 12, 3, ("6C",), ("c", "a"), 0)),
        ("board", None, ("on_board_page", "all", 4, True)),
        ("everybody", None, ("on_replay", 12, 57, None)),
        ("seat", None, ("on_replay", 12, 56, 3)),
        ("replay_menu:12:seat", ["57:-"], ("on_replay", 12, 57, None)),
        ("replay_menu:12:seat", ["0:1"], ("on_replay", 12, 0, 1)),
        ("replay_menu:12:seat", ["x"], ("on_replay", 12, 0, None)),
        ("computers:12:3", ["easy"], ("on_computers", 12, 3, "easy")),
        ("rulebook:knotweed", ["5"], ("on_rules", "knotweed", 5)),
        ("section", None, ("on_rules", "knotweed", 0)),
        ("rules", None, ("on_open_rules", "knotweed")),
    ],
)
async def test_a_tap_reaches_the_desk(label: str, values: list[str] | None, call: tuple[Any, ...]) -> None:
    async with simcord.run(Bot()) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("cards")
        alice = guild.add_member(env.create_user("alice"))
        found = env.bot.get_channel(channel.id)
        assert isinstance(found, discord.TextChannel)
        message = await found.send(view=screen())
        await env.restart_bot(Bot())
        if values is None:
            await alice.click(message, label=label)
        else:
            await alice.select(message, values, custom_id=label)
        assert isinstance(env.bot, Bot)
        assert env.bot.desk.calls == [call]
        await env.bot.close()


def test_custom_ids_leave_room_for_a_path() -> None:
    button = PickButton(2**53, 99_999, ("x" * 40,), "y")
    assert len(button.item.custom_id or "") <= CUSTOM_ID_LIMIT
