"""The organiser's tools: what is done by hand in a league, in two taps."""

from typing import Any

import discord

from cogs.leagues.controls import LeagueControl, LeagueVerb, ToolMenu, ToolPage
from cogs.leagues.organiser_screen import organiser_screen, replacement_question, tool_screen
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
from sessions.leagues.tools import Tool, choices, tools
from sessions.shared.refusals import Refused


class LeagueOrganiser(Feature):
    """Does by hand what an organiser has chosen: first what, then to which match or player."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        handlers = {
            LeagueVerb.TOOLS: self.on_tools,
            LeagueVerb.TOOL: self.on_tool,
            LeagueVerb.REPLACEMENT: self.on_replacement,
            LeagueVerb.CANCEL: self.on_cancel,
        }
        for verb, handler in handlers.items():
            context.handlers.add(LeagueControl, handler, verb)
        context.handlers.add(ToolPage, self.on_page)
        context.handlers.add(ToolMenu, self.on_choice)

    async def on_tools(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Show the tools and what has been done with them."""
        league = await self._organised(interaction, control.league)
        deeds = await self.service.league_ledger.deeds(league)
        renderer = await own_renderer(self.renderers, interaction, league)
        members = await self.renderers.names.of(league.guild_id, {deed.by for deed in deeds}, renderer)
        await show(interaction, organiser_screen(league, deeds, members, renderer))

    async def on_tool(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Ask to what the chosen tool is to be applied."""
        league = await self._organised(interaction, control.league)
        tool = next((tool for tool in tools(league) if tool == chosen_value(interaction)), None)
        if tool is None:
            raise Refused(say("That can't be done any more. Tap Organise again."))
        if tool is Tool.CANCEL:
            await show_in_place(interaction, cancel_question(league, self.renderers.without_names(interaction)))
        else:
            await self.on_page(interaction, ToolPage(league.id, tool, 0))

    async def on_page(self, interaction: discord.Interaction[Any], control: ToolPage) -> None:
        """Show a page of what a tool can be applied to."""
        league = await self._organised(interaction, control.league)
        renderer = await own_renderer(self.renderers, interaction, league)
        await show_in_place(interaction, tool_screen(league, control.tool, control.page, renderer))

    async def on_choice(self, interaction: discord.Interaction[Any], control: ToolMenu) -> None:
        """Apply a tool."""
        league = await self._organised(interaction, control.league)
        value = chosen_value(interaction)
        choice = next((choice for choice in choices(league, control.tool) if choice.value == value), None)
        if control.tool is Tool.REPLACE and choice is not None:
            renderer = await own_renderer(self.renderers, interaction, league)
            await show_in_place(interaction, replacement_question(league, choice.number or 0, renderer))
            return
        by = interaction.guild_id, interaction.user.id
        organising, manages = self.service.league_organising, may_manage(interaction)
        if control.tool is Tool.WITHDRAW and choice is not None:
            await organising.withdraw(league.id, *by, choice.number or 0, may_manage=manages)
        else:
            await organising.decide(league.id, *by, control.tool, value, may_manage=manages)
        await self._answer(interaction, say("Done. The league's post names it."))

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
