"""Cards: rank and suit fill the card, so that they can be read on a phone."""

from functools import lru_cache

from PIL import Image, ImageDraw

from engines.cards import CARD_TEXTS, Card
from pictures.canvas import Box, Canvas, rounded, scaled
from pictures.palette import BACK, CHANGED, CLOSED, EDGE, INKS, LATTICE, PAPER
from pictures.suits import pip, rank_letters

TALL = 1.22
"""From this ratio of height to width, a card has its rank above its pip; otherwise next to it."""
STRETCH = 1.12
"""How far a rank may be stretched beyond the font's width."""
_LATTICE_STEP = 20


def corner(box: Box) -> int:
    """The radius of a card's corners."""
    return max(4, round(0.09 * min(box.width, box.height)))


def draw_card(
    canvas: Canvas, box: Box, card: Card | None, *, visible: int | None = None, is_closed: bool = False
) -> None:
    """Draw a card, face down if ``card`` is ``None``. Only ``visible`` pixels on the left of a covered card show."""
    if box.width < 6 or box.height < 6:
        return
    shown = box.width if visible is None else min(visible, box.width)
    face = _back(box.width, box.height) if card is None else _face(card, box.width, box.height, shown, is_closed)
    canvas.paste(face, box.x, box.y, rounded(*face.size, scaled(corner(box))))


def draw_ring(canvas: Canvas, box: Box) -> None:
    """Draw the ring around a card that is new since the last turn."""
    canvas.frame(box.grown(8), CHANGED, 6, corner(box) + 7)


@lru_cache(maxsize=500)
def _face(card: Card, width: int, height: int, visible: int, is_closed: bool) -> Image.Image:
    rank, suit = CARD_TEXTS[card]
    face = _paper(width, height, is_closed).copy()
    rank_box, pip_box = (_tall if height >= TALL * visible else _squat)(rank, visible, height)
    rank_box, pip_box = rank_box.pixels, pip_box.pixels
    face.paste(INKS[suit], rank_box[:2], _letters(rank, rank_box.width, rank_box.height))
    face.paste(INKS[suit], pip_box[:2], pip(suit, pip_box.width, pip_box.height))
    return face


@lru_cache(maxsize=64)
def _paper(width: int, height: int, is_closed: bool) -> Image.Image:
    return _in_pixels(_blank(width, height, CLOSED if is_closed else PAPER))


def _tall(rank: str, width: int, height: int) -> tuple[Box, Box]:
    """The boxes of rank and pip: rank above, pip below."""
    tall = round(0.52 * height)
    wide = _rank_width(rank, tall, 0.8 * width if width > 60 else width - 8)
    pip_size = max(4, min(round(0.34 * height), width - 10))
    top = round(0.06 * height)
    tail = round(0.12 * tall) if rank == "Q" else 0
    left_over = height - top - tall - pip_size
    return (
        Box((width - wide) // 2, top, wide, tall + tail),
        Box((width - pip_size) // 2, top + tall + round(0.45 * left_over) + tail // 4, pip_size, pip_size),
    )


def _squat(rank: str, width: int, height: int) -> tuple[Box, Box]:
    """The boxes of rank and pip: rank on the left, pip at the lower right."""
    pip_size = max(4, min(round(0.36 * width), round(0.5 * height)))
    tall = max(4, round(0.76 * height))
    wide = _rank_width(rank, tall, max(4, width - pip_size - 13))
    tail = round(0.1 * tall) if rank == "Q" else 0
    rank_left = max(6, (width - pip_size - 7 - wide) // 2)
    return (
        Box(rank_left, (height - tall) // 2, wide, tall + tail),
        Box(width - pip_size - 5, height - pip_size - 6, pip_size, pip_size),
    )


def _rank_width(rank: str, height: int, room: float) -> int:
    letters = rank_letters(rank)
    # The tail of the Q makes its mask taller than the letter.
    own_height = letters.height / 1.2 if rank == "Q" else letters.height
    return max(2, round(min(room, STRETCH * letters.width / own_height * height)))


@lru_cache(maxsize=512)
def _letters(rank: str, width: int, height: int) -> Image.Image:
    """A rank in this size, for all suits: making it small takes longer than the rest of a card."""
    return rank_letters(rank).resize((width, height), Image.Resampling.LANCZOS)


@lru_cache(maxsize=32)
def _back(width: int, height: int) -> Image.Image:
    smooth = 3
    back = _blank(width, height, BACK)
    inset = max(4, round(0.1 * width))
    inner = (max(1, width - 2 * inset), max(1, height - 2 * inset))
    lattice = Image.new("RGB", (inner[0] * smooth, inner[1] * smooth), BACK)
    pen = ImageDraw.Draw(lattice)
    step = _LATTICE_STEP * smooth
    for start in range(-lattice.height - step // 2, lattice.width + step, step):
        for x, end in ((start, start + lattice.height), (start + lattice.height, start)):
            pen.line([(x, 0), (end, lattice.height)], LATTICE, 3 * smooth)
    back.paste(lattice.reduce(smooth), (inset, inset))
    return _in_pixels(back)


def _in_pixels(card: Image.Image) -> Image.Image:
    """A card that was drawn in units, as it is pasted."""
    return card.resize((scaled(card.width), scaled(card.height)), Image.Resampling.HAMMING)


def _blank(width: int, height: int, paper: tuple[int, int, int]) -> Image.Image:
    """A blank card with an edge; its corners are rounded off when it is pasted."""
    blank = Image.new("RGB", (width, height), EDGE)
    inner = (max(1, width - 4), max(1, height - 4))
    blank.paste(paper, (2, 2), rounded(*inner, max(2, round(0.09 * min(width, height)) - 2)))
    return blank
