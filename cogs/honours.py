"""Roles for the best players of a server: choosing them, and giving them."""

import logging
from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.settings.screen import SettingsButton, SettingsPage
from cogs.shared.controls import Control, chosen_id, handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import GUIDE_COLOUR, Parts, layout, row
from cogs.shared.permissions import member_of, require_manager
from cogs.shared.rendering import Renderer
from cogs.shared.responses import REQUEST_ERRORS, show_in_place
from engines.texts import Text, say
from sessions.honours import Honour
from sessions.occasions import Happened, Kind
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.refusals import Refused

REASON = "Cardroom: /settings, roles for the best"
"""What the server's audit log says."""


class HonourMenu(Control, prefix="honour"):
    """Chooses the role for an honour."""

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
        "At midnight server time I give these roles to the leaders and take them from those who had them before. "
        "Last season's top three keep theirs until somebody scores in the new season."
    )
    parts: Parts = [f"### {renderer.render(say('Roles for the best'))}\n-# {renderer.render(how)}"]
    for honour in Honour:
        menu = HonourMenu(honour).role_menu(say("No role"), chosen[honour], renderer)
        parts += [f"**{renderer.render(LABELS[honour])}**", row(menu)]
    if trouble is not None:
        parts.append(f"⚠️ {renderer.render(trouble)}")
    back = SettingsButton(SettingsPage.SERVER).button(say("This server"), renderer, emoji="↩️")
    return layout(GUIDE_COLOUR, *parts, row(back))


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


_log = logging.getLogger(__name__)

RETRY_SECONDS = 3600.0
"""How long to wait when Discord fails."""


class HonourFeature(Feature):
    """Roles for the season's first three and for the champion of the day."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.service.occasions.on(Kind.HONOURS, self._begin)
        self._giving: CoalescingTasks[int] = CoalescingTasks(self._give, context.service.sleep, RETRY_SECONDS)
        self._taking: CoalescingTasks[int] = CoalescingTasks(self._take, context.service.sleep, RETRY_SECONDS)
        context.service.privacy.on_deletion(self._taking.request)

    @handles(SettingsButton, SettingsPage.HONOURS)
    async def _on_page(self, interaction: discord.Interaction[Any], button: SettingsButton) -> None:
        await self._show(interaction, require_manager(interaction))

    @handles(HonourMenu)
    async def _on_choice(self, interaction: discord.Interaction[Any], menu: HonourMenu) -> None:
        """Choose a role, or none. Only one that the bot can give, and one that the member could give, is taken."""
        guild, role_id = require_manager(interaction), chosen_id(interaction)
        role = None if role_id is None else guild.get_role(role_id)
        if role_id is not None and role is None:
            raise Refused(say("That role no longer exists. Choose another one."))
        if role is not None:
            trouble = why_not(await self._bot_in(guild), role)
            if trouble is not None:
                raise Refused(trouble)
            _require_member_may_give(interaction, guild, role)
        await self.service.honours.choose(guild.id, menu.honour, role.id if role else None)
        await self._show(interaction, guild)

    async def cog_unload(self) -> None:
        """Stop giving. The next midnight goes on."""
        await self._taking.close()
        await self._giving.close()

    async def _begin(self, guild_id: int, _due: datetime) -> Happened:
        """It is midnight on a server. It may take a while, in which no other server waits for this one."""
        self._giving.request(guild_id)
        return Happened()

    async def _take(self, user_id: int) -> None:
        """Give the roles anew wherever a member has one whose data has been deleted."""
        for guild_id, _ in await self.service.honours.given_to(user_id):
            self._giving.request(guild_id)

    async def _give(self, guild_id: int) -> None:
        """Give the roles to all who deserve them, also to those who have lost theirs, and take them from all others."""
        guild = self.client.get_guild(guild_id)
        if guild is None:
            return
        try:
            await self._give_on(guild)
        except REQUEST_ERRORS as error:
            _log.info("The roles of server %s are given later: %s", guild_id, error)
            pause = error.retry_after if isinstance(error, discord.RateLimited) else RETRY_SECONDS
            self._giving.request_later(guild_id, pause)

    async def _give_on(self, guild: discord.Guild) -> None:
        honours = self.service.honours
        deserved = await honours.deserved(guild.id, partial(member_of, guild))
        given = await honours.given(guild.id)
        try:
            for pair in [*(given - deserved), *deserved]:
                if await change_role(guild, *pair, gives=pair in deserved):
                    given.add(pair)
                else:
                    given.discard(pair)
        finally:
            await honours.note_given(guild.id, given)
        if not given and not await honours.are_wanted(guild.id):
            await self.service.occasions.end(guild.id, Kind.HONOURS)

    async def _bot_in(self, guild: discord.Guild) -> discord.Member:
        assert self.client.user is not None
        return await guild.fetch_member(self.client.user.id)

    async def _show(self, interaction: discord.Interaction[Any], guild: discord.Guild) -> None:
        chosen = {honour: await self.service.honours.role(guild.id, honour) for honour in Honour}
        roles = [guild.get_role(role_id) for role_id in chosen.values() if role_id is not None]
        bot = await self._bot_in(guild)
        trouble = next((why for role in roles if role is not None and (why := why_not(bot, role))), None)
        view = honours_page(chosen, trouble, self.renderers.without_names(interaction))
        await show_in_place(interaction, view)


def _require_member_may_give(interaction: discord.Interaction[Any], guild: discord.Guild, role: discord.Role) -> None:
    """Raise ``Refused`` if the member could not give the role themselves: nobody rises by way of the bot."""
    user = interaction.user
    is_owner = guild.owner_id == user.id
    is_above = isinstance(user, discord.Member) and role < user.top_role
    if not is_owner and not (interaction.permissions.manage_roles and is_above):
        raise Refused(say("You can only choose roles that you could give yourself."))


async def change_role(guild: discord.Guild, role_id: int, user_id: int, *, gives: bool) -> bool:
    """Give a role to a member or take it from them, whether they have it or not, and return whether it is given.

    A role that is gone, and one that the bot may not change, is nobody's. Discord is asked, because the bot does not
    know the roles of a server that was out of reach when it started.

    Raises:
        REQUEST_ERRORS: Discord fails, or asks to wait for longer than half a minute.
    """
    member, role = await member_of(guild, user_id), discord.Object(role_id)
    if member is None:  # with them their roles are gone
        return False
    try:
        await (member.add_roles if gives else member.remove_roles)(role, reason=REASON)
    except discord.NotFound:  # the role is gone
        return False
    except discord.Forbidden as error:
        _log.info("A role of server %s may not be changed: %s", guild.id, error)
        return not gives
    return gives
