"""/invite."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.feature import Context
from cogs.shared.your_table import Purpose, TableFeature, table_link
from cogs.tables.messages import TableMessages
from cogs.tables.threads import TableThreads
from db.records import TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused


@app_commands.guild_only()
class InvitationCommands(TableFeature):
    """Invites members to a table that is already open."""

    def __init__(self, context: Context, messages: TableMessages, threads: TableThreads) -> None:
        super().__init__(context)
        self._messages = messages
        self._threads = threads
        self.at_table(Purpose.INVITE, self._invite)

    @app_commands.command(
        name=locale_str("invite"), description=locale_str("Invite a member to your table before the game starts")
    )
    @app_commands.describe(player=locale_str("The member to invite"))
    async def invite(self, interaction: discord.Interaction[Any], player: discord.Member) -> None:
        """/invite."""
        if player.id == interaction.user.id:
            raise Refused(say("You can't invite yourself. Tap Join at the table."))
        if player.bot:
            raise Refused(say("You can't invite a bot. Add a computer at the table."))
        await self.find_table(interaction, Purpose.INVITE, str(player.id))

    async def _invite(self, interaction: discord.Interaction[Any], table: TableRecord, typed: str) -> None:
        invited = int(typed)
        table = await self.service.guests.invite(table.id, interaction.user.id, invited)
        await self.tell(interaction, say("You have invited {member}.", member=f"<@{invited}>"))
        invitation = say(
            "You are invited to a game of {game}: tap Join at the table. {link}",
            game=self.game(table.game).name,
            link=table_link(table),
        )
        if table.channel_id == interaction.channel_id:
            await self._messages.invite(interaction, table, [invited], invitation)
        else:
            await self._threads.invite(table, [invited], invitation)
