"""What an organiser can do by hand, and what has been done."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.leagues.controls import LeagueControl, LeagueVerb
from cogs.leagues.screen import league_button
from cogs.leagues.words import deed_line, result_of, result_of_round, round_name, versus
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, finish, layout, row
from cogs.shared.limits import MENU_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer, safe_name
from db.league_records import DeedRecord, LeagueRecord, MatchRecord
from engines.texts import Player, Text, say
from sessions.leagues.organising import correctable

DRAW = "draw"
LATEST_DEEDS = 8
_BY_HAND = say("Done by hand:")


def organiser_screen(
    league: LeagueRecord, deeds: Sequence[DeedRecord], members: Mapping[int, str], renderer: Renderer
) -> ui.LayoutView:
    """The organiser's tools. ``members`` are the names of those who have done something, by their ids."""
    parts: Parts = [f"## 🛠️ {safe_name(league.name)}", *_menus(league, renderer)]
    if deeds:
        done = "\n".join(deed_line(deed, members, renderer) for deed in deeds[-LATEST_DEEDS:])
        parts.append(f"-# {renderer.render(_BY_HAND)}\n{done}")
    cancel = league_button(
        league, LeagueVerb.ASK_CANCEL, say("Cancel for everybody"), renderer, discord.ButtonStyle.danger
    )
    return finish(layout(LEADERBOARD_COLOUR, *parts, row(cancel)))


def result_question(league: LeagueRecord, match: MatchRecord, renderer: Renderer) -> ui.LayoutView:
    """Who has won a match."""
    outcomes = [(say("{player} won", player=Player(number)), str(number)) for number in match.numbers]
    menu = LeagueControl(league.id, LeagueVerb.RESULT, match.id).menu(
        [_option(label, value, renderer) for label, value in (*outcomes, (say("A draw"), DRAW))],
        renderer.label(say("Choose the result"), PLACEHOLDER_LIMIT),
    )
    told = [f"**{renderer.render(round_name(league, match))}**: {renderer.render(versus(match.numbers))}"]
    if not match.is_open:
        told.append(renderer.render(result_of(match)))
    return finish(layout(LEADERBOARD_COLOUR, "\n".join(told), row(menu)))


def replacement_question(league: LeagueRecord, number: int, renderer: Renderer) -> ui.LayoutView:
    """Who takes over an entry."""
    words = say("Who plays on for {player}? All results so far go over to them.", player=Player(number))
    placeholder = renderer.label(say("Choose a member"), PLACEHOLDER_LIMIT)
    menu = LeagueControl(league.id, LeagueVerb.REPLACEMENT, number).user_menu(placeholder)
    return finish(layout(LEADERBOARD_COLOUR, renderer.render(words), row(menu)))


def _menus(league: LeagueRecord, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """Menus of matches, those that are open first, and of entries."""
    matches = sorted(correctable(league), key=lambda match: (not match.is_open, -match.round, match.id))[:MENU_LIMIT]
    found: list[ui.ActionRow[Any]] = []
    if matches:
        options = [_option(versus(one.numbers), str(one.id), renderer, _about(league, one)) for one in matches]
        placeholder = renderer.label(say("Enter a result"), PLACEHOLDER_LIMIT)
        found.append(row(LeagueControl(league.id, LeagueVerb.MATCH).menu(options, placeholder)))
    if league.phase.is_played:
        entries = [entry for entry in league.entries if entry not in league.waiting][:MENU_LIMIT]
        options = [
            _option(say("{player}", player=Player(entry.number)), str(entry.number), renderer) for entry in entries
        ]
        placeholder = renderer.label(say("Replace a player"), PLACEHOLDER_LIMIT)
        found.append(row(LeagueControl(league.id, LeagueVerb.ENTRY).menu(options, placeholder)))
    return found


def _option(label: Text, value: str, renderer: Renderer, about: Text | None = None) -> discord.SelectOption:
    description = None if about is None else renderer.label(about, OPTION_LIMIT)
    return discord.SelectOption(label=renderer.label(label, OPTION_LIMIT), value=value, description=description)


def _about(league: LeagueRecord, match: MatchRecord) -> Text:
    if match.is_open:
        return say("{round}: open", round=round_name(league, match))
    return result_of_round(league, match)
