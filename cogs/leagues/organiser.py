"""The organiser's tools: what is done by hand in a league in a few taps, and explained or undone after that."""

from typing import Any

import discord

from cogs.leagues.controls import LeagueControl, LeagueVerb, ReasonForm, ToolMenu, ToolPage
from cogs.leagues.organiser_screen import (
    LONGEST_REASON,
    REASON,
    done_screen,
    member_question,
    order_screen,
    organiser_screen,
    reason_field,
    time_screen,
    tool_screen,
)
from cogs.leagues.own_screen import cancel_question
from cogs.leagues.words import own_renderer
from cogs.shared.acknowledgements import opens_form
from cogs.shared.controls import answered, chosen_number, chosen_value, chosen_values, handles
from cogs.shared.feature import Feature
from cogs.shared.forms import filled_in, open_form, require_length
from cogs.shared.permissions import may_manage, require_members
from cogs.shared.rendering import Renderer
from cogs.shared.responses import show, show_in_place
from engines.texts import say
from sessions.leagues.organising import TOO_LATE
from sessions.leagues.tools import AT_ONCE, NOTHING, Choice, Desk, Tool, begun, is_complete, shared, tools
from sessions.shared.refusals import Refused

_FOR_MEMBERS = {LeagueVerb.REPLACEMENT: Tool.REPLACE, LeagueVerb.ADD: Tool.ADD, LeagueVerb.APPOINT: Tool.APPOINT}


class LeagueOrganiser(Feature):
    """Does by hand what an organiser has chosen: first what, then to which match or player."""

    @handles(LeagueControl, LeagueVerb.TOOLS)
    async def _on_tools(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Show the tools and what has been done with them."""
        desk, renderer = await self._desk(interaction, control.league)
        await show(interaction, organiser_screen(desk, renderer))

    @handles(LeagueControl, LeagueVerb.TOOL)
    async def _on_tool(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Ask to what the chosen tool is to be applied."""
        desk, renderer = await self._desk(interaction, control.league)
        tool = next((tool for tool in tools(desk) if tool == chosen_value(interaction)), None)
        if tool is None:
            raise Refused(TOO_LATE)
        if tool is Tool.CANCEL:
            await show_in_place(interaction, cancel_question(desk.league, renderer))
        elif tool in AT_ONCE:
            await self._do(interaction, desk.league.id, tool)
        elif tool in (Tool.ADD, Tool.APPOINT):
            await show_in_place(interaction, member_question(desk.league, tool, None, renderer))
        else:
            await show_in_place(interaction, tool_screen(desk, tool, 0, renderer))

    @handles(ToolPage)
    async def _on_page(self, interaction: discord.Interaction[Any], control: ToolPage) -> None:
        desk, renderer = await self._desk(interaction, control.league)
        await show_in_place(interaction, tool_screen(desk, control.tool, control.page, renderer))

    @handles(ToolMenu)
    async def _on_choice(self, interaction: discord.Interaction[Any], control: ToolMenu) -> None:
        """Apply a tool, or ask for the member, the time or the next place that it needs, too."""
        value, tool = shared(chosen_values(interaction) or [chosen_value(interaction)]), control.tool
        desk, renderer = await self._desk(interaction, control.league)
        choice = begun(desk, tool, value)
        if choice is not None and tool is Tool.REPLACE:
            await show_in_place(interaction, member_question(desk.league, tool, choice.number, renderer))
        elif choice is None or choice.match is None or is_complete(tool, choice.match, choice):
            await self._do(interaction, control.league, tool, value)
        elif tool is Tool.RESULT:
            await show_in_place(interaction, order_screen(desk.league, choice, choice.match, renderer))
        else:
            times = await self.service.league_appointments.times(desk.league, choice.match, interaction.user.id)
            await show_in_place(interaction, time_screen(times, value, renderer))

    @handles(LeagueControl, *_FOR_MEMBERS)
    async def _on_member(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Apply a tool that is about a member."""
        by, tool = chosen_number(interaction), _FOR_MEMBERS[control.verb]
        await require_members(interaction, [by])
        await self.service.guests.check([by])
        choice = Choice(number=control.about) if tool is Tool.REPLACE else NOTHING
        await self._do(interaction, control.league, tool, choice.value, by)

    @handles(LeagueControl, LeagueVerb.CANCEL, LeagueVerb.UNDO)
    async def _on_button(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """End the league without a champion, or undo what has been done."""
        choice = Choice(to=control.about) if control.verb is LeagueVerb.UNDO else NOTHING
        await self._do(interaction, control.league, Tool(control.verb), choice.value)

    @handles(LeagueControl, LeagueVerb.WHY)
    @opens_form
    async def _on_why(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        renderer = self.renderers.without_names(interaction)
        form = ReasonForm(control.league, control.about)
        await open_form(interaction, form, REASON, [reason_field(renderer)], renderer)

    @handles(ReasonForm)
    async def _on_reason(self, interaction: discord.Interaction[Any], form: ReasonForm) -> None:
        reason = " ".join(str(filled_in(interaction).get("reason") or "").split())
        if not reason:
            raise Refused(say("Say in a few words why, please."))
        require_length("reason", reason, LONGEST_REASON)
        by, manages = (interaction.guild_id, interaction.user.id), may_manage(interaction)
        await self.service.league_organising.explain(form.league, *by, form.deed, reason, may_manage=manages)
        await self.tell(interaction, say("Noted. Everybody can read it below the table."))

    async def _desk(self, interaction: discord.Interaction[Any], league_id: int) -> tuple[Desk, Renderer]:
        """What there is to organise, if this member may. Raises ``Refused`` otherwise."""
        by, manages = (interaction.guild_id, interaction.user.id), may_manage(interaction)
        desk = await self.service.league_organising.desk(league_id, *by, may_manage=manages)
        return desk, await own_renderer(self.renderers, interaction, desk.league, desk.deeds)

    async def _do(
        self,
        interaction: discord.Interaction[Any],
        league_id: int,
        tool: Tool,
        value: str = NOTHING.value,
        member: int | None = None,
    ) -> None:
        """Apply a tool, and say so with the ways to explain it and to undo it."""
        by, manages = (interaction.guild_id, interaction.user.id), may_manage(interaction)
        deed = await self.service.league_organising.decide(league_id, *by, tool, value, member, may_manage=manages)
        league = await self.service.league_ledger.get(league_id)
        renderer = await own_renderer(self.renderers, interaction, league, [deed])
        done = answered(say("Undone."), renderer) if tool is Tool.UNDO else done_screen(league_id, deed, renderer)
        await show_in_place(interaction, done)
