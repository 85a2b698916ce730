"""Answers to a request to take back a move."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.shared.controls import Handler
from cogs.shared.feature import Context, Feature, Redraw
from cogs.take_backs.screen import Consent, ConsentButton


class TakeBackFeature(Feature):
    """Answers the buttons below a request."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw
        take_backs = self.service.take_backs
        context.handlers.add(ConsentButton, self._answers(take_backs.allow), Consent.ALLOW)
        context.handlers.add(ConsentButton, self._answers(take_backs.refuse), Consent.REFUSE)

    def _answers(self, answer: Callable[[int, int, int], Awaitable[object]]) -> Handler[ConsentButton]:
        """The handler of a button with which a player says yes or no."""

        async def handle(interaction: discord.Interaction[Any], button: ConsentButton) -> None:
            await answer(button.table, interaction.user.id, button.request)
            await self._redraw(interaction, button.table)

        return handle
