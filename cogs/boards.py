"""/leaderboard, /stats, /rules and /help."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from cogs.answers import show
from cogs.screens.boards import leaderboard_screen, stats_screen
from cogs.screens.help import help_screen
from cogs.standings import read_leaderboard
from engines import GAMES
from engines.texts import Text

if TYPE_CHECKING:
    from cogs.client import Cardroom

GAME_CHOICES = [Choice(name=game.name, value=game.key) for game in GAMES.values()]


@app_commands.guild_only()
class BoardCommands(commands.Cog):
    """What there is to read: ratings, records, rules, help."""

    def __init__(self, bot: Cardroom) -> None:
        self._bot = bot
        self._desk = bot.desk
        self._service = bot.desk.service

    @app_commands.command(name=locale_str("leaderboard"), description=locale_str("The best players of this server"))
    @app_commands.describe(
        game=locale_str("One game; without it, the ratings over all games"),
        practice=locale_str("The games against computers in place of those among members"),
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def leaderboard(
        self, interaction: discord.Interaction[Any], game: str | None = None, practice: bool = False
    ) -> None:
        """/leaderboard."""
        # A page of names that nobody has asked for yet may take longer than the 3 s that Discord waits.
        await interaction.response.defer(ephemeral=True)
        chosen = self._service.games[game] if game else None
        board = await read_leaderboard(self._service, self._desk.renderers.names, interaction, chosen, 0, practice)
        await show(interaction, leaderboard_screen(board, self._desk.renderers.anybody(interaction)))

    @app_commands.command(name=locale_str("stats"), description=locale_str("What a player has achieved on this server"))
    @app_commands.describe(player=locale_str("Whose record; without it, your own"))
    async def stats(self, interaction: discord.Interaction[Any], player: discord.Member | None = None) -> None:
        """/stats."""
        user = player or interaction.user
        assert interaction.guild_id is not None
        store = self._service.store
        view = stats_screen(
            user.display_name,
            await store.statistics(interaction.guild_id, user.id),
            self._service.games,
            await store.rating(interaction.guild_id, user.id, None),
            self._desk.renderers.anybody(interaction),
            await store.statistics(interaction.guild_id, user.id, practice=True),
        )
        await show(interaction, view)

    @app_commands.command(name=locale_str("rules"), description=locale_str("How a game is played"))
    @app_commands.describe(game=locale_str("Which game; without it, the one on the table here"))
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """/rules."""
        table = None if game else await self._service.table_in(interaction.channel_id or 0)
        if game is None and table is None:
            await self._show_help(interaction)
        else:
            await self._desk.show_rules(interaction, game or (table.game if table else ""))

    @app_commands.command(name=locale_str("help"), description=locale_str("How to play here, and every command"))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """/help."""
        await self._show_help(interaction)

    async def _show_help(self, interaction: discord.Interaction[Any]) -> None:
        described = [
            (f"/{command.name}", Text(command.description))
            for command in self._bot.tree.get_commands(type=discord.AppCommandType.chat_input)
            if isinstance(command, app_commands.Command | app_commands.Group)
        ]
        await show(interaction, help_screen(self._service.games, self._desk.renderers.anybody(interaction), described))


async def setup(bot: Cardroom) -> None:
    """Entry point for ``load_extension``."""
    await bot.add_cog(BoardCommands(bot))
