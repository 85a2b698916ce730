"""What the other players decide when somebody's time has run out."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.clocks.screen import Answer, AnswerButton
from cogs.shared.controls import Handler
from cogs.shared.feature import Context, Feature, Redraw
from engines.texts import say


class TimeoutFeature(Feature):
    """Answers the buttons below a player whose time has run out."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw
        timeouts = self.service.timeouts
        context.handlers.add(AnswerButton, self._decides(timeouts.wait), Answer.WAIT)
        context.handlers.add(AnswerButton, self.on_computer, Answer.COMPUTER)
        context.handlers.add(AnswerButton, self._decides(timeouts.claim), Answer.CLAIM)

    async def on_computer(self, interaction: discord.Interaction[Any], _button: AnswerButton) -> None:
        """Say that this button, which earlier versions have shown, is no longer needed."""
        await self.tell(
            interaction,
            say("A computer now takes over as soon as somebody's time runs out, so there is nothing to choose."),
        )

    def _decides(self, decide: Callable[[int, int], Awaitable[object]]) -> Handler[AnswerButton]:
        """The handler of a button with which a player decides about late ones."""

        async def handle(interaction: discord.Interaction[Any], button: AnswerButton) -> None:
            await decide(button.table, interaction.user.id)
            await self._redraw(interaction, button.table)

        return handle
