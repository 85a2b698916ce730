"""/games, and the button with which spectators follow a game."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.hands.messages import HandMessages
from cogs.my_tables.screen import TABLES_PER_PAGE, GamesButton, ListedTable, OpenHandButton, games_screen
from cogs.shared.feature import Context, Feature
from cogs.shared.learn_button import newcomers_screen
from cogs.shared.places import anywhere
from cogs.shared.responses import show, show_in_place
from cogs.shared.table_buttons import TableButton, Verb
from db.records import NO_SERVER
from engines.texts import say


class MyTablesCommands(Feature):
    """Lists where a member is playing, and offers news about a table."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands
        context.handlers.add(GamesButton, self.on_page)
        context.handlers.add(OpenHandButton, self.on_hand)
        context.handlers.add(TableButton, self.on_follow, Verb.FOLLOW)

    @anywhere
    @app_commands.command(name=locale_str("games"), description=locale_str("All your tables, on all servers"))
    async def games_command(self, interaction: discord.Interaction[Any]) -> None:
        """/games."""
        await show(interaction, await self._draw(interaction, 0))

    async def on_page(self, interaction: discord.Interaction[Any], button: GamesButton) -> None:
        """Turn to another page."""
        await show_in_place(interaction, await self._draw(interaction, button.page))

    async def on_hand(self, interaction: discord.Interaction[Any], button: OpenHandButton) -> None:
        """Open the hand at a table, wherever the member is."""
        await self._hands.open(interaction, button.table)

    async def on_follow(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Follow a game, or stop following it."""
        follows = await self.service.listeners.follow(button.table, interaction.user.id)
        told = (
            say("You are following this game: you will be pinged when it ends. Tap Follow again to stop.")
            if follows
            else say("You are no longer following this game.")
        )
        await self.tell(interaction, told)

    async def _draw(self, interaction: discord.Interaction[Any], page: int) -> discord.ui.LayoutView:
        # The bot can show tables only on servers that have not removed it.
        guilds = {guild.id: guild.name for guild in interaction.client.guilds}
        renderer, lookup = self.renderers.without_names(interaction), self.service.lookup
        guilds[NO_SERVER] = renderer.render(say("no server"))
        elsewhere = renderer.render(say("another server"))
        places = await lookup.everywhere(interaction.user.id)
        places = [place for place in places if place.table.guild_id in guilds or not lookup.serves(place.table)]
        pages = max(1, -(-len(places) // TABLES_PER_PAGE))
        page = min(page, pages - 1)
        listed = [
            ListedTable(
                place,
                self.service.games.get(place.table.game),
                guilds.get(place.table.guild_id, elsewhere),
                await self.renderers.for_member(interaction, place.table),
                is_here=lookup.serves(place.table),
            )
            for place in places[page * TABLES_PER_PAGE : (page + 1) * TABLES_PER_PAGE]
        ]
        if not listed:
            return newcomers_screen(say("You are not playing anywhere. /play opens a table."), self.games, renderer)
        return games_screen(listed, page, pages, renderer)
