"""Whether a private message shows a picture of the table."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from cogs.hands.board import board_of
from cogs.shared.contents import Content, Contents
from cogs.shared.drawing import ANSWER, Need
from cogs.shared.pictures import Drawable, Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.shared.responses import show, show_in_place
from db.records import Phase
from engines.contract import Game
from engines.scenes import Picking
from engines.texts import Text
from sessions.settings.settings import Settings, Wish
from sessions.snapshots import Snapshot

T = TypeVar("T")


class PrivatePictures:
    """Draws pictures for members who want them."""

    def __init__(self, settings: Settings, pictures: Pictures, contents: Contents) -> None:
        self._settings = settings
        self._pictures = pictures
        self._contents = contents

    async def draw(
        self, interaction: discord.Interaction[Any], shown: Drawable, renderer: Renderer, footer: Text | None = None
    ) -> Picture | None:
        """The picture for an answer to this member; ``None`` if the table is shown in words."""
        if not await self._are_shown(interaction):
            return None
        return await self._pictures.draw(shown, renderer, footer, ANSWER)

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
        self,
        interaction: discord.Interaction[Any],
        game: Game[Any],
        picking: Picking,
        renderer: Renderer,
        need: Need = ANSWER,
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
        self, interaction: discord.Interaction[Any], make: Callable[[bool], Awaitable[Content]], *, in_place: bool
    ) -> None:
        """Show what ``make`` makes, in place of the private message whose control was used or in a new one."""
        show_so = show_in_place if in_place else show
        await self.send(interaction, make, lambda content: show_so(interaction, content.view, content.files))
