"""What an organiser does by hand in a league, explained or undone after that; and all results as a file."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from cogs.leagues.controls import LeagueControl, LeagueVerb, ReasonForm, ToolMenu, ToolPage
from cogs.leagues.meetings import NO_TIME, time_options
from cogs.leagues.own_screen import cancel_question
from cogs.leagues.screen import place_link
from cogs.leagues.words import (
    deed_line,
    group_letter,
    order_of,
    others,
    own_renderer,
    result_of,
    round_name,
    versus,
    what_was_done,
)
from cogs.shared.acknowledgements import opens_form
from cogs.shared.controls import answered, chosen_number, chosen_value, chosen_values, handles, option, page_buttons
from cogs.shared.feature import Feature
from cogs.shared.forms import filled_in, open_form, require_length
from cogs.shared.layout import CLOSED_COLOUR, LEADERBOARD_COLOUR, Parts, layout, row
from cogs.shared.limits import FORM_LABEL_LIMIT, MENU_LIMIT
from cogs.shared.permissions import may_manage, require_members
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.responses import show, show_in_place, spreadsheet
from db.league_records import DeedRecord, LeagueRecord, MatchRecord, MatchTable
from engines.texts import Player, Text, say, say_count
from sessions.leagues.appointments import TimesToChoose
from sessions.leagues.organising import TOO_LATE
from sessions.leagues.standings import next_places, points_in
from sessions.leagues.tools import AT_ONCE, NOTHING, Choice, Desk, Tool, begun, choices, is_complete, shared, tools
from sessions.leagues.undoing import FOR_GOOD
from sessions.shared.refusals import Refused

LATEST_DEEDS = 8
MOST_RESULTS = 12
"""How many results are told in words: the latest."""
LONGEST_REASON = 100
_BY_HAND = say("By the organiser:")
_TOOLS = {
    Tool.RESULT: say("Enter or correct a result"),
    Tool.WALKOVER: say("Walkover"),
    Tool.EXTEND: say("One more week for a match"),
    Tool.TIME: say("Set when a match is played"),
    Tool.ANNUL: say("Annul a match and play it again"),
    Tool.REMIND: say("Remind everyone with a match waiting"),
    Tool.WITHDRAW: say("Withdraw a player"),
    Tool.REPLACE: say("Replace a player"),
    Tool.ADD: say("Add a latecomer"),
    Tool.MOVE: say("Move a player to another group"),
    Tool.PAUSE: say("Pause"),
    Tool.RESUME: say("Go on"),
    Tool.APPOINT: say("Appoint a second organiser"),
    Tool.UNDO: say("Undo"),
    Tool.CANCEL: say("Cancel for everybody"),
}


def organiser_screen(desk: Desk, renderer: Renderer) -> ui.LayoutView:
    """The organiser's tools, and what has been done with them."""
    league = desk.league
    parts: Parts = [f"## 🛠️ {safe_name(league.name)}"]
    if offered := tools(desk):
        options = [option(_name(league, tool), tool, renderer) for tool in offered]
        menu = LeagueControl(league.id, LeagueVerb.TOOL).menu(options, renderer, say("What do you want to do?"))
        parts.append(row(menu))
    if desk.deeds:
        done = "\n".join(deed_line(deed, renderer) for deed in desk.deeds[-LATEST_DEEDS:])
        parts.append(f"-# {renderer.render(_BY_HAND)}\n{done}")
    return layout(LEADERBOARD_COLOUR, *parts)


def _name(league: LeagueRecord, tool: Tool) -> Text:
    """What a tool does; when a league is over, nothing is played again, and an evening has no weeks."""
    if tool is Tool.EXTEND and league.minutes is not None:
        return say("More time for a match")
    return say("Annul a match") if tool is Tool.ANNUL and league.phase.is_over else _TOOLS[tool]


def deed_screen(league_id: int, deed: DeedRecord, renderer: Renderer) -> ui.LayoutView:
    """What is done, with the ways to explain it and to undo it."""
    buttons = [LeagueControl(league_id, LeagueVerb.WHY, deed.id).button(say("Say why"), renderer)]
    if deed.deed not in FOR_GOOD:
        buttons.append(LeagueControl(league_id, LeagueVerb.UNDO, deed.id).button(say("Undo"), renderer))
    told = renderer.render(say("Done: {deed}. It is listed in the league's post.", deed=what_was_done(deed)))
    return layout(CLOSED_COLOUR, told, row(*buttons))


def tool_screen(desk: Desk, tool: Tool, page: int, renderer: Renderer) -> ui.LayoutView:
    """What a tool can be applied to, a page of it."""
    league, found = desk.league, list(choices(desk, tool))
    last = max(0, (len(found) - 1) // MENU_LIMIT)
    page = min(max(page, 0), last)
    parts: Parts = [f"**{renderer.render(_name(league, tool))}**"]
    options = [_option(desk, tool, one, renderer) for one in found[page * MENU_LIMIT : (page + 1) * MENU_LIMIT]]
    if options:
        parts.append(row(ToolMenu(league.id, tool).menu(options, renderer, say("Which one?"))))
    else:
        parts.append(renderer.render(say("There is nothing to choose any more.")))
    if last:
        parts.append(row(*page_buttons(lambda to: ToolPage(league.id, tool, to), page, last, renderer)))
    return layout(LEADERBOARD_COLOUR, *parts)


def member_question(league: LeagueRecord, tool: Tool, number: int | None, renderer: Renderer) -> ui.LayoutView:
    """Who takes over the entry ``number``, takes part from now on, or organises, too."""
    words, verb = _TOOLS[tool], LeagueVerb(tool) if number is None else LeagueVerb.REPLACEMENT
    if number is not None:
        words = say(
            "Who takes over from {player}, starting with the next match? All results so far pass to them.",
            player=Player(number),
        )
    menu = LeagueControl(league.id, verb, number or 0).user_menu(say("Choose a member"), renderer)
    return layout(LEADERBOARD_COLOUR, renderer.render(words), row(menu))


def time_screen(times: TimesToChoose, value: str, renderer: Renderer) -> ui.LayoutView:
    """When a match can be played, for the organiser. ``value`` is that of the match."""
    told = say("{match}: when do they play? Times in {zone}.", match=versus(times.match.numbers), zone=times.zone.key)
    parts: Parts = [renderer.render(told)]
    if times.starts:
        options = time_options(times, renderer, f"{value}.")
        parts.append(row(ToolMenu(times.league.id, Tool.TIME).menu(options, renderer, say("Choose a time"))))
    else:
        parts.append(renderer.render(NO_TIME))
    return layout(LEADERBOARD_COLOUR, *parts)


def order_screen(league: LeagueRecord, choice: Choice, match: MatchRecord, renderer: Renderer) -> ui.LayoutView:
    """Who has the next place in a match of several, below those whose places have been said."""
    told = say("{match}: who came first? Choose several if they are level.", match=versus(match.numbers))
    if choice.places:
        told = say("Who came next? Choose several if they are level.")
    parts: Parts = [renderer.render(order_of(match.numbers, choice.places))] if choice.places else []
    options = [
        option(say("{player}", player=Player(number)), replace(choice, places=places).value, renderer)
        for number, places in next_places(match, choice.places)
    ]
    menu = ToolMenu(league.id, Tool.RESULT).menu(options, renderer, say("Choose players"), most=len(options))
    return layout(LEADERBOARD_COLOUR, *parts, renderer.render(told), row(menu))


def _option(desk: Desk, tool: Tool, choice: Choice, renderer: Renderer) -> discord.SelectOption:
    league, match, description = desk.league, choice.match, None
    if match is not None:
        state = say("open") if match.is_open else result_of(match)
        description = say("{round}: {result}", round=round_name(league, match), result=state)
    return option(_label(desk, tool, choice), choice.value, renderer, description=description)


def _label(desk: Desk, tool: Tool, choice: Choice) -> Text:
    match, number = choice.match, choice.number
    if tool is Tool.UNDO:
        return next(what_was_done(deed) for deed in desk.deeds if deed.id == choice.to)
    if tool is Tool.PAUSE:
        length = choice.to or 0
        if desk.league.minutes is not None:
            return say_count("1 minute", "{count} minutes", length)
        return say_count("one week", "{count} weeks", length)
    if tool is Tool.MOVE:
        return say("{player} to group {group}", player=Player(number or 0), group=group_letter(choice.to or 0))
    if match is None:
        return say("{player}", player=Player(number or 0))
    if tool is Tool.WALKOVER and number is not None:
        return say("{player} missed the match with {others}", player=Player(number), others=others(match, number))
    if tool is Tool.RESULT and number is not None:
        return say("{player} beat {others}", player=Player(number), others=others(match, number))
    if tool is Tool.RESULT and len(match.numbers) == 2:
        return say("{match}: a draw", match=versus(match.numbers))
    return versus(match.numbers)


FILE_NAME = "league.csv"
_HEAD = ("round", "group", "match", "ends", "player", "place", "game_points", "forfeited", "status", "points", "link")


def result_lines(league: LeagueRecord, renderer: Renderer) -> list[str]:
    """The latest results in words, for those who cannot open a spreadsheet on their phones."""
    played = sorted((match for match in league.matches if match.counts), key=lambda match: (-match.round, match.id))
    return [
        "-# " + " · ".join(map(renderer.render, (round_name(league, match), versus(match.numbers), result_of(match))))
        for match in played[:MOST_RESULTS]
    ]


def export(league: LeagueRecord, places: Mapping[int, Sequence[MatchTable]], renderer: Renderer) -> discord.File:
    """A row for each player of each match: which group, until when, how it ended, and where it was played."""
    filed = renderer.filed
    rows = (
        (
            filed.render(round_name(league, match)),
            group_letter(match.division) if match.division >= 0 else "",
            match.id,
            "" if match.ends_at is None else match.ends_at.isoformat(timespec="minutes"),
            filed.player(seat.number),
            seat.place or "",
            "" if seat.points is None else seat.points,
            int(seat.forfeited),
            match.status.value,
            round(float(points_in(match, seat.number)), 2) if match.counts else "",
            place_link(league, places[match.id][-1]) if places.get(match.id) else "",
        )
        for match in league.matches
        for seat in match.seats
    )
    return spreadsheet(FILE_NAME, _HEAD, rows)


_FOR_MEMBERS = {LeagueVerb.REPLACEMENT: Tool.REPLACE, LeagueVerb.ADD: Tool.ADD, LeagueVerb.APPOINT: Tool.APPOINT}


class LeagueOrganiser(Feature):
    """Does by hand what an organiser has chosen: first what, then to which match or player."""

    @handles(LeagueControl, LeagueVerb.TOOLS)
    async def _on_tools(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        desk, renderer = await self._desk(interaction, control.league)
        await show(interaction, organiser_screen(desk, renderer))

    @handles(LeagueControl, LeagueVerb.TOOL)
    async def _on_tool(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
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
        typed = ui.TextInput[Any](custom_id="reason", max_length=LONGEST_REASON)
        label = renderer.label(say("Everybody can read it."), FORM_LABEL_LIMIT)
        await open_form(interaction, form, say("Why?"), [ui.Label(text=label, component=typed)], renderer)

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
        done = answered(say("Undone."), renderer) if tool is Tool.UNDO else deed_screen(league_id, deed, renderer)
        await show_in_place(interaction, done)
