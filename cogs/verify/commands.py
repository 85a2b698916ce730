"""The button *Verify*."""

from typing import Any

import discord

from cogs.shared.feature import Context, Feature
from cogs.shared.responses import show
from cogs.shared.table_buttons import TableButton, Verb
from cogs.verify.screen import verification_screen


class VerifyFeature(Feature):
    """Shows what proves that a deal was fair, to one member."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.handlers.add(TableButton, self.on_verify, Verb.VERIFY)

    async def on_verify(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Show the hash of a table's deal, and the seed once it is no secret."""
        found = await self.service.fair_deals.verify(button.table)
        if found.deal.seed is not None:
            await self.service.knowledge.note_look(button.table, interaction.user.id)
        renderer = self.renderers.without_names(interaction)
        await show(interaction, verification_screen(found, self.service.games.get(found.table.game), renderer))
