"""/rules and /help."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.rules.help_screen import OpenRulesButton, help_screen
from cogs.rules.rules_screen import RulesButton, RulesMenu, rules_screen
from cogs.shared.controls import chosen_value
from cogs.shared.feature import Context, Feature
from cogs.shared.responses import show, show_in_place
from cogs.shared.table_buttons import TableButton, Verb
from engines.texts import Text


@app_commands.guild_only()
class RulesCommands(Feature):
    """How to play: the games' rules and the help page."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.offer_games(self.rules)
        context.handlers.add(TableButton, self.on_table_rules, Verb.RULES)
        context.handlers.add(OpenRulesButton, self.on_open)
        context.handlers.add(RulesButton, self.on_section)
        context.handlers.add(RulesMenu, self.on_contents)

    @app_commands.command(name=locale_str("rules"), description=locale_str("How a game is played"))
    @app_commands.describe(game=locale_str("A game; without one, the game of the table here"))
    async def rules(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """/rules."""
        if game is None:
            here, user_id = interaction.channel_id or 0, interaction.user.id
            tables = await self.service.whereabouts.meant(here, user_id, as_player=True)
            game = tables[-1].game if tables else None
        if game is None:
            await self._show_help(interaction)
        else:
            await self._open(interaction, game)

    @app_commands.command(name=locale_str("help"), description=locale_str("How to play here, and every command"))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """/help."""
        await self._show_help(interaction)

    async def on_table_rules(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Open the rules of a table's game."""
        table = (await self.service.snapshot(button.table, None)).table
        await self._open(interaction, table.game)

    async def on_open(self, interaction: discord.Interaction[Any], button: OpenRulesButton) -> None:
        """Open the rules of a game on the help page."""
        await self._open(interaction, button.game)

    async def on_section(self, interaction: discord.Interaction[Any], button: RulesButton) -> None:
        """Turn to another section."""
        await self._turn(interaction, button.game, button.section)

    async def on_contents(self, interaction: discord.Interaction[Any], menu: RulesMenu) -> None:
        """Turn to the section chosen."""
        section = chosen_value(interaction)
        await self._turn(interaction, menu.game, int(section))

    async def _open(self, interaction: discord.Interaction[Any], game: str) -> None:
        await show(interaction, rules_screen(self.game(game), self.renderers.without_names(interaction), 0))

    async def _turn(self, interaction: discord.Interaction[Any], game: str, section: int) -> None:
        renderer = self.renderers.without_names(interaction)
        await show_in_place(interaction, rules_screen(self.game(game), renderer, section))

    async def _show_help(self, interaction: discord.Interaction[Any]) -> None:
        commands = [
            (f"/{command.name}", Text(command.description))
            for command in interaction.client.tree.get_commands(type=discord.AppCommandType.chat_input)
        ]
        await show(interaction, help_screen(self.games, self.renderers.without_names(interaction), commands))
