"""/replay: stepping through a finished game."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.replays.screen import Place, ReplayButton, ReplayMenu, replay_screen
from cogs.shared.controls import chosen_values
from cogs.shared.feature import Context, Feature
from cogs.shared.responses import redraw, show
from cogs.shared.table_buttons import TableButton, Verb


@app_commands.guild_only()
class ReplayCommands(Feature):
    """Replays of finished games, shown privately."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.handlers.add(TableButton, self.on_open, Verb.REPLAY)
        context.handlers.add(ReplayButton, self.on_step)
        context.handlers.add(ReplayMenu, self.on_jump)

    @app_commands.command(
        name=locale_str("replay"), description=locale_str("Step through the game that was last finished here")
    )
    async def replay(self, interaction: discord.Interaction[Any]) -> None:
        """/replay."""
        table = await self.service.replays.latest_in(interaction.channel_id or 0)
        await self._open(interaction, table.id)

    async def on_open(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Open the replay of a table's game."""
        await self._open(interaction, button.table)

    async def on_step(self, interaction: discord.Interaction[Any], button: ReplayButton) -> None:
        """Go to another move."""
        await self._turn(interaction, button.table, button.number, button.seat)

    async def on_jump(self, interaction: discord.Interaction[Any], menu: ReplayMenu) -> None:
        """Go to the move or seat chosen."""
        (value,) = chosen_values(interaction)
        place = Place.read(value)
        await self._turn(interaction, menu.table, place.number, place.seat)

    async def _open(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        moment = await self.service.replays.beginning(table_id, interaction.user.id)
        await show(interaction, replay_screen(moment, await self.renderers.for_member(interaction, moment.table)))

    async def _turn(self, interaction: discord.Interaction[Any], table_id: int, number: int, seat: int | None) -> None:
        moment = await self.service.replays.moment(table_id, number, seat)
        await redraw(interaction, replay_screen(moment, await self.renderers.for_member(interaction, moment.table)))
