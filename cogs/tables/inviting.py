"""Invitations to a table that is already open."""

from typing import Any

import discord

from cogs.shared.controls import chosen_number
from cogs.shared.feature import Context, Feature
from cogs.shared.named_members import require_members
from cogs.shared.your_table import table_link
from cogs.tables.messages import TableMessages
from cogs.tables.more_screen import InvitationMenu
from cogs.tables.threads import TableThreads
from engines.texts import Player, say
from sessions.shared.refusals import Refused


class InvitationFeature(Feature):
    """Invites members to a table that is already open."""

    def __init__(self, context: Context, messages: TableMessages, threads: TableThreads) -> None:
        super().__init__(context)
        self._messages = messages
        self._threads = threads
        context.handlers.add(InvitationMenu, self.on_invite)

    async def on_invite(self, interaction: discord.Interaction[Any], menu: InvitationMenu) -> None:
        """Invite the member chosen, and ping them."""
        invited = chosen_number(interaction)
        if invited == interaction.user.id:
            raise Refused(say("You can't invite yourself. Tap Join at the table."))
        await require_members(interaction, [invited])
        table = await self.service.guests.invite(menu.table, interaction.user.id, invited)
        await self.tell(interaction, say("You have invited {member}.", member=f"<@{invited}>"))
        inviter = table.seat_of(interaction.user.id)
        assert inviter is not None, "only players invite"
        invitation = say(
            "You are invited to a game of {game} with {player}: tap Join at the table. {link}",
            player=Player(inviter.seat),
            game=self.game(table.game).name,
            link=table_link(table),
        )
        if table.channel_id == interaction.channel_id:
            await self._messages.invite(interaction, table, [invited], invitation)
        else:
            await self._threads.invite(table, [invited], invitation)
