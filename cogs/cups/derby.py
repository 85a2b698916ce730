"""/league derby, and the button of a cup that invites another server."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from cogs.cups.commands import CupCommands
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import may_manage, require_permissions
from cogs.shared.same_cards import CupButton, CupVerb
from engines.texts import say
from sessions.cups.invitations import LONGEST_CODE


class DerbyFeature(Feature):
    """Gives codes to organisers, and opens the cups of those who have got one."""

    def __init__(self, context: Context, cups: CupCommands) -> None:
        super().__init__(context)
        self._cups = cups
        context.handlers.add(CupButton, self.on_invite, CupVerb.INVITE)

    def derby_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league derby."""

        async def derby(interaction: discord.Interaction[Any], code: Range[str, 1, LONGEST_CODE]) -> None:
            await self.accept(interaction, code)

        described = app_commands.describe(code=locale_str("The code from the other server's organiser"))
        return app_commands.Command(
            name=locale_str("derby"),
            description=locale_str("Accept another server's invitation: both play the same deals"),
            callback=described(derby),
        )

    async def accept(self, interaction: discord.Interaction[Any], code: str) -> None:
        """Open this server's cup of a derby and respond with its message."""
        require_permissions(interaction)
        assert interaction.guild is not None
        assert interaction.channel_id is not None
        cup = await self.service.derby_invitations.accept(
            code, interaction.guild.id, interaction.guild.name, interaction.channel_id, interaction.user.id
        )
        await self._cups.show_new(interaction, cup)

    async def on_invite(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        """Tell the organiser a new code."""
        name = interaction.guild.name if interaction.guild is not None else ""
        code, until = await self.service.derby_invitations.invite(
            button.cup, interaction.guild_id, name, interaction.user.id, may_manage=may_manage(interaction)
        )
        told = say(
            "Give this code to somebody on the other server: {code}. Whoever types {command} with it there, until "
            "{when}, opens a cup with the same deals; at the end both servers are compared. It works once, and a new "
            "code replaces it.",
            code=f"`{code}`",
            command="`/league derby`",
            when=discord.utils.format_dt(until, "f"),
        )
        await self.tell(interaction, told)
