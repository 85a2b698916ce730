"""The controls for time: the pace of a lobby, and what the others decide when somebody's time has run out."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from cogs.shared.controls import Handler, chosen_value
from cogs.shared.feature import Context, Feature
from cogs.tables.lobby_screen import PaceMenu
from cogs.tables.messages import TableMessages
from cogs.tables.timeout_screen import Answer, AnswerButton


class TimingFeature(Feature):
    """Answers the controls for time that tables have."""

    def __init__(self, context: Context, messages: TableMessages) -> None:
        super().__init__(context)
        self._messages = messages
        timeouts = self.service.timeouts
        context.handlers.add(PaceMenu, self.on_pace)
        context.handlers.add(AnswerButton, self._decides(timeouts.wait), Answer.WAIT)
        context.handlers.add(AnswerButton, self._decides(timeouts.substitute), Answer.COMPUTER)
        context.handlers.add(AnswerButton, self._decides(timeouts.claim), Answer.CLAIM)

    async def on_pace(self, interaction: discord.Interaction[Any], menu: PaceMenu) -> None:
        """Choose the pace of a table that has not started."""
        pace = chosen_value(interaction)
        await self.service.lobby.choose_pace(menu.table, interaction.user.id, pace)
        await self._messages.redraw(interaction, menu.table)

    def _decides(self, decide: Callable[[int, int], Awaitable[object]]) -> Handler[AnswerButton]:
        """Handles a button with which a player decides about those who are late."""

        async def handle(interaction: discord.Interaction[Any], button: AnswerButton) -> None:
            await decide(button.table, interaction.user.id)
            await self._messages.redraw(interaction, button.table)

        return handle
