"""The question to which game a member is challenged."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import LOBBY_COLOUR, finish, layout, row
from cogs.shared.limits import OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer, clip, safe_name
from engines.contract import Game
from engines.texts import say


@dataclass(frozen=True)
class ChallengeMenu(Control):
    """The games that a member can be challenged to: its value is a game's key."""

    prefix = "challenge"

    user: int


def challenge_screen(games: Iterable[Game[Any]], user_id: int, name: str, renderer: Renderer) -> ui.LayoutView:
    """A menu of the games; ``name`` is the challenged member's, not yet escaped."""
    options = [
        discord.SelectOption(
            label=clip(game.name, OPTION_LIMIT), value=game.key, description=renderer.label(game.summary, OPTION_LIMIT)
        )
        for game in games
    ]
    question = renderer.render(say("Which game do you want to play with {name}?", name=safe_name(name)))
    menu = ChallengeMenu(user_id).menu(options, renderer.label(say("Choose a game"), PLACEHOLDER_LIMIT))
    return finish(layout(LOBBY_COLOUR, question, row(menu)))
