"""How long a member waits for the answer to a click, compared with a bot that always answers the same.

    python -m benchmarks.clicks              300 clicks of each kind
    python -m benchmarks.clicks --clicks 50

Measures the time from the click until the bot's answer (the interaction callback) reaches the simulated Discord. In
this time Cardroom checks a move, stores it in the database file and draws the hand message. The network and Discord
itself would add the same time to both. Prints a Markdown table.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

import discord
import simcord
from discord import ui
from discord.ext import commands

from benchmarks.stopwatch import Stopwatch
from cogs.client import Cardroom
from db.store import Store
from engines import GAMES
from tests.e2e.people import press, slash
from tests.e2e.robot import Robot
from tests.e2e.room import Room


class Constant(ui.DynamicItem[ui.Button[Any]], template="constant"):
    """A button that always gets the same answer."""

    def __init__(self) -> None:
        super().__init__(ui.Button(label="Press", custom_id="constant"))

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> Constant:
        """The button, which has no state."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer immediately."""
        await interaction.response.send_message("Pressed.", ephemeral=True)


class BareBot(commands.Bot):
    """A bot that only answers its one button."""

    def __init__(self) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))

    async def setup_hook(self) -> None:
        """Register the button and the command that shows it."""
        self.add_dynamic_items(Constant)
        self.tree.add_command(discord.app_commands.Command(name="show", description="Show it", callback=show_constant))
        await self.tree.sync()


async def show_constant(interaction: discord.Interaction[Any]) -> None:
    """Show the button."""
    await interaction.response.send_message("Here it is.", view=ui.View(timeout=None).add_item(Constant()))


async def bare_clicks(count: int) -> list[float]:
    """The seconds that the bare bot took to answer each of ``count`` clicks."""
    bot = BareBot()
    async with simcord.run(bot) as env:
        channel = env.create_guild().create_text_channel("card-table")
        member = env.guild.add_member(env.create_user("alice"))
        shown = await slash(member, channel, "show")
        watch = Stopwatch()
        for _ in range(count):
            await watch.time(press(member, shown, "Press"))
        seconds = watch.stop()
        await bot.close()
    return seconds


async def game_clicks(game: str, players: int, count: int) -> list[float]:
    """The seconds that Cardroom took to answer each of ``count`` clicks on the hands of a game."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "cardroom.db"
        bot = Cardroom(await Store.open(f"sqlite+aiosqlite:///{database}"), edit_seconds=0)
        async with simcord.run(bot, shard_count=1) as env:
            room, rng, watch = Room(env, database), Random(1), Stopwatch()
            while len(watch.seconds) < count:
                people = await room.deal(game, players)
                robots = [Robot(room, person, rng) for person in people]
                while len(watch.seconds) < count:
                    robot = next((robot for robot in robots if robot.is_asked), None)
                    if robot is None:
                        break
                    await watch.time(robot.step())
            seconds = watch.stop()
            await bot.close()
    return seconds


def row(name: str, seconds: list[float], bare: float) -> str:
    """A row of the table."""
    typical, slow = median(seconds), quantiles(seconds, n=100)[98]
    return f"| {name} | {1000 * typical:.1f} ms | {1000 * slow:.1f} ms | {typical / bare:.1f} |"


async def measure(count: int) -> None:
    """Measure both bots (the bare one before and after Cardroom) and print the table."""
    bare = await bare_clicks(count)
    games = {
        f"{game.name}, {players} players": await game_clicks(game.key.replace("_", "-"), players, count)
        for game in GAMES.values()
        for players in (game.seats[0],)
    }
    bare += await bare_clicks(count)
    print("| answer to a click | median | 99th percentile | median, bare bot = 1 |\n|---|---|---|---|")
    print(row("bare bot, constant message", bare, median(bare)))
    for name, seconds in games.items():
        print(row(f"a pick or move of {name}", seconds, median(bare)))


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=300, help="clicks of each kind (default 300)")
    logging.disable(logging.WARNING)
    asyncio.run(measure(parser.parse_args().clicks))


if __name__ == "__main__":
    main()
