"""/league, whose subcommands come from several features."""

from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.places import ON_SERVERS


def league_group(*commands: app_commands.Command[Any, ..., Any]) -> app_commands.Group:
    """/league with these subcommands."""
    group = app_commands.Group(
        name=locale_str("league"),
        description=locale_str("Leagues, club evenings and cups in this channel"),
        **ON_SERVERS,
    )
    for command in commands:
        group.add_command(command)
    return group
