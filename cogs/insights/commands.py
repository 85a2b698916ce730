"""The page of /settings that shows how it goes on a server."""

from typing import Any

import discord

from cogs.insights.screen import insights_screen
from cogs.settings.own_page import Page, SettingsButton
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import require_manager
from cogs.shared.places import place_of
from cogs.shared.responses import show_in_place


class InsightFeature(Feature):
    """How it goes, for those who manage a server."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.handlers.add(SettingsButton, self.on_page, Page.INSIGHTS)

    async def on_page(self, interaction: discord.Interaction[Any], button: SettingsButton) -> None:
        """Show the numbers of this server."""
        require_manager(interaction)
        report = await self.service.insights.report(place_of(interaction))
        await show_in_place(interaction, insights_screen(report, self.renderers.without_names(interaction)))
