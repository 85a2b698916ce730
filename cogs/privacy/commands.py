"""What is stored about a member, and what they can do about it."""

import io
import zipfile
from typing import Any

import discord

from cogs.privacy.screen import (
    PrivacyButton,
    Step,
    deletion_question,
    last_question,
    privacy_screen,
)
from cogs.shared.confirmations import answered
from cogs.shared.feature import Context, Feature
from cogs.shared.responses import send_file, show, show_in_place
from cogs.shared.roles import take_all
from engines.texts import say

FILE_NAME = "cardroom-data.json"
LARGEST_FILE = 8_000_000
"""The size in bytes that Discord takes on every server. Larger files are compressed."""


class PrivacyFeature(Feature):
    """Shows members, privately, what is stored about them, in direct messages, too."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.handlers.add(PrivacyButton, self.on_open, Step.OPEN)
        context.handlers.add(PrivacyButton, self.on_export, Step.EXPORT)
        context.handlers.add(PrivacyButton, self.on_visibility, Step.HIDE)
        context.handlers.add(PrivacyButton, self.on_visibility, Step.SHOW)
        context.handlers.add(PrivacyButton, self.on_ask, Step.ASK)
        context.handlers.add(PrivacyButton, self.on_ask, Step.ASK_AGAIN)
        context.handlers.add(PrivacyButton, self.on_delete, Step.DELETE)
        context.handlers.add(PrivacyButton, self.on_keep, Step.KEEP)

    async def on_open(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        """Show what is stored."""
        hidden = await self.service.privacy.is_hidden(interaction.user.id)
        await show(interaction, privacy_screen(hidden, self.renderers.without_names(interaction)))

    async def on_export(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        """Send the member a file with everything."""
        exported = await self.service.privacy.export(interaction.user.id)
        told = self.renderers.without_names(interaction).render(say("This is what is stored about you."))
        await send_file(interaction, told, upload(exported))

    async def on_visibility(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        """Take the member off leaderboards, or put them back."""
        hidden = button.step is Step.HIDE
        await self.service.privacy.hide(interaction.user.id, hidden=hidden)
        await show_in_place(interaction, privacy_screen(hidden, self.renderers.without_names(interaction)))

    async def on_ask(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        """Ask whether to delete everything, twice."""
        question = deletion_question if button.step is Step.ASK else last_question
        await show_in_place(interaction, question(self.renderers.without_names(interaction)))

    async def on_delete(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        """Delete everything."""
        user_id = interaction.user.id
        roles = await self.service.honours.given_to(user_id)
        await self.service.privacy.delete(user_id)
        await take_all(interaction.client, roles, user_id)
        answer = say("Your data has been deleted. If you use this bot again, you start from scratch.")
        await show_in_place(interaction, answered(answer, self.renderers.without_names(interaction)))

    async def on_keep(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        """Delete nothing."""
        kept = say("Nothing was deleted.")
        await show_in_place(interaction, answered(kept, self.renderers.without_names(interaction)))


def upload(exported: bytes) -> discord.File:
    """The file with an export."""
    if len(exported) <= LARGEST_FILE:
        return discord.File(io.BytesIO(exported), FILE_NAME)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE_NAME, exported)
    packed.seek(0)
    return discord.File(packed, f"{FILE_NAME}.zip")
