"""/replay: stepping through a finished game."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import Choice, locale_str

from cogs.deals import before_replay_screen
from cogs.hands.display import PrivatePictures
from cogs.hands.messages import HandMessages
from cogs.replays.screen import OfferButton, PlayOnButton, ReplayMenu, ReplayPlace, replay_screen, review_screen, stops
from cogs.shared.contents import Content
from cogs.shared.controls import chosen_value, handles
from cogs.shared.drawing import Need
from cogs.shared.feature import Context, Feature
from cogs.shared.forms import Typed
from cogs.shared.layout import REPLAY_COLOUR, layout
from cogs.shared.limits import SUGGESTION_LIMIT, SUGGESTION_TEXT_LIMIT
from cogs.shared.permissions import on_servers, private_place
from cogs.shared.rendering import Renderer, clip
from cogs.shared.responses import REQUEST_ERRORS, defer, edit_answer, show
from cogs.shared.results import TURNING_POINT, ReplayButton, ending
from cogs.shared.table_parts import TableButton, Verb
from cogs.shared.your_table import table_title
from db.records import TableRecord
from engines.texts import say
from sessions.replays.replays import NO_SUCH_GAME, Eye, Moment
from sessions.replays.reviews import Review
from sessions.shared.refusals import Refused

TOLD_EVERY = 1.0
"""The seconds between two edits while a review is made."""


class ReplayCommands(Feature):
    """Replays of finished games, shown privately."""

    def __init__(self, context: Context, pictures: PrivatePictures, hands: HandMessages) -> None:
        super().__init__(context)
        self._pictures = pictures
        self._hands = hands

    @on_servers
    @app_commands.command(name=locale_str("replay"), description=locale_str("Step through a finished game"))
    @app_commands.describe(game=locale_str("A finished game; leave empty for the latest in this channel"))
    async def replay(self, interaction: discord.Interaction[Any], game: Typed | None = None) -> None:
        """/replay."""
        here, user_id = interaction.channel_id or 0, interaction.user.id
        replays = self.service.replays
        table = await replays.latest_in(here, user_id) if game is None else await replays.named(game)
        if not may_see(interaction, table):
            raise Refused(NO_SUCH_GAME)
        await self._open(interaction, table.id)

    @replay.autocomplete("game")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """The latest finished games of the channel whose numbers, names or players contain what is typed."""
        found: list[Choice[str]] = []
        for table in await self.service.replays.finished_in(interaction.channel_id or 0, interaction.user.id):
            renderer = await self.renderers.for_member(interaction, table)
            title = renderer.label(
                table_title(table, self.service.games.get(table.game), renderer.plain), SUGGESTION_TEXT_LIMIT
            )
            name = clip(f"{table.id} · {title}", SUGGESTION_TEXT_LIMIT)
            if typed.casefold() in name.casefold():
                found.append(Choice(name=name, value=str(table.id)))
        return found[:SUGGESTION_LIMIT]

    @handles(TableButton, Verb.REPLAY)
    async def _on_open(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._open(interaction, button.table)

    @handles(TableButton, Verb.REVIEW)
    async def _on_review(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        user_id = interaction.user.id
        await self.service.reviews.check(button.table, user_id)
        await defer(interaction, thinking=True)
        waiting = WaitingForReview(interaction, self.renderers.without_names(interaction))
        review = await self.service.reviews.costliest(button.table, user_id, waiting.tell)
        table = (await self.service.views.snapshot(button.table, user_id)).table
        own = table.seat_of(user_id)
        assert own is not None
        renderer = await self.renderers.for_member(interaction, table)
        can_offer = await self._can_offer(table, review)
        await waiting.end(review_screen(table, own.seat, review, renderer, can_offer=can_offer))

    @handles(OfferButton)
    async def _on_offer(self, interaction: discord.Interaction[Any], button: OfferButton) -> None:
        await self.service.reviews.check(button.table, interaction.user.id)
        await defer(interaction, thinking=True)  # after a restart, the review takes some seconds again
        if await self.service.puzzles.offer(button.table, interaction.user.id):
            await self.tell(
                interaction, say("Thank you! In a week, Sunday's post may ask the others. Tap again to withdraw it.")
            )
        else:
            await self.tell(interaction, say("Your position is not offered any more."))

    async def _can_offer(self, table: TableRecord, review: Review) -> bool:
        """Whether the server has a weekly post, and the review a move to ask others for."""
        if await self.service.recaps.channel(table.guild_id) is None:
            return False
        return await self.service.puzzles.candidate(table.id, review.moves) is not None

    @handles(ReplayButton)
    async def _on_step(self, interaction: discord.Interaction[Any], button: ReplayButton) -> None:
        """Go to another move, or open the replay at the turning point."""
        if button.way == TURNING_POINT:
            if await self._asks_first(interaction, button.table, button.number, button.seat):
                return
            moment = await self.service.replays.moment(button.table, button.number, button.seat)
            await self._show(interaction, moment, in_place=False)
            return
        await self._turn(interaction, button.table, button.number, button.seat)

    async def _asks_first(self, interaction: discord.Interaction[Any], table_id: int, number: int, eye: Eye) -> bool:
        """Ask a member who can still try the cards of this game whether to do that first. The others look at once."""
        if not await self.service.challenges.may_try(table_id, interaction.user.id):
            await self.service.challenges.note_look(table_id, interaction.user.id)
            return False
        table = (await self.service.views.snapshot(table_id, None)).table
        renderer = self.renderers.without_names(interaction)
        await show(interaction, before_replay_screen(table, number, eye, renderer))
        return True

    @handles(ReplayMenu)
    async def _on_jump(self, interaction: discord.Interaction[Any], menu: ReplayMenu) -> None:
        value = chosen_value(interaction)
        place = ReplayPlace.read(value)
        await self._turn(interaction, menu.table, place.number, place.eye)

    @handles(PlayOnButton)
    async def _on_play_on(self, interaction: discord.Interaction[Any], button: PlayOnButton) -> None:
        await self.service.challenges.note_look(button.table, interaction.user.id)
        past = await self.service.replays.position(button.table, button.number, button.seat)
        table = await self.service.practice.play_on(past, *private_place(interaction))
        await self._hands.open(interaction, table.id)

    async def _open(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        if await self._asks_first(interaction, table_id, 0, None):
            return
        moment = await self.service.replays.beginning(table_id, interaction.user.id)
        await self._show(interaction, moment, in_place=False)

    async def _turn(self, interaction: discord.Interaction[Any], table_id: int, number: int, eye: Eye) -> None:
        await self.service.challenges.note_look(table_id, interaction.user.id)
        moment = await self.service.replays.moment(table_id, number, eye)
        await self._show(interaction, moment, in_place=True)

    async def _show(self, interaction: discord.Interaction[Any], moment: Moment, *, in_place: bool) -> None:
        renderer = await self.renderers.for_member(interaction, moment.table)
        moves = await self.service.replays.moves(moment.table.id, stops(moment.number, moment.last))
        own = moment.table.seat_of(interaction.user.id)
        footer = ending(moment) if moment.number == moment.last else None

        async def make(need: Need | None) -> Content:
            picture = await self._pictures.draw(interaction, moment, renderer, need, footer) if need else None
            return Content(replay_screen(moment, renderer, picture, moves, None if own is None else own.seat), picture)

        await self._pictures.show(interaction, make, in_place=in_place)


@dataclass(slots=True)
class WaitingForReview:
    """The answer to a member who waits for a review: how much is done, about once a second, and then the review."""

    interaction: discord.Interaction[Any]
    renderer: Renderer
    _told: float | None = None
    """When it was last told; ``None`` before, as for a game that has been judged already."""
    _message: int | None = None

    async def tell(self, done: int, of: int) -> None:
        """Say how many decisions have been looked at. If Discord fails, the next time says it."""
        now = asyncio.get_running_loop().time()
        if self._told is not None and now < self._told + TOLD_EVERY:
            return
        told = say("{done} of your {of} decisions looked at…", done=done, of=of)
        with suppress(*REQUEST_ERRORS):
            await self.end(layout(REPLAY_COLOUR, f"⏳ {self.renderer.render(told)}"))
        self._told = asyncio.get_running_loop().time()

    async def end(self, view: ui.LayoutView, files: Sequence[discord.File] = ()) -> int | None:
        """Show this in place of what was told before. Returns what ``show`` does."""
        if self._told is None:
            self._message = await show(self.interaction, view, files)
        else:
            await edit_answer(self.interaction, self._message, view=view, attachments=files)
        return self._message


def may_see(interaction: discord.Interaction[Any], table: TableRecord) -> bool:
    """Whether the member played the game, or it was in a channel of this server that they can see."""
    guild, user = interaction.guild, interaction.user
    if guild is None or table.guild_id != guild.id:
        return False
    if table.seat_of(user.id) is not None:
        return True
    if table.purpose.is_private:
        return False
    if table.home_channel == interaction.channel_id:
        return True
    channel = guild.get_channel_or_thread(table.home_channel)
    if channel is None or not isinstance(user, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():  # the bot does not know who is in it
        return False
    return channel.permissions_for(user).view_channel
