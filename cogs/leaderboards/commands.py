"""/leaderboard and /stats."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.leaderboards.screen import (
    STANDINGS_PER_PAGE,
    Leaderboard,
    LeaderboardButton,
    Pool,
    leaderboard_screen,
    stats_screen,
)
from cogs.shared.feature import Context, Feature
from cogs.shared.responses import show, show_in_place
from engines.contract import Game


@app_commands.guild_only()
class LeaderboardCommands(Feature):
    """The ratings and records of this server's members."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.offer_games(self.leaderboard)
        context.handlers.add(LeaderboardButton, self.on_page)

    @app_commands.command(name=locale_str("leaderboard"), description=locale_str("The best players of this server"))
    @app_commands.describe(
        game=locale_str("A game; leave empty for the ratings over all games"),
        practice=locale_str("Show games against computers instead of games among members"),
    )
    async def leaderboard(
        self, interaction: discord.Interaction[Any], game: str | None = None, practice: bool = False
    ) -> None:
        """/leaderboard."""
        chosen = self.game(game) if game else None
        page = await self._read_page(interaction, chosen, 0, Pool.COMPUTERS if practice else Pool.MEMBERS)
        await show(interaction, leaderboard_screen(page, self.renderers.without_names(interaction)))

    @app_commands.command(name=locale_str("stats"), description=locale_str("A player's record on this server"))
    @app_commands.describe(player=locale_str("A member; leave empty for your own record"))
    async def stats(self, interaction: discord.Interaction[Any], player: discord.Member | None = None) -> None:
        """/stats."""
        user = player or interaction.user
        assert interaction.guild_id is not None
        record = await self.service.leaderboards.record(interaction.guild_id, interaction.user.id, user.id)
        view = stats_screen(
            user.display_name,
            record.among_members,
            self.service.games,
            record.rating,
            self.renderers.without_names(interaction),
            record.with_computers,
        )
        await show(interaction, view)

    async def on_page(self, interaction: discord.Interaction[Any], button: LeaderboardButton) -> None:
        """Turn to another page, or to the leaderboard of the other pool."""
        page = await self._read_page(interaction, self.service.games.get(button.game), button.page, button.pool)
        await show_in_place(interaction, leaderboard_screen(page, self.renderers.without_names(interaction)))

    async def _read_page(
        self, interaction: discord.Interaction[Any], game: Game[Any] | None, page: int, pool: Pool
    ) -> Leaderboard:
        """A page of a leaderboard of this server, with the rank of the member who asks."""
        assert interaction.guild_id is not None
        read = await self.service.leaderboards.page(
            interaction.guild_id,
            interaction.user.id,
            game.key if game else None,
            offset=page * STANDINGS_PER_PAGE,
            limit=STANDINGS_PER_PAGE,
            practice=pool is Pool.COMPUTERS,
        )
        members = {standing.player for standing in read.standings if isinstance(standing.player, int)}
        return Leaderboard(
            game=game,
            pool=pool,
            standings=tuple(read.standings),
            page=page,
            pages=max(1, -(-read.total // STANDINGS_PER_PAGE)),
            own=read.own,
            names=await self.renderers.names.of(interaction.guild_id, members | {interaction.user.id}),
        )
