"""/play and "Challenge to a game": opening tables."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.answers import show
from cogs.desk import Desk
from cogs.house_rules import chosen_options, option_descriptions, option_parameters
from cogs.invitations import named_opponents, open_table, require_challengeable
from cogs.permissions import require_permissions
from cogs.screens.challenge import challenge_screen
from engines.contract import Game

if TYPE_CHECKING:
    from cogs.client import Cardroom


def play_group(desk: Desk) -> app_commands.Group:
    """/play with a subcommand for each game, made from what the game says about its options."""
    group = app_commands.Group(
        name=locale_str("play"),
        description=locale_str("Open a card table in this channel"),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )
    for game in desk.service.games.values():
        group.add_command(_game_command(desk, game))
    return group


def _game_command(desk: Desk, game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    async def play(interaction: discord.Interaction[Any], *, opponents: str | None = None, **given: Any) -> None:
        options = chosen_options(game, given)
        await open_table(desk, interaction, game, options, named_opponents(opponents, game, interaction.user.id))

    signature = inspect.signature(play)
    fixed = [parameter for name, parameter in signature.parameters.items() if name != "given"]
    # discord.py reads a command's options from its signature.
    play.__signature__ = signature.replace(parameters=[*fixed, *option_parameters(game)])
    described = app_commands.describe(
        opponents=locale_str("Members to invite, as in @bob, and computers by their level, as in easy hard"),
        **option_descriptions(game),
    )
    return app_commands.Command(
        name=game.key.replace("_", "-"),
        description=locale_str(str(game.summary)),
        callback=described(play),
    )


def challenge_command(desk: Desk) -> app_commands.ContextMenu:
    """The user command that invites one member: it asks which game, then opens the table."""

    async def challenge(interaction: discord.Interaction[Any], user: discord.Member) -> None:
        require_challengeable(interaction.user, user)
        require_permissions(interaction)
        renderer = desk.renderers.anybody(interaction)
        games = desk.service.games.values()
        await show(interaction, challenge_screen(games, user.id, user.display_name, renderer))

    return app_commands.ContextMenu(
        name=locale_str("Challenge to a game"),
        callback=challenge,
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True),
    )


class PlayCommands(commands.Cog):
    """Opens tables."""

    def __init__(self, bot: Cardroom) -> None:
        self._tree = bot.tree
        self._group = play_group(bot.desk)
        self._challenge = challenge_command(bot.desk)

    async def cog_load(self) -> None:
        """Add the commands that are made from the list of games."""
        self._tree.add_command(self._group)
        self._tree.add_command(self._challenge)


async def setup(bot: Cardroom) -> None:
    """Entry point for ``load_extension``."""
    await bot.add_cog(PlayCommands(bot))
