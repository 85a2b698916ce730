"""A league's post before it starts: what is played, and who takes part."""

from typing import Any

import discord
from discord import ui

from cogs.leagues.controls import LeagueButton, LeagueVerb
from cogs.shared.controls import ControlItem
from cogs.shared.layout import LEADERBOARD_COLOUR, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer, safe_name
from db.league_records import LeagueRecord
from engines.contract import Game
from engines.texts import Text, say, say_count
from sessions.tables.pace import Pace


def sign_up_screen(league: LeagueRecord, game: Game[Any], renderer: Renderer) -> ui.LayoutView:
    """The list of those who have signed up, and the buttons to change it. ``renderer`` names entries by number."""
    about = say(
        "{game} · {weeks} · {pace}",
        game=game.name,
        weeks=say_count("one week", "{count} weeks", weeks_of(league)),
        pace=Pace(league.pace).label,
    )
    count = say("**{count} of {most}** have signed up:", count=len(league.playing), most=league.most_players)
    names = ", ".join(renderer.player(entry.number) for entry in league.playing) or "–"
    parts = [f"## 🏆 {safe_name(league.name)}\n{renderer.render(about)}", f"{renderer.render(count)} {names}"]
    if league.waiting:
        waiting = ", ".join(renderer.player(entry.number) for entry in league.waiting)
        parts.append(renderer.render(say("Waiting list: {names}", names=waiting)))
    buttons = row(
        _button(league, LeagueVerb.JOIN, say("Sign up"), renderer, discord.ButtonStyle.success),
        _button(league, LeagueVerb.LEAVE, say("Drop out"), renderer),
    )
    return finish(layout(LEADERBOARD_COLOUR, *parts, buttons))


def _button(
    league: LeagueRecord,
    verb: LeagueVerb,
    label: Text,
    renderer: Renderer,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ControlItem:
    return LeagueButton(league.id, verb).button(renderer.label(label, BUTTON_LABEL_LIMIT), style)


def weeks_of(league: LeagueRecord) -> int:
    """How long the league takes with its finals, which take a week each."""
    return league.rounds + league.finalists // 2
