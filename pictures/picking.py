"""Draws the cards of which a player picks some: those that are in are raised, those that no longer fit are small.

The order never changes while the player picks, so that each card keeps its place.
"""

from engines.scenes import Picking
from engines.texts import Renderer, say
from pictures.canvas import SIZE, Box, Canvas
from pictures.cards import corner, draw_card
from pictures.frame import BODY_TOP, MARGIN, draw_footer, draw_headline
from pictures.lettering import Words, drawable, width
from pictures.palette import AMBER, ON_AMBER, SOFT, TAB, TEXT
from pictures.signs import Sign

_BAR = Box(MARGIN, BODY_TOP, SIZE[0] - 2 * MARGIN, 66)
_GRID = Box(20, 174, 1060, 460)
_ROWS = 3
_GAP = 12
_CARD = 106, 134
_RAISED, _AMBER_EDGE = 20, 7
_TICK = 38
_SMALL = 0.76
_TOTAL_SIZE, _LEFT_SIZE, _VALUE_SIZE = 46, 38, 34
_OTHERS_SIZES = (34, 46, 34)


def draw_picking(title: str, picking: Picking, renderer: Renderer) -> bytes:
    """A PNG of the cards, with a bar of what the picked ones are worth."""
    canvas, words = Canvas(), Words(renderer)
    total = words.text(say("{total} of {limit}", total=sum(picking.values), limit=picking.limit))
    draw_headline(canvas, drawable(title), words.text(picking.headline), free=round(width(total, _TOTAL_SIZE)) + 30)
    canvas.words(total, SIZE[0] - MARGIN - 4, 32, _TOTAL_SIZE, AMBER, at="r")
    _draw_bar(canvas, words, picking)
    columns = -(-(len(picking.cards) + 1) // _ROWS)
    across = (_GRID.width + _GAP) // max(columns, 1)
    wide = min(_CARD[0], across - _GAP)
    down = _GRID.height // _ROWS
    for place, (card, worth) in enumerate(zip(picking.cards, picking.worth, strict=True)):
        x, y = _GRID.x + place % columns * across, _GRID.y + place // columns * down
        box = Box(x, y, wide, _CARD[1])
        if card in picking.picked:
            _draw_picked(canvas, box, card)
        elif worth > picking.room:
            _draw_small(canvas, box, card)
        else:
            draw_card(canvas, box, card)
    last = len(picking.cards)
    place = Box(_GRID.x + last % columns * across, _GRID.y + last // columns * down, wide, _CARD[1])
    _draw_others(canvas, words, place, picking)
    draw_footer(canvas, words.text(picking.fitting), Sign.TURN)
    return canvas.png()


def _draw_bar(canvas: Canvas, words: Words, picking: Picking) -> None:
    """Draw a segment for each picked card, as wide as it is worth, and what is left."""
    canvas.fill(_BAR, TAB)
    inner = _BAR.grown(-4)
    spent = 0
    for value in picking.values:
        left, right = (inner.x + round(inner.width * part / max(picking.limit, 1)) for part in (spent, spent + value))
        segment = Box(left, inner.y, right - left - 4, inner.height)
        canvas.fill(segment, AMBER, 10)
        canvas.words(str(value), *segment.middle, _VALUE_SIZE, ON_AMBER, segment.width, "m")
        spent += value
    if picking.room:
        start = inner.x + round(inner.width * spent / max(picking.limit, 1))
        left, room = words.text(say("{count} left", count=picking.room)), inner.right - 32 - start
        shown = left if width(left, _LEFT_SIZE) <= room else str(picking.room)
        canvas.words(shown, inner.right - 16, inner.middle[1], _LEFT_SIZE, TEXT, room, "r")


def _draw_picked(canvas: Canvas, box: Box, card: int) -> None:
    """Draw a card that is in: raised, in an amber frame with a tick."""
    raised = box._replace(y=box.y - _RAISED)
    draw_card(canvas, raised, card)
    canvas.frame(raised.grown(_AMBER_EDGE), AMBER, _AMBER_EDGE, corner(raised) + _AMBER_EDGE)
    tick = Box(raised.right - _TICK // 2, raised.y - _TICK // 2, _TICK, _TICK)
    canvas.fill(tick, AMBER, _TICK // 2)
    canvas.sign(Sign.OUT, tick.x + 9, tick.middle[1], _TICK - 18, ON_AMBER)


def _draw_small(canvas: Canvas, box: Box, card: int) -> None:
    """Draw a card that no longer fits, on the same foot line."""
    wide, tall = round(box.width * _SMALL), round(box.height * _SMALL)
    draw_card(canvas, Box(box.x + (box.width - wide) // 2, box.bottom - tall, wide, tall), card, is_closed=True)


def _draw_others(canvas: Canvas, words: Words, box: Box, picking: Picking) -> None:
    """Draw what becomes of the other cards, in the place after the last card."""
    y = box.y + 8
    for text, size in zip(picking.others, _OTHERS_SIZES, strict=False):
        y += size // 2
        colour = TEXT if size == max(_OTHERS_SIZES) else SOFT
        canvas.words(words.text(text), box.middle[0], y, size, colour, box.width + 2 * _GAP, "m")
        y += size // 2 + 8
