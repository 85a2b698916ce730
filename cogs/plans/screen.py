"""The menu of what a player can decide ahead, and the line about it in their hand."""

from dataclasses import dataclass

import discord
from discord import ui

from cogs.shared.controls import Control, ControlItem, page_buttons
from cogs.shared.layout import PLAY_COLOUR, Parts, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, MENU_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.table_buttons import Verb, table_button
from engines.scenes import PlanOffer
from engines.texts import say
from sessions.snapshots import Snapshot


@dataclass(frozen=True)
class PlanButton(Control):
    """Shows a page of what can be planned at a table."""

    prefix = "plan"

    table: int
    page: int


@dataclass(frozen=True)
class PlanMenu(Control):
    """Chooses what to plan at a table."""

    prefix = "plans"

    table: int


def plan_button(snapshot: Snapshot, renderer: Renderer) -> ControlItem:
    """The button in a hand that opens the menu."""
    label = renderer.label(say("Plan ahead"), BUTTON_LABEL_LIMIT)
    return PlanButton(snapshot.table.id, 0).button(label, emoji="🗓️")


def forget_button(snapshot: Snapshot, renderer: Renderer) -> ControlItem:
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
    return finish(layout(PLAY_COLOUR, *parts, row(*controls)))


def _menu(table_id: int, offers: tuple[PlanOffer, ...], renderer: Renderer) -> ControlItem:
    options = [
        discord.SelectOption(
            label=renderer.label(offer.label, OPTION_LIMIT),
            value=offer.key,
            description=renderer.label(say("until you withdraw it"), OPTION_LIMIT) if offer.standing else None,
        )
        for offer in offers
    ]
    return PlanMenu(table_id).menu(options, renderer.label(say("What will you do?"), PLACEHOLDER_LIMIT))
