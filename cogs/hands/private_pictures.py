"""Whether a private message shows a picture of the table, and what happens if Discord refuses it."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from cachetools import LRUCache

from cogs.hands.board import board_of
from cogs.shared.pictures import Drawable, Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.tables.pictures import MOST_CHANNELS, TableContent, is_refused_upload
from db.records import Phase
from engines.contract import Game
from engines.scenes import Picking
from engines.texts import Text
from sessions.settings.settings import Settings, Wish
from sessions.snapshots import Snapshot

T = TypeVar("T")


class PrivatePictures:
    """Draws pictures for members who want them, and remembers in which channels Discord refuses them."""

    def __init__(self, settings: Settings, pictures: Pictures) -> None:
        self._settings = settings
        self._pictures = pictures
        self._in_words: LRUCache[int | None, None] = LRUCache(MOST_CHANNELS)

    async def draw(
        self, interaction: discord.Interaction[Any], shown: Drawable, renderer: Renderer, footer: Text | None = None
    ) -> Picture | None:
        """The picture for an answer to this member; ``None`` if the table is shown in words."""
        return await self._pictures.draw(shown, renderer, footer) if await self._are_shown(interaction) else None

    async def draw_hand(
        self, interaction: discord.Interaction[Any], snapshot: Snapshot, renderer: Renderer
    ) -> Picture | None:
        """The picture of the table around a hand, or of its result."""
        if not await self._are_shown(interaction):
            return None
        if snapshot.table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer)
        return await self._pictures.draw(board_of(snapshot), renderer)

    async def draw_picking(
        self, interaction: discord.Interaction[Any], game: Game[Any], picking: Picking, renderer: Renderer
    ) -> Picture | None:
        """The cards of which this member picks some."""
        if not await self._are_shown(interaction):
            return None
        return await self._pictures.draw_picking(game.name, picking, renderer)

    async def _are_shown(self, interaction: discord.Interaction[Any]) -> bool:
        """Whether answers to this member have pictures."""
        if interaction.channel_id in self._in_words:
            return False
        return await self._settings.wants(interaction.user.id, Wish.PICTURES)

    async def send(
        self,
        interaction: discord.Interaction[Any],
        content: Callable[[], Awaitable[TableContent]],
        send: Callable[[TableContent], Awaitable[T]],
    ) -> T:
        """Let ``send`` show what ``content`` makes, in words if the picture is refused."""
        made = await content()
        try:
            return await send(made)
        except discord.HTTPException as error:
            if not is_refused_upload(error, made):
                raise
            self._in_words[interaction.channel_id] = None
            return await send(await content())
