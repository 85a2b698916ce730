"""The organiser's tools: what is done by hand in a league."""

from typing import Any

import discord

from cogs.leagues.controls import LeagueControl, LeagueVerb
from cogs.leagues.organiser_screen import DRAW, organiser_screen, replacement_question, result_question
from cogs.leagues.own_screen import cancel_question
from cogs.leagues.words import own_renderer
from cogs.shared.confirmations import answered
from cogs.shared.controls import chosen_number, chosen_value
from cogs.shared.feature import Context, Feature
from cogs.shared.named_members import require_members
from cogs.shared.permissions import may_manage
from cogs.shared.responses import show, show_in_place
from db.league_records import LeagueRecord
from engines.texts import Text, say
from sessions.leagues.rounds import require_organiser
from sessions.shared.refusals import Refused


class LeagueOrganiser(Feature):
    """Enters results, replaces players and cancels leagues."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        handlers = {
            LeagueVerb.TOOLS: self.on_tools,
            LeagueVerb.MATCH: self.on_match,
            LeagueVerb.RESULT: self.on_result,
            LeagueVerb.ENTRY: self.on_entry,
            LeagueVerb.REPLACEMENT: self.on_replacement,
            LeagueVerb.ASK_CANCEL: self.on_ask_cancel,
            LeagueVerb.CANCEL: self.on_cancel,
        }
        for verb, handler in handlers.items():
            context.handlers.add(LeagueControl, handler, verb)

    async def on_tools(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Show the tools and what has been done with them."""
        league = await self._organised(interaction, control.league)
        deeds = await self.service.league_ledger.deeds(league)
        renderer = await own_renderer(self.renderers, interaction, league)
        members = await self.renderers.names.of(league.guild_id, {deed.by for deed in deeds}, renderer)
        await show(interaction, organiser_screen(league, deeds, members, renderer))

    async def on_match(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Ask who has won a match."""
        league = await self._organised(interaction, control.league)
        match = league.match(chosen_number(interaction))
        if match is None:
            raise Refused(say("There is no such match."))
        renderer = await own_renderer(self.renderers, interaction, league)
        await show_in_place(interaction, result_question(league, match, renderer))

    async def on_result(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Enter a result."""
        winner = None if chosen_value(interaction) == DRAW else chosen_number(interaction)
        await self.service.league_organising.enter(
            control.league,
            interaction.guild_id,
            interaction.user.id,
            control.about,
            winner,
            may_manage=may_manage(interaction),
        )
        await self._answer(interaction, say("The result is entered."))

    async def on_entry(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Ask who takes over an entry."""
        league = await self._organised(interaction, control.league)
        number = chosen_number(interaction)
        renderer = await own_renderer(self.renderers, interaction, league)
        await show_in_place(interaction, replacement_question(league, number, renderer))

    async def on_replacement(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Have a member take over an entry."""
        by = chosen_number(interaction)
        await require_members(interaction, [by])
        await self.service.guests.check([by])
        await self.service.league_organising.replace(
            control.league,
            interaction.guild_id,
            interaction.user.id,
            control.about,
            by,
            may_manage=may_manage(interaction),
        )
        await self._answer(interaction, say("The place is taken over. Open matches begin anew."))

    async def on_ask_cancel(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Ask whether to end the league."""
        league = await self._organised(interaction, control.league)
        await show_in_place(interaction, cancel_question(league, self.renderers.without_names(interaction)))

    async def on_cancel(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """End the league without a champion."""
        await self.service.league_organising.cancel(
            control.league, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        await self._answer(interaction, say("Cancelled for everybody."))

    async def _organised(self, interaction: discord.Interaction[Any], league_id: int) -> LeagueRecord:
        """The league, if this member may organise it. Raises ``Refused`` otherwise."""
        league = await self.service.league_ledger.get(league_id, interaction.guild_id)
        require_organiser(league, interaction.user.id, may_manage=may_manage(interaction))
        return league

    async def _answer(self, interaction: discord.Interaction[Any], answer: Text) -> None:
        await show_in_place(interaction, answered(answer, self.renderers.without_names(interaction)))
