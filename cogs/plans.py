"""Planning the next decision outside one's turn: the menu, the line about it in the hand, and the controls."""

from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, chosen_value, handles, option, page_buttons
from cogs.shared.feature import Context, Feature, Redraw
from cogs.shared.layout import PLAY_COLOUR, Parts, layout, row
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.responses import show_in_place
from cogs.shared.table_parts import TableButton, Verb, table_button
from engines.scenes import PlanOffer
from engines.texts import say
from sessions.snapshots import Snapshot


class PlanButton(Control, prefix="plan"):
    """Shows a page of what can be planned at a table."""

    table: int
    page: int


class PlanMenu(Control, prefix="plans"):
    """Chooses what to plan at a table."""

    table: int


def plan_button(snapshot: Snapshot, renderer: Renderer) -> ui.Button[Any]:
    """The button in a hand that opens the menu."""
    return PlanButton(snapshot.table.id, 0).button(say("Plan ahead"), renderer, emoji="🗓️")


def forget_button(snapshot: Snapshot, renderer: Renderer) -> ui.Button[Any]:
    """The button that withdraws everything planned."""
    return table_button(snapshot, renderer, Verb.FORGET, say("Forget the plan"), emoji="🗑️")


def plan_lines(snapshot: Snapshot, renderer: Renderer) -> str:
    """What the player has planned, in small print."""
    plan = snapshot.plan
    if plan is None:
        return ""
    if plan.due_at is not None:
        soon = say("This is about to be decided for you. Choose something to decide yourself.")
        return f"-# ⏳ {renderer.render(soon)}"
    kept = [offer for offer in snapshot.plans if offer.key in (plan.following, plan.standing)]
    told = [say("Your plan: {plan}", plan=offer.label) for offer in kept]
    return "\n".join(f"-# 🗓️ {renderer.render(line)}" for line in told)


def plan_screen(snapshot: Snapshot, page: int, renderer: Renderer) -> ui.LayoutView:
    """The menu with the present plan above it."""
    offers, last = snapshot.plans, max(0, (len(snapshot.plans) - 1) // MENU_LIMIT)
    page = min(max(page, 0), last)
    shown = offers[page * MENU_LIMIT : (page + 1) * MENU_LIMIT]
    title = say("Plan ahead")
    parts: Parts = [f"### 🗓️ {renderer.render(title)}"]
    explained = say(
        "Your choice is played a few seconds after you are asked, if it is still possible. Otherwise you decide as "
        "usual. Nobody else sees it."
    )
    parts += [renderer.render(explained), plan_lines(snapshot, renderer)]
    if shown:
        parts.append(row(_menu(snapshot.table.id, shown, renderer)))
    else:
        parts.append(renderer.render(say("There is nothing to plan now.")))
    if last:
        parts.append(row(*page_buttons(lambda to: PlanButton(snapshot.table.id, to), page, last, renderer)))
    controls = [table_button(snapshot, renderer, Verb.HAND, say("Back"), emoji="↩️")]
    if snapshot.plan is not None and not snapshot.plan.is_news_only:
        controls.append(forget_button(snapshot, renderer))
    return layout(PLAY_COLOUR, *parts, row(*controls))


def _menu(table_id: int, offers: tuple[PlanOffer, ...], renderer: Renderer) -> ui.Select[Any]:
    standing = say("until you withdraw it")
    options = [
        option(offer.label, offer.key, renderer, description=standing if offer.standing else None) for offer in offers
    ]
    return PlanMenu(table_id).menu(options, renderer, say("What will you do?"))


class PlanFeature(Feature):
    """Opens the menu in place of the hand, and keeps what is chosen. ``redraw_hand`` shows the hand again."""

    def __init__(self, context: Context, redraw_hand: Redraw) -> None:
        super().__init__(context)
        self._redraw_hand = redraw_hand

    @handles(PlanButton)
    async def _on_open(self, interaction: discord.Interaction[Any], button: PlanButton) -> None:
        """Show what can be planned. Without a hand there, this member is told why not."""
        await self.service.plans.check(button.table, interaction.user.id)
        snapshot = await self.service.views.snapshot(button.table, interaction.user.id)
        renderer = await self.renderers.for_member(interaction, snapshot.table)
        await show_in_place(interaction, plan_screen(snapshot, button.page, renderer))

    @handles(PlanMenu)
    async def _on_choice(self, interaction: discord.Interaction[Any], menu: PlanMenu) -> None:
        await self.service.plans.choose(menu.table, interaction.user.id, chosen_value(interaction))
        await self._redraw_hand(interaction, menu.table)

    @handles(TableButton, Verb.FORGET)
    async def _on_forget(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self.service.plans.forget(button.table, interaction.user.id)
        await self._redraw_hand(interaction, button.table)
