"""/remove, and the buttons to vote on it."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.removals.screen import Ballot, RemovalButton
from cogs.shared.feature import Context, Redraw
from cogs.shared.limits import LARGEST_ID, SUGGESTION_LIMIT, SUGGESTION_TEXT_LIMIT
from cogs.shared.rendering import clip
from cogs.shared.your_table import Purpose, TableFeature
from db.records import Phase, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused


@app_commands.guild_only()
class RemovalCommands(TableFeature):
    """Removes players: from a lobby by its host, from a game by a vote of the others."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw
        context.handlers.add(RemovalButton, self.on_vote, Ballot.REMOVE)
        context.handlers.add(RemovalButton, self.on_vote, Ballot.KEEP)
        self.at_table(Purpose.REMOVE, self._remove)

    @app_commands.command(
        name=locale_str("remove"),
        description=locale_str("Remove a player: the host before the game, a vote of the others during it"),
    )
    @app_commands.describe(player=locale_str("A player at your table"))
    async def remove(self, interaction: discord.Interaction[Any], player: str) -> None:
        """/remove."""
        await self.find_table(interaction, Purpose.REMOVE, player)

    async def _remove(self, interaction: discord.Interaction[Any], table: TableRecord, typed: str) -> None:
        about = await self._named(interaction, table, typed)
        if table.phase is Phase.LOBBY:
            await self.service.lobby.remove(table.id, interaction.user.id, about)
            await self.tell(interaction, say("The player has been removed and can only join again if you invite them."))
            return
        table = await self.service.removals.ask(table.id, interaction.user.id, about)
        told = (
            say(
                "The player has been removed: a computer plays on, and they come last, which counts towards their "
                "rating."
            )
            if table.removal is None
            else say(
                "You have voted for the removal. The other players have until {when} to decide at the table.",
                when=discord.utils.format_dt(table.removal.ends_at, "f"),
            )
        )
        await self.tell(interaction, told)

    async def _named(self, interaction: discord.Interaction[Any], table: TableRecord, typed: str) -> int:
        """The member whose name was typed, suggested or mentioned. Raises ``Refused``."""
        digits = typed.strip().strip("<@!>")
        if digits.isdecimal() and int(digits) <= LARGEST_ID:
            return int(digits)
        names = await self._names(interaction, table)
        found = [user_id for user_id, name in names.items() if name.casefold() == typed.strip().casefold()]
        if len(found) != 1:
            raise Refused(say("I don't know which player you mean. Choose one of the suggestions."))
        return found[0]

    @remove.autocomplete("player")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """The other members at the tables in question whose names contain what is typed so far."""
        found: dict[int, str] = {}
        for table in await self.meant_tables(interaction, Purpose.REMOVE):
            if table.phase.is_open and table.seat_of(interaction.user.id) is not None:
                found |= await self._names(interaction, table)
        return [
            Choice(name=clip(name, SUGGESTION_TEXT_LIMIT), value=str(user_id))
            for user_id, name in found.items()
            if typed.casefold() in name.casefold()
        ][:SUGGESTION_LIMIT]

    async def _names(self, interaction: discord.Interaction[Any], table: TableRecord) -> dict[int, str]:
        """The names of the other members who play at the table."""
        renderer = await self.renderers.for_member(interaction, table)
        return {
            seat.user_id: renderer.plain.player(seat.seat)
            for seat in table.seats
            if seat.user_id is not None and seat.user_id != interaction.user.id and not seat.resigned
        }

    async def on_vote(self, interaction: discord.Interaction[Any], button: RemovalButton) -> None:
        """Vote for or against a removal."""
        removes = button.ballot is Ballot.REMOVE
        await self.service.removals.vote(button.table, interaction.user.id, button.seat, removes=removes)
        await self._redraw(interaction, button.table)
