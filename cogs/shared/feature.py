"""Base of the cogs, each of which holds the commands of one feature."""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.shared.controls import ControlHandlers, answered
from cogs.shared.limits import COMMAND_LIMIT
from cogs.shared.pictures import Pictures
from cogs.shared.posts import Keeper
from cogs.shared.renderers import Renderers
from cogs.shared.responses import respond, show_in_place
from engines.contract import Game
from engines.texts import Text, say
from sessions.service import Service
from sessions.shared.refusals import Refused

_log = logging.getLogger(__name__)


def offered_games(games: Mapping[str, Game[Any]]) -> dict[str, Game[Any]]:
    """As many of the games as a command can offer. The log names the others."""
    left_out = list(games)[COMMAND_LIMIT:]
    if left_out:
        _log.warning("Discord allows %d games in a command; these are left out: %s", COMMAND_LIMIT, ", ".join(left_out))
    return {key: game for key, game in games.items() if key not in left_out}


Redraw = Callable[[discord.Interaction[Any], int], Awaitable[None]]
"""Responds to a tap on a table's button by redrawing the table with this id."""


@dataclass(frozen=True, slots=True)
class Context:
    """What every feature gets. ``games`` are those that players can choose; stored tables may have others."""

    client: discord.Client
    service: Service
    renderers: Renderers
    handlers: ControlHandlers
    keeper: Keeper
    pictures: Pictures
    games: Mapping[str, Game[Any]]


class Feature(commands.Cog):
    """The commands of one feature, what its controls do and what its posts show."""

    def __init__(self, context: Context) -> None:
        self.client = context.client
        self.service = context.service
        self.renderers = context.renderers
        self.keeper = context.keeper
        self.pictures = context.pictures
        self.games = context.games
        context.handlers.add_methods(self)

    def game(self, key: str) -> Game[Any]:
        """The game with this key. Raises ``Refused`` if it is no longer installed."""
        try:
            return self.service.games[key]
        except KeyError:
            raise Refused(say("This game is no longer available here.")) from None

    def offer_games(self, command: app_commands.Command[Any, ..., Any]) -> None:
        """Make the games the choices of the command's option ``game``."""
        choices = [app_commands.Choice(name=game.name, value=game.key) for game in self.games.values()]
        app_commands.choices(game=choices)(command)

    async def answer(self, interaction: discord.Interaction[Any], text: Text) -> None:
        """Say this in place of a question that the member has answered."""
        await show_in_place(interaction, answered(text, self.renderers.without_names(interaction)))

    async def tell(self, interaction: discord.Interaction[Any], text: Text) -> None:
        """Say something that names no players and that only this member can read."""
        await respond(interaction, self.renderers.without_names(interaction).render(text))
