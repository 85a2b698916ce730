"""/hand and /move."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.hands.messages import HandMessages
from cogs.shared.feature import Context, Feature
from cogs.shared.limits import SUGGESTION_LIMIT, SUGGESTION_TEXT_LIMIT
from cogs.shared.rendering import clip
from cogs.shared.responses import respond
from engines.texts import say


@app_commands.guild_only()
class HandCommands(Feature):
    """Looking at one's hand and typing moves."""

    def __init__(self, context: Context, messages: HandMessages) -> None:
        super().__init__(context)
        self._messages = messages

    @app_commands.command(name=locale_str("hand"), description=locale_str("Show your cards and what you can do"))
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """/hand."""
        table = await self.table_here(interaction)
        await self._messages.open(interaction, table.id)

    @app_commands.command(name=locale_str("move"), description=locale_str("Type a move instead of tapping it"))
    @app_commands.describe(action=locale_str("The move; legal moves are suggested as you type"))
    async def move(self, interaction: discord.Interaction[Any], action: str) -> None:
        """/move."""
        table = await self.table_here(interaction)
        before = await self.service.snapshot(table.id, interaction.user.id)
        await self.service.play.act(table.id, interaction.user.id, [action])
        if before.view is None or not self._messages.is_open(table.id, interaction.user.id):
            await self._messages.open(interaction, table.id)
            return
        played = say(
            "You played: {move}. Your hand message is being updated; if you can't see it, tap My hand.",
            move=before.game.label(before.view, before.game.parse(action)),
        )
        renderer = await self.renderers.for_member(interaction, before.table)
        await respond(interaction, renderer.render(played))

    @move.autocomplete("action")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """The member's legal moves that match what is typed so far; none if there is nothing to play."""
        table = await self.service.table_in(interaction.channel_id or 0)
        if table is None or not table.phase.is_open or table.seat_of(interaction.user.id) is None:
            return []
        self.service.presence.note(table.id, interaction.user.id)
        snapshot = await self.service.snapshot(table.id, interaction.user.id)
        if snapshot.view is None or snapshot.seat is None:
            return []
        renderer = await self.renderers.for_member(interaction, table)
        wanted = typed.casefold().split()
        suggestions: list[Choice[str]] = []
        for action in snapshot.view.actions():
            text, label = str(action), renderer.label(snapshot.game.label(snapshot.view, action), SUGGESTION_TEXT_LIMIT)
            found = f"{text} {label}".casefold()
            if len(text) <= SUGGESTION_TEXT_LIMIT and all(word in found for word in wanted):
                suggestions.append(Choice(name=clip(f"{text} · {label}", SUGGESTION_TEXT_LIMIT), value=text))
            if len(suggestions) == SUGGESTION_LIMIT:
                break
        return suggestions
