"""Draws a table: what everybody may see of a scene, legible even on a phone."""

from engines.scenes import Scene
from engines.texts import Renderer
from pictures.arrangement import arrange
from pictures.canvas import SIZE, Box, Canvas
from pictures.changes import Changes, changes
from pictures.columns import draw_columns
from pictures.lettering import Words, drawable, width
from pictures.palette import AMBER, ON_AMBER, SOFT, TAB, TEXT
from pictures.seats import draw_lobby
from pictures.signs import Sign
from pictures.strip import draw_strip

__all__ = ["Changes", "changes", "draw_table"]

_MARGIN = 16
_HEAD = 62
_FOOTER = Box(_MARGIN, 642, SIZE[0] - 2 * _MARGIN, 46)
_BODY = Box(_MARGIN, _HEAD, _FOOTER.width, _FOOTER.y - 10 - _HEAD)


def draw_table(title: str, scene: Scene, changed: Changes, renderer: Renderer, footer: str | None = None) -> bytes:
    """A PNG of the table. ``footer``, such as the result, replaces what the scene is waiting for.

    The picture shows only what the scene contains, so a scene from ``view(None)`` is safe for everybody to see.
    """
    canvas, words = Canvas(), Words(renderer)
    table = arrange(scene, changed)
    _draw_headline(canvas, drawable(title), words.text(scene.headline))
    body = _BODY if footer or scene.waiting else _BODY.without(bottom=-_FOOTER.height)
    if table.is_lobby:
        draw_lobby(canvas, words, body, table.seats)
    elif table.has_panels:
        draw_columns(canvas, words, body, table)
    else:
        draw_strip(canvas, words, body, table)
    if footer:
        _draw_footer(canvas, drawable(footer), None)
    elif scene.waiting is not None:
        _draw_footer(canvas, words.text(scene.waiting), Sign.TURN)
    return canvas.png()


def _draw_headline(canvas: Canvas, title: str, headline: str) -> None:
    """Draw the game's name, and in smaller text where the game stands."""
    room = SIZE[0] - 2 * _MARGIN - 4
    x = _MARGIN + 4
    x += round(canvas.words(title, x, 32, 34, TEXT, room)) + 20
    room -= x - _MARGIN - 4
    size = 28 if width(headline, 28) <= room else 26
    canvas.words(headline, x, 32, size, SOFT, max(0, room))


def _draw_footer(canvas: Canvas, text: str, sign: Sign | None) -> None:
    """Draw what the game is waiting for, in amber, or without an icon how it ended."""
    ground, ink = (AMBER, ON_AMBER) if sign is not None else (TAB, AMBER)
    canvas.fill(_FOOTER, ground, 12)
    x, middle = _FOOTER.x + 18, _FOOTER.middle[1]
    if sign is not None:
        x += canvas.sign(sign, x, middle, 24, ink) + 10
    room = _FOOTER.right - 16 - x
    canvas.words(text, x, middle, 30 if width(text, 30) <= room else 26, ink, room)
