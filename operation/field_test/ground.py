"""Where a field test takes place: it makes messages, threads and emojis, and takes all of them away."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
from discord import ui

from operation.network import UNREACHABLE

NAME = "Cardroom field test"
"""What every message begins with, and what threads are called: a later test deletes what a killed one has left."""
EMOJI = "cardroom_field_test"
"""What the names of emojis begin with."""
SWEPT = 100
"""How many of the channel's latest messages a test looks through for what an earlier one has left."""
NOBODY = discord.AllowedMentions.none()

Delete = Callable[[], Awaitable[Any]]


class Ground:
    """A channel of the host's own, and what a field test has made there."""

    def __init__(self, client: discord.Client, channel: discord.TextChannel, host: discord.abc.Snowflake) -> None:
        self.client = client
        self.channel = channel
        self.host = host
        self.thread: discord.Thread | None = None
        """The first thread that was started. Discord may soon allow no other."""
        self._made: dict[tuple[str, int], Delete] = {}

    async def post(self, words: str, place: discord.abc.Messageable | None = None, **more: Any) -> discord.Message:
        """Post a message in the channel, or in another ``place``: a view in place of ``words`` if there is one."""
        options: dict[str, Any] = {"allowed_mentions": NOBODY} | more
        if "view" not in options:
            options["content"] = f"{NAME}: {words}"
        message = await (place or self.channel).send(**options)
        self._made["a message", message.id] = message.delete
        return message

    async def start_thread(self) -> discord.Thread:
        """Start a thread, as Cardroom does for a table: from a message in the channel."""
        start = await self.post("a thread")
        thread = await start.create_thread(name=NAME, auto_archive_duration=60)
        self._made["a thread", thread.id] = thread.delete
        self.thread = self.thread or thread
        return thread

    async def upload_emoji(self, number: int, picture: bytes) -> discord.Emoji:
        """Upload an emoji of the application."""
        emoji = await self.client.create_application_emoji(name=f"{EMOJI}_{number}", image=picture)
        self._made["an emoji", emoji.id] = emoji.delete
        return emoji

    async def clear(self) -> list[str]:
        """Delete what was made, the latest first. Returns in words what could not be deleted."""
        await self._sweep()
        for _ in range(2):  # an archived thread keeps its messages until it is deleted itself
            left = [(what, delete) for what, delete in reversed(self._made.items()) if not await _is_deleted(delete)]
            self._made = dict(left)
        return [what for what, _ in self._made]

    async def _sweep(self) -> None:
        """Find what else is there: Discord's own messages about threads, and what a killed test has left."""
        me = self.client.user
        assert me is not None, "the client has logged in"
        with suppress(*UNREACHABLE):
            async for message in self.channel.history(limit=SWEPT):
                if message.author == me and _words(message).startswith(NAME):
                    self._made["a message", message.id] = message.delete
            for thread in await self.channel.guild.active_threads():
                if thread.parent_id == self.channel.id and thread.owner_id == me.id and thread.name == NAME:
                    self._made["a thread", thread.id] = thread.delete
            for emoji in await self.client.fetch_application_emojis():
                if emoji.name.startswith(EMOJI):
                    self._made["an emoji", emoji.id] = emoji.delete


async def _is_deleted(delete: Delete) -> bool:
    try:
        await delete()
    except discord.NotFound:
        pass  # a message of a thread that is gone, or one that the test has deleted itself
    except UNREACHABLE:
        return False
    return True


def in_words(words: str, *more: ui.Item[Any]) -> ui.LayoutView:
    """A message of components that says this."""
    return _view(ui.TextDisplay(f"{NAME}: {words}"), *more)


def with_picture(words: str, file: discord.File) -> ui.LayoutView:
    """The same with a picture that is uploaded."""
    return _view(ui.TextDisplay(f"{NAME}: {words}"), ui.MediaGallery(discord.MediaGalleryItem(file)))


def _view(*items: ui.Item[Any]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()  # taps are heard by the client, not by the view
    return view


def _words(message: discord.Message) -> str:
    texts = (part.content for part in message.components if isinstance(part, discord.TextDisplay))
    return message.content or next(texts, "")
