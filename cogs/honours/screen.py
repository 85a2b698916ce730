"""The page on which the managers of a server choose roles for its best players."""

from collections.abc import Mapping
from dataclasses import dataclass

import discord
from discord import ui

from cogs.settings.own_page import Page, SettingsButton
from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, Parts, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer
from engines.texts import Text, say
from sessions.honours.honours import Honour


@dataclass(frozen=True)
class HonourMenu(Control):
    """Chooses the role for an honour."""

    prefix = "honour"

    honour: Honour


LABELS: Mapping[Honour, Text] = {
    Honour.FIRST: say("First of the season"),
    Honour.SECOND: say("Second of the season"),
    Honour.THIRD: say("Third of the season"),
    Honour.DAILY: say("Best of yesterday's game of the day"),
}


def honours_page(chosen: Mapping[Honour, int | None], trouble: Text | None, renderer: Renderer) -> ui.LayoutView:
    """A menu of roles for each honour. ``trouble`` says why the bot cannot give those that are chosen."""
    how = say(
        "I give these roles at each midnight of this server and take them from those who had them before. Until "
        "somebody has points in a new season, the first of the last one keep theirs."
    )
    parts: Parts = [f"### {renderer.render(say('Roles for the best'))}\n-# {renderer.render(how)}"]
    for honour in Honour:
        placeholder = renderer.label(say("No role"), PLACEHOLDER_LIMIT)
        menu = HonourMenu(honour).role_menu(placeholder, chosen[honour])
        parts += [f"**{renderer.render(LABELS[honour])}**", row(menu)]
    if trouble is not None:
        parts.append(f"⚠️ {renderer.render(trouble)}")
    back = SettingsButton(Page.SERVER).button(renderer.label(say("This server"), BUTTON_LABEL_LIMIT), emoji="↩️")
    return finish(layout(GUIDE_COLOUR, *parts, row(back)))


def why_not(bot: discord.Member, role: discord.Role) -> Text | None:
    """Why the bot cannot give a role; ``None`` if it can."""
    if not bot.guild_permissions.manage_roles:
        return say("I need the permission Manage Roles to give roles. Grant it to me, then choose again.")
    if role.is_default() or role.managed:
        return say("Discord lets nobody give the role {role}. Choose another one.", role=role.mention)
    if role >= bot.top_role:
        return say(
            "I can't give {role}, because it is not below my own role. Move mine above it in the server's settings.",
            role=role.mention,
        )
    return None
