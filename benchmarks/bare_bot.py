"""A bot that does nothing but answer, to compare with: what discord.py itself costs."""

import re
from typing import Any

import discord
from discord import ui
from discord.ext import commands


class AnyControl(ui.DynamicItem[ui.Item[Any]], template=r"(?s:.*)"):
    """Any button or menu; all of them get the same answer."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> "AnyControl":
        """The control that was used."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer immediately."""
        await interaction.response.send_message("Pressed.", ephemeral=True)


class BareBot(commands.AutoShardedBot):
    """Answers every use of a control with the same message."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True), max_messages=None
        )

    async def setup_hook(self) -> None:
        """Register the answer."""
        self.add_dynamic_items(AnyControl)
