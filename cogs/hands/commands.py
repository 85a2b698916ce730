"""/hand and /move."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.hands.messages import HandMessages
from cogs.shared.feature import Context
from cogs.shared.forms import Typed
from cogs.shared.limits import SUGGESTION_LIMIT, SUGGESTION_TEXT_LIMIT
from cogs.shared.permissions import on_servers
from cogs.shared.rendering import clip
from cogs.shared.responses import respond, show
from cogs.shared.table_parts import TableButton, Verb, newcomers_screen
from cogs.shared.your_table import NO_TABLE, TableCommand, TableFeature
from db.records import TableRecord
from engines.texts import say


class HandCommands(TableFeature):
    """Looking at one's hand and typing moves."""

    def __init__(self, context: Context, messages: HandMessages) -> None:
        super().__init__(context)
        self._messages = messages
        self.at_table(TableCommand.HAND, self._show_hand)
        self.at_table(TableCommand.MOVE, self._play)

    @on_servers
    @app_commands.command(name=locale_str("hand"), description=locale_str("Show your cards and what you can do"))
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """/hand."""
        if await self.meant_tables(interaction):
            await self.find_table(interaction, TableCommand.HAND)
            return
        renderer = self.renderers.without_names(interaction)
        await show(interaction, newcomers_screen(NO_TABLE, self.games, renderer))

    @on_servers
    @app_commands.command(name=locale_str("move"), description=locale_str("Type a move instead of tapping it"))
    @app_commands.describe(action=locale_str("The move; legal moves are suggested as you type"))
    async def move(self, interaction: discord.Interaction[Any], action: Typed) -> None:
        """/move."""
        await self.find_table(interaction, TableCommand.MOVE, action)

    async def _show_hand(self, interaction: discord.Interaction[Any], table: TableRecord, _typed: str = "") -> None:
        await self._messages.on_hand(interaction, TableButton(table.id, table.rev, Verb.HAND))

    async def _play(self, interaction: discord.Interaction[Any], table: TableRecord, action: str) -> None:
        before = await self.service.views.snapshot(table.id, interaction.user.id)
        await self.service.play.act(table.id, interaction.user.id, [action])
        if before.view is None or not self._messages.is_open(table.id, interaction.user.id):
            await self._show_hand(interaction, table)
            return
        played = say(
            "You played: {move}. Your hand message is being updated; if you can't see it, use /hand.",
            move=before.game.label(before.view, before.game.parse(action)),
        )
        renderer = await self.renderers.for_member(interaction, before.table)
        await respond(interaction, renderer.render(played))

    @move.autocomplete("action")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """The member's legal moves that match what is typed so far; none if it is not their turn."""
        tables = await self.meant_tables(interaction)
        tables = [table for table in tables if table.phase.is_open and table.seat_of(interaction.user.id) is not None]
        if not tables:
            return []
        # At several tables, suggest moves for the one that waits for the member. The command will ask which is meant.
        table = (await self.service.lookup.of(tables, interaction.user.id))[0].table
        self.service.presence.note(table.id, interaction.user.id)
        snapshot = await self.service.views.snapshot(table.id, interaction.user.id)
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
