"""Forms: windows with fields that a member fills in and sends, and texts that are no longer than what declares them.

Forms survive a restart of the bot, as controls do. Discord enforces lengths of texts when a command is sent, but not
while it is typed: what it then sends is unchecked (Discord documentation, "Autocomplete"). Other clients may send
anything.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import discord
from discord import app_commands, ui

from cogs.shared.controls import Control
from cogs.shared.limits import FORM_LABEL_LIMIT, SUGGESTION_TEXT_LIMIT, TYPED_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.responses import first_response
from engines.texts import Text, say
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


async def open_form(
    interaction: discord.Interaction[Any],
    control: Control,
    title: Text,
    fields: Sequence[ui.Label[Any]],
    renderer: Renderer,
) -> None:
    """Ask the member to fill in these fields, five at most; ``control`` handles what they send.

    A form has to be the first response to an interaction (Discord documentation, "Interaction Callback Type").
    """
    form = ui.Modal(title=renderer.label(title, FORM_LABEL_LIMIT), custom_id=control.custom_id)
    for field in fields:
        form.add_item(field)
    form.stop()  # otherwise discord.py would keep it until it is sent, and most are closed instead
    async with first_response(interaction) as response:
        if response is None:
            raise Refused(say("That took too long. Please try again."))
        await response.send_modal(form)


def filled_in(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """What was filled in, by the custom ids of the fields: a text, or a list of the options ticked.

    Raises ``Refused`` for a text that is longer than any field lets through.
    """
    data: Mapping[str, Any] = dict(interaction.data or {})
    found: dict[str, Any] = {}
    for field in _fields(data.get("components")):
        name = str(field["custom_id"])
        found[name] = field["values"] if "values" in field else field.get("value")
        require_length(name, found[name])
    return found


def _fields(parts: Any) -> Iterator[Mapping[str, Any]]:
    """The fields inside the labels around them."""
    for part in parts or ():
        field = part.get("component")
        if field is not None and "custom_id" in field:
            yield field
