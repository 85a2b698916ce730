"""Interactions with which the bot can edit messages in channels without using up its request limit.

The token of an interaction whose response is a message, or that came from a control of the message, edits and deletes
that message for 15 minutes. Discord does not count these requests for the bot's global limit, but allows only about
five in two seconds for each token.
"""

from collections.abc import Sequence
from typing import Any

import discord
from cachetools import TTLCache
from discord import ui

from cogs.shared.responses import NOBODY, REQUEST_ERRORS

CAPACITY = 5_000
"""How many messages are remembered. Others are edited with counted requests."""
TOKEN_SECONDS = 15 * 60
"""How long the token of an interaction can be used (Discord documentation, "Receiving and Responding")."""


def utc_seconds() -> float:
    """The time in seconds on the clock by which interactions expire."""
    return discord.utils.utcnow().timestamp()


class MessageTokens:
    """The latest interaction with each message. Tokens stay in memory: after a restart there are none."""

    def __init__(self) -> None:
        self._interactions: TTLCache[int, discord.Interaction[Any]] = TTLCache(CAPACITY, TOKEN_SECONDS, utc_seconds)

    def keep(self, message_id: int, interaction: discord.Interaction[Any]) -> None:
        """Note an interaction whose original response is this message."""
        self._interactions[message_id] = interaction

    def has(self, message_id: int) -> bool:
        """Whether the message can be edited without a counted request, as far as the bot knows."""
        return self._find(message_id) is not None

    async def edit(self, message_id: int, view: ui.LayoutView, files: Sequence[discord.File]) -> bool:
        """Edit the message if possible. ``False``: there is no token, or Discord refused it."""
        interaction = self._find(message_id)
        if interaction is None:
            return False
        try:
            await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=NOBODY)
        except REQUEST_ERRORS:
            self._interactions.pop(message_id, None)
            return False
        return True

    async def delete(self, message_id: int) -> bool:
        """Delete the message if possible. ``False``: there is no token, or Discord refused it."""
        interaction = self._find(message_id)
        if interaction is None:
            return False
        del self._interactions[message_id]
        try:
            await interaction.delete_original_response()
        except REQUEST_ERRORS:
            return False
        return True

    def forget_member(self, user_id: int) -> None:
        """Forget the interactions of a member."""
        for message_id in [key for key, kept in self._interactions.items() if kept.user.id == user_id]:
            del self._interactions[message_id]

    def _find(self, message_id: int) -> discord.Interaction[Any] | None:
        interaction = self._interactions.get(message_id)
        if interaction is not None and interaction.is_expired():
            del self._interactions[message_id]
            return None
        return interaction
