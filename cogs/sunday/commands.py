"""Posts how the week was where a server wants that, and takes answers to the puzzle."""

import logging
from dataclasses import replace
from typing import Any

import discord

from cogs.settings.own_page import Page, SettingsButton
from cogs.shared.controls import chosen_values
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import require_manager
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.shared.responses import NOBODY, REQUEST_ERRORS, new_nonce, show_in_place
from cogs.sunday.picture import draw_week
from cogs.sunday.screen import (
    SolveButton,
    SundayMenu,
    recap_screen,
    solution_lines,
    sunday_page,
    without_names,
)
from engines.texts import Text, say
from sessions.occasions.occasions import Kind
from sessions.shared.refusals import Refused
from sessions.sunday.puzzles import Puzzle
from sessions.sunday.recap import Recap

_log = logging.getLogger(__name__)

POSITION_FILE = "position.png"
"""Always the same, so that it gives nothing away."""


class SundayFeature(Feature):
    """The weekly post."""

    def __init__(self, context: Context, client: discord.Client, pictures: Pictures) -> None:
        super().__init__(context)
        self._client = client
        self._pictures = pictures
        context.handlers.add(SettingsButton, self.on_page, Page.SUNDAY)
        context.handlers.add(SundayMenu, self.on_choice)
        context.handlers.add(SolveButton, self.on_answer)
        context.service.occasions.on(Kind.SUNDAY, self.post_week)
        context.service.occasions.on(Kind.SOLUTION, self.post_solution)

    async def on_page(self, interaction: discord.Interaction[Any], button: SettingsButton) -> None:
        """Show where the week is looked back at."""
        require_manager(interaction)
        await self._show(interaction)

    async def on_choice(self, interaction: discord.Interaction[Any], menu: SundayMenu) -> None:
        """Choose a channel in which the bot can post, or none."""
        require_manager(interaction)
        guild, values = interaction.guild, chosen_values(interaction)
        if guild is None:
            raise Refused(say("That is chosen for each server. Use /settings there."))
        channel_id = int(values[0]) if values and values[0].isdecimal() else None
        trouble = None if channel_id is None else _why_not(guild, channel_id)
        if trouble is not None:
            raise Refused(trouble)
        await self.service.recaps.choose_channel(guild.id, channel_id)
        await self._show(interaction)

    async def on_answer(self, interaction: discord.Interaction[Any], button: SolveButton) -> None:
        """Note an answer to the puzzle."""
        server, user = interaction.guild_id or 0, interaction.user.id
        answer = await self.service.puzzles.answer(server, button.deal, button.seat, user, button.place)
        noted = say("Noted: {action}. You can change it until the solution comes on Monday.", action=answer)
        await self.tell(interaction, noted)

    async def post_week(self, guild_id: int) -> bool:
        """Post how the week was, if enough was played. Returns whether to do so again next week."""
        channel_id = await self.service.recaps.channel(guild_id)
        if channel_id is None:
            return False
        recap = await self.service.recaps.of_week(guild_id) if self._client.get_guild(guild_id) else None
        if recap is not None:
            puzzle = await self.service.puzzles.shown(recap.puzzle) if recap.puzzle else None
            if await self._send_week(guild_id, channel_id, recap, puzzle) and puzzle is not None:
                await self.service.puzzles.post(puzzle)
                await self.service.occasions.plan(guild_id, Kind.SOLUTION)
        return True

    async def post_solution(self, guild_id: int) -> bool:
        """Tell the solution of Sunday's puzzle, once."""
        channel_id = await self.service.recaps.channel(guild_id)
        solution = await self.service.puzzles.take_solution(guild_id)
        if channel_id is not None and solution is not None:
            renderer = await self.renderers.for_server(guild_id)
            names = await self.renderers.names.of(guild_id, solution.solvers, renderer)
            await self._send(guild_id, channel_id, content=solution_lines(solution, names, renderer))
        return False

    async def _send_week(self, guild_id: int, channel_id: int, recap: Recap, puzzle: Puzzle | None) -> bool:
        renderer = await self.renderers.for_server(guild_id)
        names = await self.renderers.names.of(guild_id, recap.members, renderer)
        picture = position = None
        if await self.service.server_settings.has_pictures(guild_id):
            picture = await draw_week(self._pictures, recap, names, self.service.games, renderer, puzzle)
            position = await self._position(puzzle, renderer) if puzzle else None
        view = recap_screen(recap, names, self.service.games, renderer, picture, puzzle, position)
        view.stop()
        files = [one.file() for one in (picture, position) if one is not None]
        return await self._send(guild_id, channel_id, view=view, files=files)

    async def _position(self, puzzle: Puzzle, renderer: Renderer) -> Picture | None:
        picture = await self._pictures.draw(puzzle.moment, without_names(puzzle, renderer))
        return picture and replace(picture, name=POSITION_FILE)

    async def _send(self, guild_id: int, channel_id: int, **message: Any) -> bool:
        """Post something that pings nobody, and return whether it is there. A channel that is gone is left alone."""
        channel = self._client.get_partial_messageable(channel_id, guild_id=guild_id)
        await self.service.precedence.give_way()
        try:
            await channel.send(**message, allowed_mentions=NOBODY, nonce=new_nonce())
        except REQUEST_ERRORS as error:
            _log.info("The weekly post of server %s could not be sent: %s", guild_id, error)
            return False
        return True

    async def _show(self, interaction: discord.Interaction[Any]) -> None:
        guild = interaction.guild
        if guild is None:
            raise Refused(say("That is chosen for each server. Use /settings there."))
        channel_id = await self.service.recaps.channel(guild.id)
        trouble = None if channel_id is None else _why_not(guild, channel_id)
        view = sunday_page(channel_id, trouble, self.renderers.without_names(interaction))
        await show_in_place(interaction, view)


def _why_not(guild: discord.Guild, channel_id: int) -> Text | None:
    """Why the bot cannot post in a channel; ``None`` if it can."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return say("That channel no longer exists, or I can't see it. Choose another one.")
    allowed = channel.permissions_for(guild.me)
    if not (allowed.view_channel and allowed.send_messages):
        return say("I can't write in {channel}. Let me view it and send messages there.", channel=channel.mention)
    return None
