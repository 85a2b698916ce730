"""/daily, and the buttons of its results."""

from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from cogs.daily.offer import BeginButton, offer_screen
from cogs.daily.screen import day_screen, members_shown, shared_line
from cogs.hands.messages import HandMessages
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import may_write
from cogs.shared.places import NO_OTHERS, anywhere, place_of, server_of
from cogs.shared.responses import announce, show, show_in_place
from cogs.shared.table_buttons import TableButton, Verb
from db.records import TableRecord
from engines.texts import say
from sessions.daily.games import DailyOffer, DailyResults
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused


class DailyCommands(Feature):
    """The game of the day. As in practice, the member's hand shows it."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands
        context.handlers.add(BeginButton, self.on_begin)
        context.handlers.add(TableButton, self.on_results, Verb.DAY)
        context.handlers.add(TableButton, self.on_share, Verb.SHARE)

    @anywhere
    @app_commands.command(
        name=locale_str("daily"),
        description=locale_str("Play the game of the day: the same cards for everybody, one try each"),
    )
    @app_commands.describe(results=locale_str("Show this week's standings and the latest results instead of playing"))
    async def daily(self, interaction: discord.Interaction[Any], results: bool = False) -> None:
        """/daily: what today's game is, then the member's game, and the results once it is over."""
        guild_id, user_id = place_of(interaction), interaction.user.id
        assert interaction.channel_id is not None
        if results:
            found = await self.service.daily.latest_results(guild_id, user_id)
            await show(interaction, await self._screen(interaction, found))
            return
        today = await self.service.daily.today(guild_id, user_id)
        if isinstance(today, DailyOffer):
            await show(interaction, offer_screen(today, self.renderers.without_names(interaction)))
        else:
            await self._open(interaction, today)

    async def on_begin(self, interaction: discord.Interaction[Any], button: BeginButton) -> None:
        """Begin the only try, in a message of its own."""
        assert interaction.channel_id is not None
        table = await self.service.daily.begin(
            place_of(interaction), interaction.channel_id, interaction.user.id, button.day
        )
        await self.service.reminders.plan(interaction.user.id)
        await self._open(interaction, table)

    async def _open(self, interaction: discord.Interaction[Any], table: TableRecord) -> None:
        """Show the member's game, or its results once it is over."""
        if table.phase.is_open:
            await self._hands.open(interaction, table.id)
        else:
            found = await self.service.daily.results(table.id, interaction.user.id)
            await show(interaction, await self._screen(interaction, found))

    async def on_results(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Show how everybody did."""
        found = await self.service.daily.results(button.table, interaction.user.id)
        await show_in_place(interaction, await self._screen(interaction, found))

    async def on_share(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Tell the channel how the member did."""
        found = await self.service.daily.results(button.table, interaction.user.id)
        line = shared_line(found)
        if line is None:
            raise Refused(say("You have not finished this game, so there is nothing to share."))
        if server_of(interaction) is None:
            raise Refused(NO_OTHERS)
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel. Share your result in another one."))
        table = (await self.service.views.snapshot(button.table, interaction.user.id)).table
        async with self.service.guard.posting(Post.RESULT, table.id):
            await announce(interaction, (await self.renderers.for_channel(table)).render(line))

    async def _screen(self, interaction: discord.Interaction[Any], found: DailyResults) -> ui.LayoutView:
        user_id = interaction.user.id
        renderer = self.renderers.without_names(interaction)
        names = await self.renderers.names.of(place_of(interaction), members_shown(found, user_id), renderer)
        return day_screen(found, user_id, names, renderer)
