"""The table in a picture next to a player's own cards, and whether a private message shows it."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ui

from cogs.shared.contents import Content, Contents
from cogs.shared.drawing import Need, Overtaken, prompt_answer
from cogs.shared.pictures import Drawable, Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.shared.responses import REQUEST_ERRORS, edit_answer, show, show_in_place
from db.records import Phase
from engines.contract import Game, View
from engines.scenes import Picking, Scene, without_hand
from engines.texts import Text
from sessions.settings.settings import Settings, Wish
from sessions.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Board:
    """A table to draw. What the latest turn has changed follows from ``before`` and ``view``, seen by the same."""

    game: Game[Any]
    scene: Scene
    view: View[Any]
    before: View[Any] | None


def own_board(game: Game[Any], scene: Scene, view: View[Any], before: View[Any] | None, seat: int) -> Board:
    """The table as only this player sees it, but for the hand."""
    return Board(game, replace(without_hand(scene, seat), viewer=seat), view, before)


def board_of(snapshot: Snapshot) -> Drawable:
    """While the game goes on, the table from the player's own side; after it the open hands."""
    game, view, seat, public = snapshot.game, snapshot.view, snapshot.seat, snapshot.public
    if snapshot.table.phase is not Phase.PLAYING or view is None or seat is None or public is None:
        return snapshot
    scene = replace(game.scene(view), told=snapshot.news)
    if snapshot.table.purpose.is_private:
        return own_board(game, scene, view, snapshot.before, seat)
    if without_hand(scene, seat) is scene:  # the player chooses from cards that nobody else sees
        return own_board(game, scene, view, None, seat)
    return own_board(game, scene, public, snapshot.before, seat)


T = TypeVar("T")
Answer: TypeAlias = Callable[[discord.Interaction[Any], ui.LayoutView, Sequence[discord.File]], Awaitable[int | None]]
"""Shows a message as ``show`` does."""


class PrivatePictures:
    """Draws pictures for members who want them."""

    def __init__(self, settings: Settings, pictures: Pictures, contents: Contents) -> None:
        self._settings = settings
        self._pictures = pictures
        self._contents = contents
        self._read: dict[int, discord.Interaction[Any]] = {}
        """The latest answer in each message that one is being made for, or whose picture is to follow."""

    async def draw(
        self,
        interaction: discord.Interaction[Any],
        shown: Drawable,
        renderer: Renderer,
        need: Need,
        footer: Text | None = None,
    ) -> Picture | None:
        """The picture for an answer to this member; ``None`` if the table is shown in words."""
        if not await self._are_shown(interaction):
            return None
        return await self._pictures.draw(shown, renderer, footer, need)

    async def draw_hand(
        self, interaction: discord.Interaction[Any], snapshot: Snapshot, renderer: Renderer, need: Need
    ) -> Picture | None:
        """The picture of the table around a hand, or of its result."""
        if not await self._are_shown(interaction):
            return None
        if snapshot.table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer, need)
        return await self._pictures.draw(board_of(snapshot), renderer, need=need)

    async def draw_picking(
        self, interaction: discord.Interaction[Any], game: Game[Any], picking: Picking, renderer: Renderer, need: Need
    ) -> Picture | None:
        """The cards of which this member picks some."""
        if not await self._are_shown(interaction):
            return None
        return await self._pictures.draw_picking(game.name, picking, renderer, need)

    async def _are_shown(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether answers to this member have pictures."""
        return await self._settings.wants(interaction.user.id, Wish.PICTURES)

    async def send(
        self,
        interaction: discord.Interaction[Any],
        make: Callable[[bool], Awaitable[Content]],
        send: Callable[[Content], Awaitable[T]],
    ) -> T:
        """Let ``send`` show what ``make`` makes, with a picture or, if that is refused, in words."""
        return await self._contents.show(interaction.channel_id, make, send)

    async def show(
        self,
        interaction: discord.Interaction[Any],
        make: Callable[[Need | None], Awaitable[Content]],
        *,
        in_place: bool,
        answer: Answer | None = None,
    ) -> None:
        """Show what ``make`` makes, in place of the private message whose control was used or in a new one.

        ``answer`` shows it if it is not the first answer. ``make`` is asked for words without a need. A picture that is
        not there in time follows, unless its reader has turned to something else in this message by then.
        """
        place = interaction.message.id if in_place and interaction.message is not None else None
        shown: list[Content] = []
        show_so = answer or (show_in_place if in_place else show)

        def is_read() -> bool:
            return place is None or self._read.get(place) is interaction

        async def send(content: Content) -> int | None:
            shown.append(content)
            return await show_so(interaction, content.view, content.files)

        if place is not None:
            self._read[place] = interaction
        try:
            need = prompt_answer(is_read)
            message_id = await self.send(interaction, lambda has_pictures: make(need if has_pictures else None), send)
            content = shown[-1]
            if not content.is_blank:
                return
            if place is None:
                place = message_id or (await interaction.original_response()).id
                self._read[place] = interaction
            with suppress(Overtaken, *REQUEST_ERRORS):
                if not await content.complete():
                    content = await make(None)
                if is_read():
                    await edit_answer(interaction, message_id, **content.to_edit)
        finally:
            if place is not None and is_read():
                del self._read[place]
