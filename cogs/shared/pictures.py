"""Pictures of tables in messages: drawn in worker threads, and kept while they may be needed again."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Protocol

import discord
from cachetools import LRUCache
from discord import ui

from cogs.shared.alt_text import alt_text, fitting, picking_text
from cogs.shared.layout import Parts
from cogs.shared.rendering import Renderer
from cogs.shared.result_picture import result_of, result_sentences
from cogs.shared.results import ending
from engines.contract import Game, View
from engines.scenes import Picking, Scene
from engines.texts import Text
from pictures.lettering import Words
from pictures.picking import draw_picking
from pictures.result import draw_result
from pictures.table import Changes, changes, draw_table
from sessions.snapshots import Snapshot

_log = logging.getLogger(__name__)

FILE_NAME = "table.png"
"""Always the same, so that it gives nothing away."""
NO_CHANGES = Changes()
CAPACITY = 100
"""How many pictures are remembered, of about 40 KB each."""
MOST_LEGEND = 1200
"""How many characters of a message say who the players are that a picture cannot name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as PNG, and what it shows in words.

    ``legend`` says who is meant by each number that stands in the picture for a name.
    """

    png: bytes
    alt: str
    name: str = FILE_NAME
    legend: tuple[str, ...] = ()

    def file(self) -> discord.File:
        """The upload for one request."""
        return discord.File(BytesIO(self.png), self.name)

    def gallery(self) -> ui.MediaGallery[Any]:
        """The upload in a message, without the legend that belongs below it (see ``below_each_other``)."""
        return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{self.name}", description=self.alt))


def below_each_other(*pictures: Picture) -> Parts:
    """The part of a message that shows these uploads, with who the players are whom they cannot name.

    Each has a gallery of its own: several in one are cut to squares.
    """
    legend = ""
    for line in dict.fromkeys(line for picture in pictures for line in picture.legend):
        longer = f"{legend} · {line}" if legend else f"-# {line}"
        if len(longer) > MOST_LEGEND:
            break
        legend = longer
    return [*(picture.gallery() for picture in pictures), legend]


class Drawable(Protocol):
    """A game to draw: a table's snapshot, a moment of a replay, a step of a lesson."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        ...

    @property
    def scene(self) -> Scene | None:
        """What lies on the table."""
        ...

    @property
    def view(self) -> View[Any] | None:
        """What the reader may know; ``None`` before the cards are dealt."""
        ...

    @property
    def before(self) -> View[Any] | None:
        """What the reader knew before the latest turn, if there was one."""
        ...


class Pictures:
    """Draws tables, unless the bot shows all of them in words (``is_on`` is false)."""

    def __init__(self, *, is_on: bool) -> None:
        self._is_on = is_on
        self._drawn: LRUCache[object, bytes] = LRUCache(CAPACITY)
        # More drawing threads would only compete for the interpreter with each other and with the event loop.
        self._one_at_a_time = asyncio.Lock()

    async def draw(self, shown: Drawable, renderer: Renderer, footer: Text | None = None) -> Picture | None:
        """The table; what the latest turn has changed is highlighted.

        ``footer`` takes the place of what the table waits for. ``None`` if there is no picture, or it cannot be drawn.
        """
        if not self._is_on or shown.view is None or (scene := shown.scene) is None:
            return None
        before = shown.game.scene(shown.before) if shown.before else None
        # Hands that have just been opened are no change.
        return await self.draw_scene(
            shown.game.name, scene, renderer, footer, changes(before, shown.game.scene(shown.view))
        )

    async def draw_scene(
        self,
        title: str,
        scene: Scene,
        renderer: Renderer,
        footer: Text | None = None,
        changed: Changes = NO_CHANGES,
    ) -> Picture | None:
        """The same for any scene below this title."""
        if not self._is_on:
            return None
        written = renderer.written.plain
        below = written.render(footer) if footer else None
        names = tuple(map(written.player, range(len(scene.places))))
        key = (title, scene, changed, names, str(written.locale), below)
        png = await self._draw(key, lambda: draw_table(title, scene, changed, written, below))
        if png is None:
            return None
        return Picture(png, alt_text(scene, written, footer), legend=_legend(range(len(scene.places)), renderer))

    async def draw_picking(self, title: str, picking: Picking, renderer: Renderer) -> Picture | None:
        """The cards of which a player picks some. They are among what the picture is remembered by, so it is theirs."""
        if not self._is_on:
            return None
        written = renderer.written.plain
        png = await self._draw((title, picking, str(written.locale)), lambda: draw_picking(title, picking, written))
        return None if png is None else Picture(png, picking_text(picking, written))

    async def draw_result(self, snapshot: Snapshot, renderer: Renderer) -> Picture | None:
        """A finished game: its result, or its last position if it has none to show."""
        result = result_of(snapshot, renderer)
        if result is None or not self._is_on:
            return await self.draw(snapshot, renderer, ending(snapshot))
        written, title = renderer.written.plain, snapshot.game.name
        seats = range(len(snapshot.table.seats))
        names = tuple(map(written.player, seats))
        png = await self._draw((title, result, names, str(written.locale)), lambda: draw_result(title, result, written))
        if png is None:
            return None
        return Picture(png, fitting(result_sentences(snapshot, result, written)), legend=_legend(seats, renderer))

    async def draw_other(
        self, key: Hashable, renderer: Renderer, draw: Callable[[], bytes], alt: str, players: Iterable[int]
    ) -> Picture | None:
        """What is no table of cards: ``draw`` draws what ``key`` and the names of this reader determine.

        ``players`` are those whom it shows, by the numbers by which the reader knows them.
        """
        if not self._is_on:
            return None
        names = tuple(sorted(renderer.names.items()))
        png = await self._draw((key, names, str(renderer.locale)), draw)
        return None if png is None else Picture(png, alt, legend=_legend(players, renderer))

    async def _draw(self, key: object, draw: Callable[[], bytes]) -> bytes | None:
        """What has been drawn under this key, or is drawn now; ``None`` if that fails."""
        png = self._drawn.get(key)
        if png is None:
            async with self._one_at_a_time:
                png = await _in_thread(draw)
            if png is not None:
                self._drawn[key] = png
        return png


def _legend(players: Iterable[int], renderer: Renderer) -> tuple[str, ...]:
    """Who is meant by each number that stands in a picture for a name whose letters its font lacks."""
    marked, words = replace(renderer, marked=True), Words(renderer.written.plain)
    numbered = [player for player in players if player in renderer.names and words.is_replaced(player)]
    return tuple(f"{words.name(player)}: {marked.player(player)}" for player in numbered)


async def _in_thread(draw: Callable[[], bytes]) -> bytes | None:
    """The result of drawing in a worker thread; a table that cannot be drawn is shown in words."""
    try:
        return await asyncio.to_thread(draw)
    except Exception:
        _log.exception("A table could not be drawn")
        return None
