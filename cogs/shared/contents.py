"""What a message shows: its components and pictures, or words instead where Discord refuses pictures."""

import logging
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import discord
from cachetools import TLRUCache
from discord import ui

from cogs.shared.layout import StandIn
from cogs.shared.message_tokens import utc_seconds
from cogs.shared.pictures import Picture, caption
from cogs.shared.refusals import with_emojis, without_pictures_for
from cogs.shared.renderers import LATE
from cogs.shared.responses import reopening

_log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_CHANNELS = 10_000
"""How many channels without pictures are remembered. Every thread is a channel of its own."""
_MENU_ID = re.compile(r"'id': \d{9,10}\b")
"""A menu has another id each time that it is drawn (``controls``), which changes nothing that is shown."""
_REVISION = re.compile(r"(?<=\d):\d+(?=:)")
"""The revision in the custom id of a table's button."""
_FIGURE = re.compile(r"(?<!@)\b\d+")
"""A number, such as the hours that are left, that is nobody's id."""


class Look(NamedTuple):
    """What a message shows, for later comparison; ``words`` is what ``words_of`` reads in it."""

    everything: int
    words: int


class Content:
    """What a message shows: its components, and the ``pictures`` that are among them."""

    text = ""
    """Its plain words."""
    lacks_names = False
    """Whether somebody is shown without a name that may still come."""
    lacks_picture = False
    """Whether words stand in the place of a picture that was not there in time."""

    def __init__(self, view: ui.LayoutView, *pictures: Picture | None) -> None:
        self.view = view
        self.pictures = [picture for picture in pictures if picture is not None]

    @property
    def is_blank(self) -> bool:
        """Whether a picture is still to come."""
        return any(picture.is_blank for picture in self.pictures)

    async def complete(self) -> bool:
        """Wait for the pictures that are still to come, and put them in place of what stands for them.

        ``False`` if one of them cannot be drawn. Raises ``Overtaken``.
        """
        for number, picture in enumerate(self.pictures):
            if picture.follows is not None:
                drawn = await picture.follows()
                if drawn is None:
                    return False
                self.pictures[number] = replace(picture, png=drawn.png, alt=drawn.alt, follows=None)
        for item in list(self.view.walk_children()) if isinstance(self.view, ui.LayoutView) else ():
            if isinstance(item, StandIn) and isinstance(item.parent, ui.Container):
                item.parent.remove_item(item)
            caption(item, self.pictures)
        return True

    @property
    def look(self) -> Look:
        """What is shown, for later comparison."""
        components = self.components
        lasting = _MENU_ID.sub("", str(components))
        shown = hash((lasting, *(picture.png for picture in self.pictures)))
        return Look(shown, _words(self.text, components))

    def is_shown_by(self, message: discord.Message) -> bool:
        """Whether a message shows this, perhaps as it was at another time or revision."""
        return _gist(message.content, _components_of(message)) == _gist(self.text, self.components)

    @property
    def components(self) -> list[Any]:
        """Its components, as Discord gets them."""
        return [] if self.view is None else self.view.to_components()

    @property
    def files(self) -> list[discord.File]:
        """Its uploads, for one request."""
        return [picture.file() for picture in self.pictures]

    @property
    def to_send(self) -> dict[str, Any]:
        """The arguments of a new message."""
        return {"view": self.view, "files": self.files}

    @property
    def to_edit(self) -> dict[str, Any]:
        """The arguments of an edit, which replaces the old pictures."""
        return {"view": self.view, "attachments": self.files}


class Words(Content):
    """A message in plain words: what a push notification shows, and the only kind that says more than where it is.

    A ping within components has an empty push (discord-api-docs, issue 7854).
    """

    def __init__(self, text: str, view: ui.View | None = None) -> None:
        self.text = text
        self.view = view
        self.pictures = []

    @property
    def look(self) -> Look:
        """What is said, for later comparison."""
        return Look(hash(self.text), _words(self.text, self.components))

    @property
    def to_send(self) -> dict[str, Any]:
        """The arguments of a new message."""
        return {"content": self.text} | ({} if self.view is None else {"view": self.view})

    @property
    def to_edit(self) -> dict[str, Any]:
        """The arguments of an edit."""
        return {"content": self.text, "view": self.view}


class Contents:
    """Shows contents in messages, and remembers which channels take no pictures, for all that is shown there."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._in_words: TLRUCache[int, float] = TLRUCache(
            MOST_CHANNELS, ttu=lambda _channel, until, _now: until, timer=utc_seconds
        )

    async def make(self, channel_id: int | None, make: Callable[[bool], Awaitable[Content]]) -> Content:
        """What ``make`` makes for a channel: with pictures, unless it takes none."""
        late = set[int]()
        before = LATE.set(late)
        try:
            content = await make(channel_id not in self._in_words)
        finally:
            LATE.reset(before)
        content.lacks_names = bool(late)
        return content

    async def show(
        self,
        channel_id: int | None,
        make: Callable[[bool], Awaitable[Content]],
        send: Callable[[Content], Awaitable[T]],
    ) -> T:
        """Let ``send`` show what ``make`` makes, which is asked for pictures or, where those are refused, for words.

        Only if the words are taken, it was the pictures that were refused, and not the message. An archived thread is
        reopened, once.
        """
        content = await self.make(channel_id, make)
        try:
            return await reopening(self._client, channel_id, lambda: with_emojis(content.view, lambda: send(content)))
        except discord.HTTPException as refusal:
            pause = without_pictures_for(refusal) if content.pictures else None
            if pause is None:
                raise
            words = await make(False)
            shown = await with_emojis(words.view, lambda: send(words))
            _log.info("Channel %s takes no pictures: %s", channel_id, refusal)
            if channel_id is not None:
                self._in_words[channel_id] = utc_seconds() + pause.total_seconds()
            return shown


def words_of(message: discord.Message) -> int:
    """A number that changes with the texts and buttons of a message and what its pictures show."""
    return _words(message.content, _components_of(message))


def _components_of(message: discord.Message) -> list[Any]:
    return [component.to_dict() for component in message.components]


def _words(text: str, components: list[Any]) -> int:
    found = [text.strip()]
    _read(components, found)
    return hash(tuple(found))


def _gist(text: str, components: list[Any]) -> set[str]:
    """What stays the same while a message changes: its buttons, or else what it says, without figures."""
    found = [""]
    _read(components, found)
    ids = {_REVISION.sub("", value) for key, value in pairwise(found) if key == "custom_id"}
    return ids | {_FIGURE.sub("", part) for part in ([text.strip()] if ids else [text.strip(), *found])}


def _read(parts: list[Any], found: list[str]) -> None:
    """What people and the bot read in components, in order (Discord documentation, "Component Reference")."""
    for part in parts:
        for key in _LEGIBLE:
            if value := part.get(key):
                found += key, str(value).strip()
        for key in _NESTED:
            if inside := part.get(key):
                _read(inside if isinstance(inside, list) else [inside], found)


_LEGIBLE = ("content", "label", "custom_id", "url", "disabled", "placeholder", "value", "description")
_NESTED = ("components", "items", "options", "accessory")
