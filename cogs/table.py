"""The commands at a table: /hand, /move, /table, /leave, /resign, /end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from cogs.answers import answer
from cogs.permissions import may_manage, require_permissions
from cogs.rendering import clip
from db.records import Phase
from engines.texts import Text, say

if TYPE_CHECKING:
    from cogs.client import Cardroom

SUGGESTIONS = 25
"""Discord: at most so many autocomplete results, each of at most 100 characters."""
LABEL_LIMIT = 100


@app_commands.guild_only()
class TableCommands(commands.Cog):
    """What players type instead of tapping, and what has no button."""

    def __init__(self, bot: Cardroom) -> None:
        self._desk = bot.desk
        self._service = bot.desk.service

    @app_commands.command(name=locale_str("hand"), description=locale_str("Show your cards and what you can do"))
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """/hand."""
        table = await self._desk.table_here(interaction)
        await self._desk.require_hand(interaction, table.id)
        await self._desk.hands.open(interaction, table.id)

    @app_commands.command(name=locale_str("move"), description=locale_str("Type a move instead of tapping it"))
    @app_commands.describe(action=locale_str("The move; what is legal now is suggested as you type"))
    async def move(self, interaction: discord.Interaction[Any], action: str) -> None:
        """/move."""
        table = await self._desk.table_here(interaction)
        before = await self._service.snapshot(table.id, interaction.user.id)
        await self._service.play.act(table.id, interaction.user.id, [action])
        if before.view is None or not self._desk.hands.is_open(table.id, interaction.user.id):
            await self._desk.hands.open(interaction, table.id)
            return
        played = say(
            "Played: {move}. Your hand message follows; if it is out of sight, tap My hand.",
            move=before.view.label(before.game.parse(action)),
        )
        renderer = await self._desk.renderers.member(interaction, before.table)
        await answer(interaction, renderer.say(played))

    @move.autocomplete("action")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """The member's legal moves that match what is typed so far; empty where there is nothing to play."""
        table = await self._service.table_in(interaction.channel_id or 0)
        if table is None or not table.phase.is_open or table.seat_of(interaction.user.id) is None:
            return []
        snapshot = await self._service.snapshot(table.id, interaction.user.id)
        if snapshot.view is None or snapshot.seat is None:
            return []
        renderer = await self._desk.renderers.member(interaction, table)
        wanted = typed.casefold().split()
        choices: list[Choice[str]] = []
        for action in snapshot.view.actions():
            text, label = str(action), renderer.label(snapshot.view.label(action), LABEL_LIMIT)
            found = f"{text} {label}".casefold()
            if len(text) <= LABEL_LIMIT and all(word in found for word in wanted):
                choices.append(Choice(name=clip(f"{text} · {label}", LABEL_LIMIT), value=text))
            if len(choices) == SUGGESTIONS:
                break
        return choices

    @app_commands.command(
        name=locale_str("table"), description=locale_str("Bring the table to the bottom of the channel")
    )
    async def table(self, interaction: discord.Interaction[Any]) -> None:
        """/table."""
        table = await self._desk.table_here(interaction)
        require_permissions(interaction)
        await self._desk.presenter.post(interaction, table.id)

    @app_commands.command(
        name=locale_str("leave"), description=locale_str("Give your seat back; during a game a computer plays for you")
    )
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        """/leave."""
        table = await self._desk.table_here(interaction)
        if table.phase is Phase.PLAYING:
            await self._service.seats.leave(table.id, interaction.user.id)
            told = say("A computer plays for you until you come back: tap My hand, then “I am back”.")
        else:
            await self._service.lobby.leave(table.id, interaction.user.id)
            told = say("You have left the table.")
        await self._tell(interaction, told)

    @app_commands.command(
        name=locale_str("resign"), description=locale_str("Give up the game that you are playing here")
    )
    async def resign(self, interaction: discord.Interaction[Any]) -> None:
        """/resign."""
        table = await self._desk.table_here(interaction)
        await self._service.seats.resign(table.id, interaction.user.id)
        await self._tell(interaction, say("You have given the game up."))

    @app_commands.command(
        name=locale_str("end"), description=locale_str("Close the table without a result (host or moderators)")
    )
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """/end."""
        table = await self._desk.table_here(interaction)
        await self._service.play.end(table.id, interaction.user.id, may_manage(interaction))
        await self._tell(interaction, say("The table is closed."))

    async def _tell(self, interaction: discord.Interaction[Any], text: Text) -> None:
        await answer(interaction, self._desk.renderers.anybody(interaction).say(text))


async def setup(bot: Cardroom) -> None:
    """Entry point for ``load_extension``."""
    await bot.add_cog(TableCommands(bot))
