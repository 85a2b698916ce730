"""The colours of a table picture, and the fixed palette of its file."""

from collections.abc import Iterator
from functools import cache
from itertools import product

from PIL import Image, ImageColor

Colour = tuple[int, int, int]


def _rgb(code: str) -> Colour:
    return ImageColor.getrgb(code)[:3]


TABLE = _rgb("#24473e")
PANEL = _rgb("#18322c")
PANEL_ON_TURN = _rgb("#2d5a4d")
TAB = _rgb("#0c1f1a")
"""Tabs with names, badges with numbers."""
TEXT = _rgb("#f5f8f6")
SOFT = _rgb("#bcd0c8")
AMBER = _rgb("#ffc233")
"""Turn, winner, points."""
ON_AMBER = _rgb("#1b1400")
CHANGED = _rgb("#5ad1ff")
"""Marks what is new since the last turn; nothing else has this colour."""
DAMAGE = _rgb("#e5484d")
EMPTY = _rgb("#8db8a6")
"""The outline of an empty card place."""
PAPER = _rgb("#ffffff")
CLOSED = _rgb("#c3cbc8")
EDGE = _rgb("#06110e")
BACK = _rgb("#3b4cb8")
LATTICE = _rgb("#aab4f5")
INKS = {"C": _rgb("#008054"), "D": _rgb("#0a46c4"), "H": _rgb("#dc100c"), "S": _rgb("#101216")}
"""Told apart also by those who see no red, no green or no blue."""

_GROUNDS = (TABLE, PANEL, PANEL_ON_TURN, TAB)
_EDGES: tuple[tuple[tuple[Colour, ...], tuple[Colour, ...], int], ...] = (
    ((TEXT, SOFT, AMBER), _GROUNDS, 3),
    ((EMPTY, DAMAGE, BACK), _GROUNDS[1:], 1),
    ((CHANGED,), (TABLE, PANEL, PANEL_ON_TURN), 3),
    ((CHANGED,), (PAPER, EDGE), 1),
    ((ON_AMBER,), (AMBER,), 5),
    (tuple(INKS.values()), (PAPER,), 5),
    (tuple(INKS.values()), (CLOSED,), 3),
    ((EDGE,), (PAPER, TABLE, CLOSED, BACK), 2),
    ((BACK,), (LATTICE,), 4),
    ((TEXT,), (DAMAGE,), 3),
)
"""Which colours meet, and how many shades smooth the edge between them."""


_APART = 8
"""The minimum difference in red, green or blue between a shade and every colour: colours are matched this coarsely."""


@cache
def palette() -> Image.Image:
    """An image with the palette: the colours, and the shades between those that meet."""
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([part for colour in (*_colours(), *_shades()) for part in colour])
    return carrier


def _colours() -> tuple[Colour, ...]:
    plain = (*_GROUNDS, TEXT, SOFT, AMBER, ON_AMBER, CHANGED, DAMAGE, EMPTY, PAPER, CLOSED, EDGE, BACK, LATTICE)
    return plain + tuple(INKS.values())


def _shades() -> Iterator[Colour]:
    for inks, grounds, steps in _EDGES:
        for (ink, ground), step in product(product(inks, grounds), range(1, steps + 1)):
            shade = _between(ink, ground, step / (steps + 1))
            if all(_difference(shade, colour) > _APART for colour in _colours()):
                yield shade


def _between(ink: Colour, ground: Colour, share: float) -> Colour:
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(ink, ground, strict=True))
    return red, green, blue


def _difference(colour: Colour, other: Colour) -> int:
    return max(abs(one - two) for one, two in zip(colour, other, strict=True))
