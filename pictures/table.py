"""Draws a table: what everybody may see of a scene, legible even on a phone."""

from engines.scenes import Scene
from engines.texts import Renderer
from pictures.arrangement import arrange
from pictures.canvas import Box, Canvas
from pictures.changes import Changes, changes
from pictures.columns import draw_columns
from pictures.frame import BODY_TOP, FOOTER, MARGIN, draw_footer, draw_headline
from pictures.lettering import Words, drawable
from pictures.palette import SOFT
from pictures.seats import draw_lobby
from pictures.signs import Sign
from pictures.strip import draw_strip

__all__ = ["Changes", "changes", "draw_blank", "draw_table"]

_BODY = Box(MARGIN, BODY_TOP, FOOTER.width, FOOTER.y - 10 - BODY_TOP)


def draw_blank(title: str, told: str) -> bytes:
    """A PNG of the same size without a table, with this sentence."""
    canvas = Canvas()
    draw_headline(canvas, drawable(title), "")
    canvas.words(drawable(told), *_BODY.middle, 46, SOFT, _BODY.width, "m")
    return canvas.png()


def draw_table(title: str, scene: Scene, changed: Changes, renderer: Renderer, footer: str | None = None) -> bytes:
    """A PNG of the table. ``footer``, such as the result, replaces what the scene is waiting for.

    The picture shows only what the scene contains, so a scene from ``view(None)`` is safe for everybody to see.
    """
    canvas, words = Canvas(), Words(renderer)
    table = arrange(scene, changed)
    draw_headline(canvas, drawable(title), words.text(scene.headline))
    body = _BODY if footer or scene.waiting else _BODY.without(bottom=-FOOTER.height)
    if table.is_lobby:
        draw_lobby(canvas, words, body, table.seats)
    elif table.has_panels:
        draw_columns(canvas, words, body, table)
    else:
        draw_strip(canvas, words, body, table)
    if footer:
        draw_footer(canvas, drawable(footer), None)
    elif scene.waiting is not None:
        draw_footer(canvas, words.text(scene.waiting), Sign.TURN)
    return canvas.png()
