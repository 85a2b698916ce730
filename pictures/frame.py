"""The frame of every picture: the headline above, the footer below."""

from pictures.canvas import SIZE, Box, Canvas
from pictures.lettering import width
from pictures.palette import AMBER, ON_AMBER, SOFT, TAB, TEXT
from pictures.signs import Sign

MARGIN = 16
BODY_TOP = 62
FOOTER = Box(MARGIN, 642, SIZE[0] - 2 * MARGIN, 46)

HEADLINE_SIZES = tuple(range(46, 24, -2))
"""46 are 11 pixels where a phone shows the picture in 265."""


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
