"""Paces as choices of a command's option."""

from discord import app_commands
from discord.app_commands import locale_str

from sessions.tables.pace import CHOICES


def pace_choices() -> list[app_commands.Choice[str]]:
    """The paces that members can choose; Discord sends back the value of the one chosen."""
    return [app_commands.Choice(name=locale_str(str(pace.label)), value=pace.value) for pace in CHOICES]
