"""Whether a private message shows a picture of the table, and what happens if Discord refuses it."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord
from cachetools import LRUCache

from cogs.shared.pictures import Drawable, Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.tables.pictures import MOST_CHANNELS, TableContent, is_refused_upload
from engines.texts import Text
from sessions.settings.settings import Settings, Wish

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
        if interaction.channel_id in self._in_words or not await self._settings.wants(
            interaction.user.id, Wish.PICTURES
        ):
            return None
        return await self._pictures.draw(shown, renderer, footer)

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
