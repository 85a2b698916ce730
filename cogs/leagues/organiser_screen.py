"""What an organiser can do by hand, to what, and what has been done: first what, then which."""

from collections.abc import Mapping, Sequence

import discord
from discord import ui

from cogs.leagues.controls import LeagueControl, LeagueVerb, ToolMenu, ToolPage
from cogs.leagues.words import deed_line, others, result_of, round_name, versus
from cogs.shared.controls import page_buttons
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, finish, layout, row
from cogs.shared.limits import MENU_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer, safe_name
from db.league_records import DeedRecord, LeagueRecord
from engines.texts import Player, Text, say
from sessions.leagues.tools import Choice, Tool, choices, tools

LATEST_DEEDS = 8
_BY_HAND = say("Done by hand:")
_TOOLS = {
    Tool.RESULT: say("Enter or correct a result"),
    Tool.WALKOVER: say("Walkover"),
    Tool.EXTEND: say("A week more for a match"),
    Tool.ANNUL: say("Annul a match and play it again"),
    Tool.WITHDRAW: say("Withdraw a player"),
    Tool.REPLACE: say("Replace a player"),
    Tool.CANCEL: say("Cancel for everybody"),
}


def organiser_screen(
    league: LeagueRecord, deeds: Sequence[DeedRecord], members: Mapping[int, str], renderer: Renderer
) -> ui.LayoutView:
    """The organiser's tools. ``members`` are the names of those who have done something, by their ids."""
    parts: Parts = [f"## 🛠️ {safe_name(league.name)}"]
    if offered := tools(league):
        options = [
            discord.SelectOption(label=renderer.label(_TOOLS[tool], OPTION_LIMIT), value=tool) for tool in offered
        ]
        placeholder = renderer.label(say("What do you want to do?"), PLACEHOLDER_LIMIT)
        parts.append(row(LeagueControl(league.id, LeagueVerb.TOOL).menu(options, placeholder)))
    if deeds:
        done = "\n".join(deed_line(deed, members, renderer) for deed in deeds[-LATEST_DEEDS:])
        parts.append(f"-# {renderer.render(_BY_HAND)}\n{done}")
    return finish(layout(LEADERBOARD_COLOUR, *parts))


def tool_screen(league: LeagueRecord, tool: Tool, page: int, renderer: Renderer) -> ui.LayoutView:
    """What a tool can be applied to, a page of it."""
    found = list(choices(league, tool))
    last = max(0, (len(found) - 1) // MENU_LIMIT)
    page = min(max(page, 0), last)
    parts: Parts = [f"**{renderer.render(_TOOLS[tool])}**"]
    options = [_option(league, tool, one, renderer) for one in found[page * MENU_LIMIT : (page + 1) * MENU_LIMIT]]
    if options:
        placeholder = renderer.label(say("Which one?"), PLACEHOLDER_LIMIT)
        parts.append(row(ToolMenu(league.id, tool).menu(options, placeholder)))
    else:
        parts.append(renderer.render(say("There is nothing to choose any more.")))
    if last:
        parts.append(row(*page_buttons(lambda to: ToolPage(league.id, tool, to), page, last, renderer)))
    return finish(layout(LEADERBOARD_COLOUR, *parts))


def replacement_question(league: LeagueRecord, number: int, renderer: Renderer) -> ui.LayoutView:
    """Who takes over an entry."""
    words = say("Who plays on for {player}? All results so far go over to them.", player=Player(number))
    placeholder = renderer.label(say("Choose a member"), PLACEHOLDER_LIMIT)
    menu = LeagueControl(league.id, LeagueVerb.REPLACEMENT, number).user_menu(placeholder)
    return finish(layout(LEADERBOARD_COLOUR, renderer.render(words), row(menu)))


def _option(league: LeagueRecord, tool: Tool, choice: Choice, renderer: Renderer) -> discord.SelectOption:
    match = choice.match
    description = None
    if match is not None:
        state = say("open") if match.is_open else result_of(match)
        description = renderer.label(
            say("{round}: {result}", round=round_name(league, match), result=state), OPTION_LIMIT
        )
    label = renderer.label(_label(tool, choice), OPTION_LIMIT)
    return discord.SelectOption(label=label, value=choice.value, description=description)


def _label(tool: Tool, choice: Choice) -> Text:
    """What choosing this means."""
    match, number = choice.match, choice.number
    if match is None:
        return say("{player}", player=Player(number or 0))
    if tool is Tool.WALKOVER and number is not None:
        return say("{player} missed the match with {others}", player=Player(number), others=others(match, number))
    if tool is Tool.RESULT and number is not None:
        return say("{player} beat {others}", player=Player(number), others=others(match, number))
    if tool is Tool.RESULT:
        return say("{match}: a draw", match=versus(match.numbers))
    return versus(match.numbers)
