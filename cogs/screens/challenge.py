"""The question which game a member is challenged to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from cogs.controls import ChallengeMenu
from cogs.rendering import Renderer, clip, safe_name
from cogs.screens.limits import OPTION_LIMIT, finish
from cogs.screens.parts import layout, row
from cogs.screens.table import LOBBY_COLOUR
from engines.contract import Game
from engines.texts import say


def challenge_screen(games: Iterable[Game[Any]], user_id: int, name: str, renderer: Renderer) -> ui.LayoutView:
    """A menu of the games; ``name`` is the challenged member's, as it is."""
    options = [
        discord.SelectOption(
            label=clip(game.name, OPTION_LIMIT), value=game.key, description=renderer.label(game.summary, OPTION_LIMIT)
        )
        for game in games
    ]
    question = renderer.say(say("Which game do you want to play with {name}?", name=safe_name(name)))
    menu = ChallengeMenu(user_id, options, renderer.label(say("Choose a game"), OPTION_LIMIT))
    return finish(layout(LOBBY_COLOUR, question, row(menu)))
