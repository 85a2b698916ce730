"""The limits of Discord's API: messages with components, menus, commands (Discord documentation, "Reference").

Discord enforces the declared length of a text when a command is sent, but not while it is typed: what it then sends is
unchecked (Discord documentation, "Autocomplete"). Other clients may send anything.
"""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from engines.texts import say
from sessions.shared.refusals import Refused

COMPONENT_LIMIT = 40
"""Components of a message, nested ones included."""
TEXT_LIMIT = 4000
"""Characters of all texts of a message with components."""
ALT_TEXT_LIMIT = 1024
"""Characters of the description of a picture."""
CONTENT_LIMIT = 2000
"""Characters of a message without components."""
ROW_LIMIT = 5
"""Buttons in a row."""
BUTTON_LABEL_LIMIT = 80
MENU_LIMIT = 25
"""Options of a menu."""
OPTION_LIMIT = 100
"""Characters of a menu option's label, value or description."""
PLACEHOLDER_LIMIT = 150
FORM_LABEL_LIMIT = 45
"""Characters of the title of a form, and of a field's name."""
FORM_FIELDS = 5
"""Fields of a form."""
CUSTOM_ID_LIMIT = 100
COMMAND_LIMIT = 25
"""Subcommands of a command, and choices of a command option."""
SUGGESTION_LIMIT = 25
"""Suggestions while a command option is typed."""
SUGGESTION_TEXT_LIMIT = 100
"""Characters of a suggestion's name or value."""
TYPED_LIMIT = 300
"""Characters of a text that members type, in a command or a form. Discord would take 6,000 and 4,000."""
THREAD_NAME_LIMIT = 100
"""Characters of a thread's name."""
NAME_LIMIT = 32
"""Characters of a server nickname."""

LARGEST_ID = 2**63 - 1
"""Larger than any id of Discord, and the largest number that the database holds."""


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
