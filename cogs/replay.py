"""/replay: looking back at a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

if TYPE_CHECKING:
    from cogs.client import Cardroom


@app_commands.guild_only()
class ReplayCommands(commands.Cog):
    """Steps through games that are over."""

    def __init__(self, bot: Cardroom) -> None:
        self._desk = bot.desk

    @app_commands.command(
        name=locale_str("replay"), description=locale_str("Step through the game that was finished here last")
    )
    async def replay(self, interaction: discord.Interaction[Any]) -> None:
        """/replay."""
        table = await self._desk.service.replays.latest_in(interaction.channel_id or 0)
        await self._desk.show_replay(interaction, table.id)


async def setup(bot: Cardroom) -> None:
    """Entry point for ``load_extension``."""
    await bot.add_cog(ReplayCommands(bot))
