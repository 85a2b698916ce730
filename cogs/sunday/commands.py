"""Posts how the week was where a server wants that, and takes answers to the puzzle."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import discord

from cogs.leagues.words import champions
from cogs.replays.film import film_parts, film_picture
from cogs.settings.screen import SettingsButton, SettingsPage
from cogs.shared.contents import Content, Words
from cogs.shared.controls import chosen_id, handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import Parts
from cogs.shared.permissions import can_post, require_manager
from cogs.shared.pictures import Picture
from cogs.shared.post_messages import Shown
from cogs.shared.responses import show_in_place
from cogs.sunday import screen
from db.posts import Due, PostKind, PostRecord
from engines.texts import Text, say
from sessions.occasions import Happened, Kind
from sessions.settings.server import ServerSetting
from sessions.shared.refusals import Refused
from sessions.sunday import Puzzle, Recap

POSITION_FILE = "position.png"
"""Always the same, so that it gives nothing away."""


LATE = timedelta(days=2)
"""How late the weekly post and its solution can still come, if their channel was closed meanwhile."""


THE_GAME = say("Game of the week")


class SundayFeature(Feature):
    """The weekly post."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keeper.keep(PostKind.WEEK, self._week)
        self.keeper.keep(PostKind.SOLUTION, self._solution)
        context.service.occasions.on(Kind.SUNDAY, self.post_week)
        context.service.occasions.on(Kind.SOLUTION, self.post_solution)

    @handles(SettingsButton, SettingsPage.SUNDAY)
    async def _on_page(self, interaction: discord.Interaction[Any], button: SettingsButton) -> None:
        await self._show(interaction, require_manager(interaction))

    @handles(screen.SundayMenu)
    async def _on_choice(self, interaction: discord.Interaction[Any], menu: screen.SundayMenu) -> None:
        guild, channel_id = require_manager(interaction), chosen_id(interaction)
        trouble = None if channel_id is None else _why_not(guild, channel_id)
        if trouble is not None:
            raise Refused(trouble)
        await self.service.recaps.choose_channel(guild.id, channel_id)
        await self._show(interaction, guild)

    @handles(screen.SolveButton)
    async def _on_answer(self, interaction: discord.Interaction[Any], button: screen.SolveButton) -> None:
        server, user = interaction.guild_id or 0, interaction.user.id
        answer = await self.service.puzzles.answer(server, button.deal, button.seat, user, button.place)
        noted = say("Noted: {action}. You can change it until the solution comes.", action=answer)
        await self.tell(interaction, noted)

    async def post_week(self, guild_id: int, due: datetime) -> Happened:
        """Have posted how the week was, and again next week."""
        if await self.service.recaps.channel(guild_id) is None:
            return Happened(again=False)
        return Happened([Due(PostKind.WEEK, guild_id, int(due.timestamp()))])

    async def post_solution(self, guild_id: int, due: datetime) -> Happened:
        """Have the solution of Sunday's puzzle told, once."""
        return Happened([Due(PostKind.SOLUTION, guild_id, int(due.timestamp()))], again=False)

    async def _channel_for(self, post: PostRecord) -> int | None:
        """Where to post something; ``None`` if it is too late for that, or the server no longer wants it."""
        when = datetime.fromtimestamp(post.part, UTC)
        if self.client.get_guild(post.guild_id) is None or self.service.now() >= when + LATE:
            return None
        return await self.service.recaps.channel(post.guild_id)

    async def _week(self, post: PostRecord) -> Shown | None:
        channel_id = await self._channel_for(post)
        recap = await self.service.recaps.of_week(post.guild_id, datetime.fromtimestamp(post.part, UTC))
        if channel_id is None or recap is None or post.message_id is not None:
            return None
        puzzle = await self.service.puzzles.shown(recap.puzzle) if recap.puzzle else None

        async def is_posted() -> None:
            if puzzle is not None:
                await self.service.puzzles.post(puzzle)
                await self.service.occasions.plan(post.guild_id, Kind.SOLUTION)

        make = partial(self._recap, post.guild_id, recap, puzzle)
        return Shown(channel_id, make, is_open=False, on_posted=is_posted)

    async def _recap(self, guild_id: int, recap: Recap, puzzle: Puzzle | None, with_pictures: bool) -> Content:
        renderer = await self.renderers.for_server(guild_id)
        names = await self.renderers.names.of(guild_id, recap.members, renderer)
        picture = position = None
        film: tuple[Parts, Picture | None] = [], None
        if with_pictures and await self.service.server_settings.is_on(guild_id, ServerSetting.PICTURES):
            picture = await screen.draw_week(self.pictures, recap, names, self.service.games, renderer, puzzle)
            if puzzle is not None:
                position = await self.pictures.draw(puzzle.moment, screen.without_names(puzzle, renderer))
                position = position and replace(position, name=POSITION_FILE)
            film = await self._film(guild_id, recap)
        told = [text async for text in champions(self.service, self.renderers, recap.leagues, renderer)]
        view = screen.recap_screen(recap, names, self.service.games, renderer, picture, puzzle, position, told, film[0])
        return Content(view, picture, film[1], position)

    async def _film(self, guild_id: int, recap: Recap) -> tuple[Parts, Picture | None]:
        """The game of the week, if everybody on the server may see its channel, and it can be drawn."""
        guild, table_id, picture = self.client.get_guild(guild_id), recap.game_of_the_week, None
        if guild is None or table_id is None:
            return [], None
        with suppress(Refused):
            film = await self.service.replays.film(table_id)
            snapshot = await self.service.views.snapshot(table_id, None)
            renderer = await self.renderers.for_channel(snapshot.table)
            channel = guild.get_channel(snapshot.table.home_channel)
            if film and channel is not None and channel.permissions_for(guild.default_role).view_channel:
                picture = await film_picture(self.pictures, snapshot, film, renderer)
            if picture is not None:
                title = f"### 🎬 {renderer.render(THE_GAME)} · {snapshot.game.name}"
                return [title, *film_parts(snapshot, film, renderer, picture)], picture
        return [], None

    async def _solution(self, post: PostRecord) -> Shown | None:
        channel_id = await self._channel_for(post)
        solution = await self.service.puzzles.solution(post.guild_id)
        if channel_id is None or solution is None:
            return None

        async def make(_with_pictures: bool) -> Words:
            renderer = await self.renderers.for_server(post.guild_id)
            names = await self.renderers.names.of(post.guild_id, solution.solvers, renderer)
            return Words(screen.solution_lines(solution, names, renderer))

        is_told = partial(self.service.puzzles.note_told, solution)
        return Shown(channel_id, make, is_open=False, on_posted=is_told)

    async def _show(self, interaction: discord.Interaction[Any], guild: discord.Guild) -> None:
        channel_id = await self.service.recaps.channel(guild.id)
        trouble = None if channel_id is None else _why_not(guild, channel_id)
        view = screen.sunday_page(channel_id, trouble, self.renderers.without_names(interaction))
        await show_in_place(interaction, view)


def _why_not(guild: discord.Guild, channel_id: int) -> Text | None:
    """Why the bot cannot post in a channel; ``None`` if it can."""
    channel = guild.get_channel(channel_id)
    if channel is None:
        return say("That channel no longer exists, or I can't see it. Choose another one.")
    if not can_post(channel):
        return say("I can't write in {channel}. Let me view it and send messages there.", channel=channel.mention)
    return None
