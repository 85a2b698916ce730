"""Draw the card faces that the bot uploads as application emojis: ``python assets/draw_cards.py``.

Discord shows an emoji 22 pixels high in a line of text and 33 in a heading, so the rank fills the face, and colour and
a bold pip show the suit. Suits differ in shape as well as in colour (a four-colour deck). The same versions of Pillow
and the font produce the same bytes. The font is Noto Sans Bold (SIL Open Font License, see ``fonts/OFL.txt``).
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from engines.cards import RANKS
from pictures.palette import BACK, INKS, LATTICE, PAPER, Colour
from pictures.suits import Point, rank_letters, suit_shapes

FOLDER = Path(__file__).resolve().parent / "cards"
SIZE = 128
SCALE = 4
"""Faces are drawn this many times larger and scaled down, for smooth edges."""
EDGE = "#8a8f99"
FILE_COLOURS = 32
"""Colours in a file's palette: enough for smooth edges at a tenth of the size."""

RANK_CORNER = (9, 9)
RANK_BOX = (84, 86)
"""Width and height of a rank."""
RANK_BOXES = {"T": (96, 86), "A": (94, 86), "K": (94, 86), "Q": (92, 98), "J": (62, 86)}
"""The boxes of ranks that need a different shape: its tail would make the bowl of the Q smaller than other letters."""
PIP_CENTRE = (93, 94)
PIP_SIZES = {"C": (58, 58), "D": (54, 58), "H": (57, 54), "S": (56, 58)}
PIP_RIM = 5.5
"""Width of the paper-coloured rim that sets a pip off from the rank."""


def main() -> None:
    """Draw all 52 faces and the back into ``assets/cards``."""
    FOLDER.mkdir(exist_ok=True)
    for suit, colour in INKS.items():
        for rank in RANKS:
            _save(draw_face(rank, suit, colour), f"{rank}{suit}")
    _save(draw_back(), "back")


def draw_face(rank: str, suit: str, colour: Colour) -> Image.Image:
    """A face: the rank fills it, with the pip at the bottom right."""
    picture, card = _blank_card(PAPER)
    pen = ImageDraw.Draw(picture)
    _paste_rank(picture, rank, colour)
    shapes = [[_on_card(point, suit) for point in shape] for shape in suit_shapes(suit)]
    for shape in shapes:
        pen.line([*shape, *shape[:2]], fill=PAPER, width=round(2 * PIP_RIM * SCALE), joint="curve")
    for shape in shapes:
        pen.polygon(shape, fill=colour)
    # The rim of the pip ends at the card's edge, which is drawn over it.
    return _cut_to(picture, card, PAPER)


def draw_back() -> Image.Image:
    """The card back: a lattice in a frame."""
    picture, card = _blank_card(BACK)
    pen = ImageDraw.Draw(picture)
    inset = 18 * SCALE
    far = SIZE * SCALE - inset
    for shift in range(-SIZE, SIZE, 23):
        for start, end in (((inset, shift), (far, shift + SIZE)), ((inset, shift + SIZE), (far, shift))):
            pen.line([(start[0], start[1] * SCALE), (end[0], end[1] * SCALE)], fill=LATTICE, width=5 * SCALE)
    frame = Image.new("L", picture.size, 0)
    ImageDraw.Draw(frame).rounded_rectangle([inset, inset, far, far], 10 * SCALE, fill=255)
    plain, _ = _blank_card(BACK)
    plain.paste(picture, mask=frame)
    ImageDraw.Draw(plain).rounded_rectangle([inset, inset, far, far], 10 * SCALE, outline=LATTICE, width=5 * SCALE)
    return _cut_to(plain, card, BACK)


def _on_card(point: Point, suit: str) -> Point:
    """Where a point in a pip's square falls on the enlarged card."""
    (x, y), (width, height) = point, PIP_SIZES[suit]
    return (PIP_CENTRE[0] + x * width / 2) * SCALE, (PIP_CENTRE[1] + y * height / 2) * SCALE


def _blank_card(paper: Colour) -> tuple[Image.Image, Image.Image]:
    """A picture filled with paper, and the shape of the card on it."""
    picture = Image.new("RGBA", (SIZE * SCALE, SIZE * SCALE), paper)
    card = Image.new("L", picture.size, 0)
    ImageDraw.Draw(card).rounded_rectangle(_CARD_BOX, _CORNER, fill=255)
    return picture, card


_CARD_BOX = [2 * SCALE, 0, (SIZE - 2) * SCALE - 1, SIZE * SCALE - 1]
_CORNER = 18 * SCALE


def _cut_to(picture: Image.Image, card: Image.Image, paper: Colour) -> Image.Image:
    """The picture in the shape of the card, with an edge."""
    ImageDraw.Draw(picture).rounded_rectangle(
        _CARD_BOX, _CORNER, outline=EDGE if paper == PAPER else BACK, width=3 * SCALE
    )
    picture.putalpha(card)
    return picture


def _paste_rank(picture: Image.Image, rank: str, colour: Colour) -> None:
    """Write the rank, stretched to its box."""
    width, height = RANK_BOXES.get(rank, RANK_BOX)
    letters = rank_letters(rank).resize((width * SCALE, height * SCALE), Image.Resampling.LANCZOS)
    corner = (RANK_CORNER[0] * SCALE, RANK_CORNER[1] * SCALE)
    picture.paste(Image.new("RGBA", letters.size, colour), corner, letters)


def _save(picture: Image.Image, name: str) -> None:
    small = picture.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
    small.quantize(FILE_COLOURS, method=Image.Quantize.FASTOCTREE).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
