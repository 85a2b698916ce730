"""Draws the card faces that the bot uploads as application emojis: ``python assets/draw_cards.py``.

Discord shows the pictures 22 to 48 pixels high, so a face consists of a rank and a suit that are as large as possible.
Suits differ by shape and also by colour (a four-colour deck). The same version of Pillow always draws the same bytes.
"""

from __future__ import annotations

import math
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).resolve().parent / "cards"
SIZE = 128
SCALE = 4
"""Pictures are drawn this many times larger and then scaled down, which smooths the edges."""
RANKS = "A23456789TJQK"
COLOURS = {"C": "#0b7a3b", "D": "#1f5fd6", "H": "#d3202f", "S": "#15171c"}
PAPER, EDGE, BACK, BACK_LINE = "#ffffff", "#8a8f99", "#3b4cb8", "#aab4f5"
FILE_COLOURS = 32
"""The size of a picture's palette: enough for smooth edges at a tenth of the bytes."""

Point = tuple[float, float]


def main() -> None:
    """Draw all 52 faces and the back into ``assets/cards``."""
    FOLDER.mkdir(exist_ok=True)
    for suit, colour in COLOURS.items():
        for rank in RANKS:
            _save(draw_face(rank, suit, colour), f"{rank}{suit}")
    _save(draw_back(), "back")


def draw_face(rank: str, suit: str, colour: str) -> Image.Image:
    """A face with the rank at the top left and the suit at the bottom right."""
    picture, pen = _blank_card(PAPER)
    _paste_rank(picture, "10" if rank == "T" else rank, colour)
    shapes = [[_on_card(point) for point in shape] for shape in suit_shapes(suit)]
    for shape in shapes:  # outlined in the paper's colour first, to separate the suit from the rank
        pen.line([*shape, *shape[:2]], fill=PAPER, width=8 * SCALE, joint="curve")
    for shape in shapes:
        pen.polygon(shape, fill=colour)
    return picture


def draw_back() -> Image.Image:
    """The back: a lattice inside a frame."""
    picture, pen = _blank_card(BACK)
    inset = 18 * SCALE
    far = SIZE * SCALE - inset
    for shift in range(-SIZE, SIZE, 23):
        for start, end in (((inset, shift), (far, shift + SIZE)), ((inset, shift + SIZE), (far, shift))):
            pen.line([(start[0], start[1] * SCALE), (end[0], end[1] * SCALE)], fill=BACK_LINE, width=5 * SCALE)
    frame = Image.new("L", picture.size, 0)
    ImageDraw.Draw(frame).rounded_rectangle([inset, inset, far, far], 10 * SCALE, fill=255)
    plain, plain_pen = _blank_card(BACK)
    plain.paste(picture, mask=frame)
    plain_pen.rounded_rectangle([inset, inset, far, far], 10 * SCALE, outline=BACK_LINE, width=5 * SCALE)
    return plain


def suit_shapes(suit: str) -> list[list[Point]]:
    """The suit symbol as polygons in the square from (-1, -1) to (1, 1), with y pointing down."""
    match suit:
        case "D":
            return [[(0, -1), (0.8, 0), (0, 1), (-0.8, 0)]]
        case "H":
            return [_heart(1)]
        case "S":
            return [[(x, y * 0.8 - 0.2) for x, y in _heart(-1)], _stem()]
        case _:
            return [_circle(0, -0.52, 0.46), _circle(-0.53, 0.2, 0.46), _circle(0.53, 0.2, 0.46), _stem()]


def _heart(up: int) -> list[Point]:
    """A heart; upside down if ``up`` is -1."""
    points = []
    for step in range(120):
        angle = 2 * math.pi * step / 120
        x = math.sin(angle) ** 3
        y = -(13 * math.cos(angle) - 5 * math.cos(2 * angle) - 2 * math.cos(3 * angle) - math.cos(4 * angle)) / 15
        points.append((x, up * (y - 0.12)))
    return points


def _circle(x: float, y: float, radius: float) -> list[Point]:
    return [
        (x + radius * math.cos(2 * math.pi * step / 60), y + radius * math.sin(2 * math.pi * step / 60))
        for step in range(60)
    ]


def _stem() -> list[Point]:
    """The foot of a club or a spade."""
    return [(-0.12, -0.1), (0.12, -0.1), (0.14, 0.55), (0.42, 1), (-0.42, 1), (-0.14, 0.55)]


def _on_card(point: Point) -> Point:
    """Map a point of the suit symbol to the enlarged card."""
    x, y = point
    return (88 + 29 * x) * SCALE, (89 + 30 * y) * SCALE


def _blank_card(paper: str) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    box = [4 * SCALE, 0, 124 * SCALE - 1, SIZE * SCALE - 1]
    pen.rounded_rectangle(box, 20 * SCALE, fill=paper, outline=EDGE, width=4 * SCALE)
    return picture, pen


def _paste_rank(picture: Image.Image, text: str, colour: str) -> None:
    """Write the rank, scaled to the height that all ranks share and limited to the card's width."""
    font = ImageFont.load_default(80 * SCALE)
    stroke = 4 * SCALE
    left, top, right, bottom = font.getbbox(text, stroke_width=stroke)
    letters = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)), 0)
    ImageDraw.Draw(letters).text((-left, -top), text, font=font, fill=255, stroke_width=stroke)
    width = min(letters.width * 64 * SCALE // letters.height, 64 * SCALE)
    letters = letters.resize((width, 64 * SCALE), Image.Resampling.LANCZOS)
    picture.paste(Image.new("RGBA", letters.size, colour), (12 * SCALE, 9 * SCALE), letters)


def _save(picture: Image.Image, name: str) -> None:
    small = picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
    small.quantize(FILE_COLOURS, method=Image.Quantize.FASTOCTREE).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
