"""/league create, and the buttons of a league's post."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice, Range, locale_str

from cogs.leagues.controls import LeagueButton, LeagueVerb
from cogs.leagues.screen import sign_up_screen
from cogs.shared.feature import Context, Feature
from cogs.shared.names import FORMER_PLAYER
from cogs.shared.paces import pace_choices
from cogs.shared.permissions import require_permissions
from cogs.shared.rendering import Renderer
from cogs.shared.responses import post, redraw
from db.league_records import LeagueRecord
from engines.texts import say
from sessions.leagues.sign_up import LONGEST_NAME
from sessions.shared.refusals import Refused

MOST_PLAYERS, MOST_WEEKS = 40, 26
FINAL, SEMI_FINALS = 2, 4
"""How many play for the title."""


class LeagueCommands(Feature):
    """Opens leagues and keeps their lists."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.handlers.add(LeagueButton, self.on_join, LeagueVerb.JOIN)
        context.handlers.add(LeagueButton, self.on_leave, LeagueVerb.LEAVE)

    def create_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league create."""

        async def create(
            interaction: discord.Interaction[Any],
            name: Range[str, 1, LONGEST_NAME],
            game: str,
            players: Range[int, 2, MOST_PLAYERS],
            weeks: Range[int, 2, MOST_WEEKS],
            pace: str,
            finals: int = FINAL,
        ) -> None:
            await self.create(interaction, name, game, players, weeks, pace, finals)

        finals = [
            Choice(name=locale_str("Final"), value=FINAL),
            Choice(name=locale_str("Semi-finals and final"), value=SEMI_FINALS),
        ]
        described = app_commands.describe(
            name=locale_str("What the league is called"),
            game=locale_str("Which game is played"),
            players=locale_str("How many members can take part"),
            weeks=locale_str("How many weeks it takes: a round each, the last for the final"),
            pace=locale_str("How much time players have for a turn"),
            finals=locale_str("What is played at the end (default: a final)"),
        )
        command = app_commands.Command(
            name=locale_str("create"),
            description=locale_str("Open a league: a round a week at tables that open by themselves"),
            callback=app_commands.choices(pace=pace_choices())(app_commands.choices(finals=finals)(described(create))),
        )
        self.offer_games(command)
        return command

    async def create(
        self,
        interaction: discord.Interaction[Any],
        name: str,
        game: str,
        players: int,
        weeks: int,
        pace: str,
        finals: int,
    ) -> None:
        """Open a league and post its list in the channel."""
        require_permissions(interaction)
        rounds = weeks - (1 if finals == FINAL else 2)
        if rounds < 1:
            raise Refused(say("Semi-finals and a final take a week each. Give the league 3 weeks at least."))
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        league = await self.service.league_sign_up.create(
            interaction.guild_id,
            interaction.channel_id,
            interaction.user.id,
            name,
            self.game(game).key,
            players,
            rounds,
            pace,
            finals,
        )
        await post(interaction, await self._screen(league))

    async def on_join(self, interaction: discord.Interaction[Any], button: LeagueButton) -> None:
        """Sign the member up."""
        league = await self.service.league_sign_up.join(button.league, interaction.guild_id, interaction.user.id)
        await redraw(interaction, await self._screen(league))

    async def on_leave(self, interaction: discord.Interaction[Any], button: LeagueButton) -> None:
        """Take the member off the list."""
        league = await self.service.league_sign_up.leave(button.league, interaction.guild_id, interaction.user.id)
        await redraw(interaction, await self._screen(league))

    async def _screen(self, league: LeagueRecord) -> ui.LayoutView:
        return sign_up_screen(league, self.game(league.game), await self._renderer(league))

    async def _renderer(self, league: LeagueRecord) -> Renderer:
        """For what everybody reads about a league: it names entries by their numbers."""
        public = await self.renderers.for_server(league.guild_id)
        names = await self.renderers.names.of(league.guild_id, [entry.user_id for entry in league.entries])
        former = public.render(FORMER_PLAYER)
        shown = {entry.number: names.get(entry.user_id, former) for entry in league.entries}
        return Renderer(public.locale, shown, public.card_emojis)
