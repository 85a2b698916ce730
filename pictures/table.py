"""Draws a table: whose turn it is, what everybody may see of a scene, and what happened last."""

from engines.scenes import Scene
from engines.texts import Renderer, say
from pictures.arrangement import arrange
from pictures.canvas import SIZE, Box, Canvas
from pictures.changes import Changes, changes
from pictures.facing import draw_facing
from pictures.frame import BAR, MARGIN, draw_turn_bar
from pictures.lettering import Words, drawable
from pictures.palette import SOFT
from pictures.seats import draw_lobby
from pictures.signs import Sign
from pictures.strip import draw_strip

__all__ = ["Changes", "changes", "draw_blank", "draw_table"]

_BODY = Box(MARGIN, BAR.bottom + 10, SIZE[0] - 2 * MARGIN, SIZE[1] - 10 - (BAR.bottom + 10))


def draw_blank(title: str, told: str) -> bytes:
    """A PNG of the same size without a table, with this sentence."""
    canvas = Canvas()
    draw_turn_bar(canvas, drawable(title), (), None)
    canvas.words(drawable(told), *_BODY.middle, 46, SOFT, _BODY.width, "m")
    return canvas.png()


def draw_table(title: str, scene: Scene, changed: Changes, renderer: Renderer, footer: str | None = None) -> bytes:
    """A PNG of the table. ``footer``, such as the result, replaces what the scene is waiting for.

    The picture shows only what the scene contains, so a scene from ``view(None)`` is safe for everybody to see.
    """
    canvas, words = Canvas(), Words(renderer, scene.viewer)
    table = arrange(scene, changed)
    name, headline = drawable(title), words.text(scene.headline)
    beside = f"{name} · {headline}", headline, name
    if footer:
        draw_turn_bar(canvas, drawable(footer), beside, None)
    elif scene.waiting is not None:
        is_asked = scene.viewer in table.to_act
        draw_turn_bar(canvas, words.text(say("Your turn") if is_asked else scene.waiting), beside, Sign.TURN)
    else:
        draw_turn_bar(canvas, name, (headline,), None)
    with_cards = Words(renderer, scene.viewer, whole_cards=True)
    beats = [with_cards.text(beat) for beat in scene.told]
    if table.is_lobby:
        draw_lobby(canvas, words, _BODY, table.seats)
    elif table.has_panels:
        draw_facing(canvas, words, _BODY, table, beats)
    else:
        draw_strip(canvas, words, _BODY, table, beats)
    return canvas.png()
