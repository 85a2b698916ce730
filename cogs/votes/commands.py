"""Asking for the removal of a player, and the buttons to vote on it or on ending the game."""

from typing import Any

import discord

from cogs.shared.controls import chosen_number
from cogs.shared.feature import Context, Feature, Redraw
from cogs.votes.screen import Ballot, EndingBallot, EndingButton, RemovalButton, RemovalMenu
from engines.texts import say


class VoteFeature(Feature):
    """Removes players from a game by a vote of the others, and ends games by a vote of all."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw
        context.handlers.add(RemovalButton, self.on_vote, Ballot.REMOVE)
        context.handlers.add(RemovalButton, self.on_vote, Ballot.KEEP)
        context.handlers.add(RemovalMenu, self.on_ask)
        for ballot in EndingBallot:
            context.handlers.add(EndingButton, self.on_vote_to_end, ballot)

    async def on_ask(self, interaction: discord.Interaction[Any], menu: RemovalMenu) -> None:
        """Ask the others to remove the player chosen."""
        table = await self.service.votes.ask_to_remove(menu.table, interaction.user.id, chosen_number(interaction))
        told = (
            say("The player has been removed: a computer plays on, and they come last.")
            if table.vote is None
            else say(
                "You have voted for the removal. The other players have until {when} to decide at the table.",
                when=discord.utils.format_dt(table.vote.ends_at, "f"),
            )
        )
        await self.tell(interaction, told)

    async def on_vote(self, interaction: discord.Interaction[Any], button: RemovalButton) -> None:
        """Vote for or against a removal."""
        removes = button.ballot is Ballot.REMOVE
        await self.service.votes.vote(button.table, interaction.user.id, button.seat, agrees=removes)
        await self._redraw(interaction, button.table)

    async def on_vote_to_end(self, interaction: discord.Interaction[Any], button: EndingButton) -> None:
        """Agree to end the game, or play on."""
        ends = button.ballot is EndingBallot.END
        await self.service.votes.vote(button.table, interaction.user.id, None, agrees=ends)
        await self._redraw(interaction, button.table)
