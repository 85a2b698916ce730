"""The picture in a table's message: when there is one, and what happens if Discord refuses it."""

from dataclasses import dataclass
from typing import Any

import discord
from cachetools import LRUCache
from discord import ui

from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.shared.responses import BAD_REQUEST, MISSING_PERMISSIONS, TOO_LARGE
from cogs.tables.lobby_scene import lobby_scene, readiness
from db.records import Phase
from sessions.settings.server import ServerSettings
from sessions.snapshots import Snapshot

MOST_CHANNELS = 10_000
"""How many channels without uploads are remembered. Every thread is a channel of its own."""


@dataclass(frozen=True, slots=True)
class TableContent:
    """What a table's message shows."""

    view: ui.LayoutView
    picture: Picture | None

    @property
    def files(self) -> list[discord.File]:
        """Its uploads, for one request."""
        return [self.picture.file()] if self.picture else []

    @property
    def to_send(self) -> dict[str, Any]:
        """The arguments of a new message."""
        return {"view": self.view, "files": self.files}

    @property
    def to_edit(self) -> dict[str, Any]:
        """The arguments of an edit, which replaces the old picture."""
        return {"view": self.view, "attachments": self.files}


class TablePictures:
    """Decides whether a table is shown as a picture, and draws it.

    Refusals by Discord are remembered until the bot stops: which channels take no uploads, and whether edits with
    uploads fail, as they did for some bots (discord-api-docs, issue 7529).
    """

    def __init__(self, pictures: Pictures, settings: ServerSettings) -> None:
        self._pictures = pictures
        self._settings = settings
        self._in_words: LRUCache[int, None] = LRUCache(MOST_CHANNELS)
        self.can_edit = True

    async def draw(self, snapshot: Snapshot, renderer: Renderer) -> Picture | None:
        """The picture for the table's message; ``None``: the table is shown in words, or is closed."""
        table = snapshot.table
        if table.phase is Phase.CLOSED or table.channel_id in self._in_words:
            return None
        if not await self._settings.has_pictures(table.guild_id):
            return None
        if table.phase is Phase.LOBBY:
            return await self._pictures.draw_scene(
                snapshot.game.name, lobby_scene(snapshot), renderer, readiness(snapshot)
            )
        if table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer)
        return await self._pictures.draw(snapshot, renderer)

    def note_refused_upload(self, channel_id: int) -> None:
        """From now on show tables in this channel in words."""
        self._in_words[channel_id] = None

    def note_refused_edit(self, channel_id: int, error: discord.HTTPException) -> None:
        """From now on post tables again instead of editing them, or show those of this channel in words."""
        if error.status == BAD_REQUEST:
            self.can_edit = False
        else:
            self.note_refused_upload(channel_id)


def is_refused_upload(error: Exception, content: TableContent) -> bool:
    """Whether Discord refused a message because of its picture."""
    if content.picture is None or not isinstance(error, discord.HTTPException):
        return False
    return error.status in (BAD_REQUEST, TOO_LARGE) or error.code == MISSING_PERMISSIONS
