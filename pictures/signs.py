"""Icons: what a number counts, whose turn it is, who has won, what is closed."""

import math
from enum import Enum
from functools import lru_cache

from PIL import Image, ImageDraw

from pictures.palette import AMBER, DAMAGE, EMPTY, LATTICE, SOFT, TEXT, Colour
from pictures.suits import Point, circle, suit_shapes

_SMOOTH = 4
_Shape = tuple[list[Point], bool]
"""A polygon in a square from (0, 0) to (1, 1), and whether to draw it (or cut it out)."""


def _box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _line(x: float, y: float, to_x: float, to_y: float, thickness: float) -> list[Point]:
    length = math.hypot(to_x - x, to_y - y)
    across, along = (to_y - y) / length * thickness / 2, (to_x - x) / length * thickness / 2
    return [
        (x + across, y - along),
        (to_x + across, to_y - along),
        (to_x - across, to_y + along),
        (x - across, y + along),
    ]


def _star() -> list[Point]:
    points = []
    for corner in range(10):
        angle, radius = math.pi * corner / 5, 0.22 if corner % 2 else 0.54
        points.append((0.5 + radius * math.sin(angle), 0.53 - radius * math.cos(angle)))
    return points


def _heart() -> list[Point]:
    return [((x + 1) / 2, (y + 1) / 2) for x, y in suit_shapes("H")[0]]


def _left_half() -> list[Point]:
    """The left half of the disc that fills the square."""
    return [point for point in circle(0.5, 0.5, 0.5) if point[0] <= 0.5]


class Sign(Enum):
    """An icon: its shapes and its colour."""

    HAND = (
        [(_box(0.28, 0, 0.9, 0.78), True), (_box(0.02, 0.16, 0.7, 1), False), (_box(0.1, 0.22, 0.64, 1), True)],
        SOFT,
    )
    DECK = (
        [
            (_box(0.1, 0, 0.9, 1), True),
            (_line(0.26, 0.16, 0.74, 0.84, 0.1), False),
            (_line(0.74, 0.16, 0.26, 0.84, 0.1), False),
        ],
        LATTICE,
    )
    TRICKS = ([(circle(0.5, 0.5, 0.5), True), (circle(0.5, 0.5, 0.36), False), (circle(0.5, 0.5, 0.24), True)], TEXT)
    POINTS = ([(_star(), True)], AMBER)
    PENALTY = (
        [
            ([(0.5, 0.02), (1, 0.97), (0, 0.97)], True),
            (_box(0.44, 0.36, 0.56, 0.68), False),
            (_box(0.44, 0.75, 0.56, 0.86), False),
        ],
        AMBER,
    )
    DAMAGE = ([(_heart(), True)], DAMAGE)
    WINS = (
        [
            (circle(0.2, 0.3, 0.2), True),
            (circle(0.8, 0.3, 0.2), True),
            (circle(0.2, 0.3, 0.1), False),
            (circle(0.8, 0.3, 0.1), False),
            ([(0.2, 0.02), (0.8, 0.02), (0.76, 0.42), (0.58, 0.62), (0.42, 0.62), (0.24, 0.42)], True),
            (_box(0.43, 0.58, 0.57, 0.86), True),
            (_box(0.24, 0.84, 0.76, 1), True),
        ],
        AMBER,
    )
    OUT = ([([(0.02, 0.55), (0.16, 0.42), (0.36, 0.64), (0.84, 0.06), (0.98, 0.18), (0.37, 0.92)], True)], AMBER)
    TURN = ([([(0, 0), (0.95, 0.5), (0, 1)], True)], AMBER)
    ARROW = ([([(0, 0.38), (0.5, 0.38), (0.5, 0.12), (1, 0.5), (0.5, 0.88), (0.5, 0.62), (0, 0.62)], True)], SOFT)
    CROWN = (
        [
            ([(0, 0.14), (0.25, 0.48), (0.5, 0.04), (0.75, 0.48), (1, 0.14), (0.9, 0.76), (0.1, 0.76)], True),
            (_box(0.1, 0.82, 0.9, 0.96), True),
        ],
        AMBER,
    )
    UP = ([([(0.5, 0.12), (1, 0.88), (0, 0.88)], True)], AMBER)
    DOWN = ([([(0.5, 0.88), (1, 0.12), (0, 0.12)], True), ([(0.5, 0.64), (0.78, 0.26), (0.22, 0.26)], False)], SOFT)
    LEVEL = ([(_box(0.05, 0.42, 0.95, 0.58), True)], SOFT)
    DISC = ([(circle(0.5, 0.5, 0.5), True)], AMBER)
    RING = ([(circle(0.5, 0.5, 0.5), True), (circle(0.5, 0.5, 0.36), False)], SOFT)
    HALF_DISC = ([(circle(0.5, 0.5, 0.5), True), (circle(0.5, 0.5, 0.36), False), (_left_half(), True)], SOFT)
    DOT = ([(circle(0.5, 0.5, 0.18), True)], EMPTY)
    LOCK = (
        [
            (circle(0.5, 0.34, 0.31), True),
            (circle(0.5, 0.34, 0.18), False),
            (_box(0.19, 0.34, 0.81, 0.5), False),
            (_box(0.19, 0.34, 0.32, 0.5), True),
            (_box(0.68, 0.34, 0.81, 0.5), True),
            (_box(0.08, 0.46, 0.92, 1), True),
        ],
        TEXT,
    )
    SWORD = (
        [
            (_line(0.24, 0.76, 0.9, 0.1, 0.17), True),
            ([(0.8, 0.06), (1, 0), (0.94, 0.2)], True),
            (_line(0.14, 0.52, 0.48, 0.86, 0.13), True),
            (_line(0.02, 0.98, 0.3, 0.7, 0.15), True),
        ],
        SOFT,
    )
    SHIELD = (
        [
            (
                [(0.5, 0), (0.92, 0.14), (0.92, 0.5), (0.82, 0.74), (0.5, 1), (0.18, 0.74), (0.08, 0.5), (0.08, 0.14)],
                True,
            )
        ],
        SOFT,
    )

    @property
    def colour(self) -> Colour:
        """Its default colour."""
        return self.value[1]


@lru_cache(maxsize=64)
def sign_mask(sign: Sign, size: int) -> Image.Image:
    """An icon as a square mask."""
    large = size * _SMOOTH
    mask = Image.new("L", (large, large), 0)
    pen = ImageDraw.Draw(mask)
    shapes: list[_Shape] = sign.value[0]
    for shape, is_drawn in shapes:
        pen.polygon([(x * large, y * large) for x, y in shape], fill=255 if is_drawn else 0)
    return mask.reduce(_SMOOTH)
