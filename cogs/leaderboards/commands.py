"""/leaderboard: the season and the ratings of a server, and a player's record."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from cogs.leaderboards.screen import (
    ALL_GAMES,
    PAST_LEAGUES,
    STANDINGS_PER_PAGE,
    Leaderboard,
    LeaderboardButton,
    Pool,
    PostLeaderboardButton,
    SeasonBoard,
    hall_screen,
    leaderboard_screen,
    posted_leaderboard_screen,
    posted_season_screen,
    season_screen,
    stats_screen,
)
from cogs.leagues.words import champions
from cogs.shared.controls import handles
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import may_write, on_servers, require_permissions
from cogs.shared.rendering import Renderer
from cogs.shared.responses import post, show, show_in_place
from engines.contract import Game
from engines.texts import say
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused


class LeaderboardCommands(Feature):
    """The ratings and records of this server's members."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.offer_games(self.leaderboard)

    @on_servers
    @app_commands.command(
        name=locale_str("leaderboard"), description=locale_str("The best players of this server, or a player's record")
    )
    @app_commands.describe(
        game=locale_str("A game, for its ratings; leave empty for the season"),
        practice=locale_str("Show games against computers instead of games among members"),
        player=locale_str("Show the record of a member, yours for example, instead of the leaderboard"),
    )
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        game: str | None = None,
        practice: bool = False,
        player: discord.Member | None = None,
    ) -> None:
        """/leaderboard."""
        if player is not None:
            await self._show_record(interaction, player)
            return
        chosen = self.game(game).key if game else ALL_GAMES
        pool = Pool.COMPUTERS if practice else Pool.MEMBERS if game else Pool.SEASON
        await show(interaction, await self._screen(interaction, LeaderboardButton(pool, chosen, 0)))

    async def _show_record(self, interaction: discord.Interaction[Any], player: discord.Member) -> None:
        assert interaction.guild_id is not None
        record = await self.service.leaderboards.record(interaction.guild_id, interaction.user.id, player.id)
        view = stats_screen(
            player.display_name,
            record.among_members,
            self.service.games,
            record.rating,
            self.renderers.without_names(interaction),
            record.with_computers,
            record.head_to_head,
        )
        await show(interaction, view)

    @handles(LeaderboardButton)
    async def _on_page(self, interaction: discord.Interaction[Any], button: LeaderboardButton) -> None:
        await show_in_place(interaction, await self._screen(interaction, button))

    async def _screen(self, interaction: discord.Interaction[Any], at: LeaderboardButton) -> ui.LayoutView:
        assert interaction.guild_id is not None
        renderer = self.renderers.without_names(interaction)
        if at.pool is Pool.PAST:
            seasons = await self.service.seasons.hall_of_fame(interaction.guild_id)
            leagues = await self.service.league_overviews.of_finished(interaction.guild_id, PAST_LEAGUES)
            members = {line.user_id for lines in seasons.values() for line in lines}
            names = await self.renderers.names.of(interaction.guild_id, members, renderer)
            told = [text async for text in champions(self.service, self.renderers, leagues, renderer)]
            return hall_screen(seasons, told, names, renderer)
        if at.pool is Pool.SEASON:
            return season_screen(await self._read_season(interaction, at.page, renderer), interaction.user.id, renderer)
        page = await self._read_page(interaction, self.service.games.get(at.game), at.page, at.pool, renderer)
        return leaderboard_screen(page, renderer)

    async def _read_season(self, interaction: discord.Interaction[Any], page: int, reader: Renderer) -> SeasonBoard:
        """A page of this server's season, with the rank of the member who asks."""
        assert interaction.guild_id is not None
        read = await self.service.seasons.page(
            interaction.guild_id, interaction.user.id, offset=page * STANDINGS_PER_PAGE, limit=STANDINGS_PER_PAGE
        )
        members = {line.user_id for line in read.lines} | {interaction.user.id}
        return SeasonBoard(read, page, await self.renderers.names.of(interaction.guild_id, members, reader))

    @handles(PostLeaderboardButton)
    async def _on_post(self, interaction: discord.Interaction[Any], button: PostLeaderboardButton) -> None:
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel. Post the leaderboard in another one."))
        require_permissions(interaction)
        renderer = await self.renderers.for_server(interaction.guild_id, interaction.user.id)
        if button.pool is Pool.SEASON:
            season = await self._read_season(interaction, button.page, renderer)
            has_lines, screen = bool(season.read.lines), posted_season_screen(season, renderer)
        else:
            page = await self._read_page(
                interaction, self.service.games.get(button.game), button.page, button.pool, renderer
            )
            has_lines, screen = bool(page.standings), posted_leaderboard_screen(page, renderer)
        if not has_lines:  # a forged button
            raise Refused(say("There is nothing on that page to post."))
        async with self.service.guard.posting(Post.LEADERBOARD, interaction.channel_id):
            await post(interaction, screen)

    async def _read_page(
        self, interaction: discord.Interaction[Any], game: Game[Any] | None, page: int, pool: Pool, reader: Renderer
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
            names=await self.renderers.names.of(interaction.guild_id, members | {interaction.user.id}, reader),
        )
