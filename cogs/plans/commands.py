"""What the controls for planning ahead do."""

from typing import Any

import discord

from cogs.plans.screen import PlanButton, PlanMenu, plan_screen
from cogs.shared.controls import chosen_value
from cogs.shared.feature import Context, Feature, Redraw
from cogs.shared.responses import show_in_place
from cogs.shared.table_buttons import TableButton, Verb


class PlanFeature(Feature):
    """Opens the menu in place of the hand, and keeps what is chosen. ``redraw_hand`` shows the hand again."""

    def __init__(self, context: Context, redraw_hand: Redraw) -> None:
        super().__init__(context)
        self._redraw_hand = redraw_hand
        context.handlers.add(PlanButton, self.on_open)
        context.handlers.add(PlanMenu, self.on_choice)
        context.handlers.add(TableButton, self.on_forget, Verb.FORGET)

    async def on_open(self, interaction: discord.Interaction[Any], button: PlanButton) -> None:
        """Show what can be planned. Without a hand there, this member is told why not."""
        await self.service.plans.check(button.table, interaction.user.id)
        snapshot = await self.service.views.snapshot(button.table, interaction.user.id)
        renderer = await self.renderers.for_member(interaction, snapshot.table)
        await show_in_place(interaction, plan_screen(snapshot, button.page, renderer))

    async def on_choice(self, interaction: discord.Interaction[Any], menu: PlanMenu) -> None:
        """Keep the plan."""
        await self.service.plans.choose(menu.table, interaction.user.id, chosen_value(interaction))
        await self._redraw_hand(interaction, menu.table)

    async def on_forget(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Withdraw everything planned."""
        await self.service.plans.forget(button.table, interaction.user.id)
        await self._redraw_hand(interaction, button.table)
