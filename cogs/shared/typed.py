"""Texts that members type into commands and forms, none longer than its declaration.

Discord enforces these lengths when a command is sent, but not while it is typed: what it then sends is unchecked
(Discord documentation, "Autocomplete"). Other clients may send anything.
"""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from cogs.shared.limits import SUGGESTION_TEXT_LIMIT, TYPED_LIMIT
from engines.texts import say
from sessions.shared.refusals import Refused

Typed: TypeAlias = app_commands.Range[str, 1, TYPED_LIMIT]
"""The type of an option for free text that has no length of its own."""


def longest(option: app_commands.Parameter) -> int:
    """The characters that an option may have."""
    if option.choices:
        return SUGGESTION_TEXT_LIMIT
    return int(option.max_value or TYPED_LIMIT)


def require_short(interaction: discord.Interaction[Any]) -> None:
    """Raise ``Refused`` if the text of an option is longer than the command declares."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return
    for option in command.parameters:
        require_length(option.display_name, getattr(interaction.namespace, option.display_name), longest(option))


def require_length(name: str, typed: object, most: int = TYPED_LIMIT) -> None:
    """Raise ``Refused`` if this is a text of more characters."""
    if isinstance(typed, str) and len(typed) > most:
        raise Refused(say("{option} can have {most} characters at most.", option=name, most=str(most)))
