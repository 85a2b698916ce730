"""Ranks and suits as shapes, shared by table pictures and card emojis."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from pictures.lettering import inked

Point = tuple[float, float]

RANK_SIZE = 400
"""The font size in which ranks are drawn before scaling down."""
_SMOOTH = 4
"""Pips are drawn this many times larger and scaled down, for smooth edges."""


@lru_cache(maxsize=16)
def rank_letters(rank: str) -> Image.Image:
    """A rank as a large mask, with the ten as two digits."""
    return inked("10" if rank == "T" else rank, RANK_SIZE)[0]


@lru_cache(maxsize=256)
def pip(suit: str, width: int, height: int) -> Image.Image:
    """The pip of a suit as a mask."""
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH), 0)
    pen = ImageDraw.Draw(mask)
    for shape in suit_shapes(suit):
        pen.polygon([((x + 1) / 2 * mask.width, (y + 1) / 2 * mask.height) for x, y in shape], fill=255)
    return mask.reduce(_SMOOTH)


def suit_shapes(suit: str) -> list[list[Point]]:
    """The pip of a suit as polygons in a square from (-1, -1) to (1, 1), y downwards."""
    match suit:
        case "D":
            return [[(0, -1), (0.86, 0), (0, 1), (-0.86, 0)]]
        case "H":
            return [_heart(1)]
        case "S":
            return [[(x, y * 0.84 - 0.16) for x, y in _heart(-1)], _stem()]
        case _:
            return [circle(0, -0.54, 0.45), circle(-0.55, 0.22, 0.45), circle(0.55, 0.22, 0.45), _stem()]


def circle(x: float, y: float, radius: float) -> list[Point]:
    """A circle as a polygon."""
    return [
        (x + radius * math.cos(2 * math.pi * step / 60), y + radius * math.sin(2 * math.pi * step / 60))
        for step in range(60)
    ]


def _heart(up: int) -> list[Point]:
    """A heart; with ``up`` -1 it is upside down."""
    points = []
    for step in range(120):
        angle = 2 * math.pi * step / 120
        x = math.sin(angle) ** 3
        y = -(13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)) / 15
        points.append((x, up * (y - 0.12)))
    return points


def _stem() -> list[Point]:
    """The stem of a club or a spade."""
    return [(-0.13, -0.1), (0.13, -0.1), (0.15, 0.55), (0.42, 1), (-0.42, 1), (-0.15, 0.55)]
