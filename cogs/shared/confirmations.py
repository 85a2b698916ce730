"""Questions before something that cannot be undone: a red button that does it, and one that does not."""

import discord
from discord import ui

from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import CLOSED_COLOUR, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from engines.texts import Text


def confirmation(words: str, yes: tuple[Control, Text], no: tuple[Control, Text], renderer: Renderer) -> ui.LayoutView:
    """A question. ``yes`` and ``no`` are the controls that answer it, with their labels."""

    def button(answer: tuple[Control, Text], style: discord.ButtonStyle) -> ControlItem:
        control, label = answer
        return control.button(renderer.label(label, BUTTON_LABEL_LIMIT), style)

    buttons = row(button(yes, discord.ButtonStyle.danger), button(no, discord.ButtonStyle.secondary))
    return finish(layout(CLOSED_COLOUR, f"### ⚠️ {words}", buttons))


def answered(answer: Text, renderer: Renderer) -> ui.LayoutView:
    """What replaces a question once it is answered."""
    return finish(layout(CLOSED_COLOUR, renderer.render(answer)))
