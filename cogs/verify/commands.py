"""/verify."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.feature import Feature
from cogs.shared.responses import show
from cogs.verify.screen import verification_screen
from db.records import TableRecord
from sessions.shared.refusals import Refused
from sessions.tables.fair_deal import NO_SUCH_GAME


@app_commands.guild_only()
class VerifyCommands(Feature):
    """Shows what proves that a deal was fair, to one member."""

    @app_commands.command(
        name=locale_str("verify"), description=locale_str("Check that the cards of a game were dealt fairly")
    )
    @app_commands.describe(
        game=locale_str("Its number or the link to its message; leave empty for the latest game in this channel")
    )
    async def verify(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """/verify."""
        deals = self.service.fair_deals
        table = await deals.latest_in(interaction.channel_id or 0) if game is None else await deals.named(game)
        if not _may_see(interaction, table):
            raise Refused(NO_SUCH_GAME)
        found = await deals.verify(table.id)
        renderer = self.renderers.without_names(interaction)
        await show(interaction, verification_screen(found, self.service.games.get(table.game), renderer))


def _may_see(interaction: discord.Interaction[Any], table: TableRecord) -> bool:
    """Whether the member played the game, or it was in a channel of this server that they can see."""
    guild, user = interaction.guild, interaction.user
    if guild is None or table.guild_id != guild.id:
        return False
    if table.seat_of(user.id) is not None:
        return True
    if table.mode.is_private:
        return False
    if table.home_channel == interaction.channel_id:
        return True
    channel = guild.get_channel_or_thread(table.home_channel)
    if channel is None or not isinstance(user, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():  # the bot does not know who is in it
        return False
    return channel.permissions_for(user).view_channel
