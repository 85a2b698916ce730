"""The frame of every picture: the headline or the turn above, the footer or what has happened below."""

from collections.abc import Sequence

from pictures.canvas import SIZE, Box, Canvas
from pictures.lettering import width, wrap
from pictures.palette import AMBER, ON_AMBER, PANEL_ON_TURN, SOFT, TAB, TEXT
from pictures.signs import Sign

MARGIN = 16
BODY_TOP = 62
FOOTER = Box(MARGIN, 642, SIZE[0] - 2 * MARGIN, 46)

HEADLINE_SIZES = tuple(range(46, 24, -2))
"""46 are 11 pixels where a phone shows the picture in 265."""


BAR = Box(0, 0, SIZE[0], 74)
"""Whose turn it is and what for, across a table's picture."""
SMALLEST = 34
"""8 pixels where a phone shows the picture in 265."""
_STAGE_LINE = 42
_STAGE_LINES = 3


def draw_turn_bar(canvas: Canvas, told: str, beside: Sequence[str], sign: Sign | None) -> None:
    """Draw what the table waits for, in amber, or without an icon what it is; and on its right the first that fits."""
    ground, ink = (AMBER, ON_AMBER) if sign is not None else (TAB, AMBER)
    canvas.fill(BAR, ground, 0)
    x, middle = MARGIN + 6, BAR.middle[1]
    if sign is not None:
        x += canvas.sign(sign, x, middle, 34, ink) + 14
    room = SIZE[0] - MARGIN - x
    for size in (48, 42, 36):
        used = width(told, size)
        right = next((text for text in beside if used + 30 + width(text, SMALLEST) <= room), "")
        if right or size == 36:
            canvas.words(told, x, middle, size, ink, room)
            canvas.words(right, SIZE[0] - MARGIN, middle, SMALLEST, ink if sign is not None else SOFT, at="r")
            return


def draw_stage(canvas: Canvas, beats: Sequence[str]) -> int:
    """Draw what happened last at the lower edge, the latest beat below the others; return the height that it takes."""
    room, lines = SIZE[0] - 2 * MARGIN - 32, list[tuple[str, bool]]()
    for beat in reversed(beats):
        wrapped = wrap(beat, SMALLEST, room, _STAGE_LINES)
        if len(lines) + len(wrapped) > _STAGE_LINES:
            break
        lines[:0] = [(line, beat is beats[-1]) for line in wrapped]
    if not lines:
        return 0
    band = Box(MARGIN, 0, SIZE[0] - 2 * MARGIN, len(lines) * _STAGE_LINE + 16)
    band = band._replace(y=SIZE[1] - 8 - band.height)
    canvas.fill(band, PANEL_ON_TURN)
    for number, (line, is_latest) in enumerate(lines):
        middle = band.y + 8 + round((number + 0.5) * _STAGE_LINE)
        canvas.words(line, band.x + 16, middle, SMALLEST, TEXT if is_latest else SOFT, room)
    return band.height + 10


def draw_headline(canvas: Canvas, title: str, headline: str, *, free: int = 0) -> None:
    """Draw the game's name and where the game stands, as large as they fit side by side, with room on the right."""
    left, gap = MARGIN + 4, 20
    room = SIZE[0] - MARGIN - left - free
    fitting = (size for size in HEADLINE_SIZES if width(title, size) + gap + width(headline, size) <= room)
    size = next(fitting, HEADLINE_SIZES[-1])
    x = left + canvas.words(title, left, 32, size, TEXT, room) + gap
    canvas.words(headline, x, 32, size, SOFT, max(0, left + room - x))


def draw_footer(canvas: Canvas, text: str, sign: Sign | None) -> None:
    """Draw what the game is waiting for, in amber, or without an icon how it ended."""
    ground, ink = (AMBER, ON_AMBER) if sign is not None else (TAB, AMBER)
    canvas.fill(FOOTER, ground, 12)
    x, middle = FOOTER.x + 18, FOOTER.middle[1]
    if sign is not None:
        x += canvas.sign(sign, x, middle, 24, ink) + 10
    room = FOOTER.right - 16 - x
    canvas.words(text, x, middle, 30 if width(text, 30) <= room else 26, ink, room)
