"""The canvas that a table is drawn on: boxes, masks, text, and the resulting PNG."""

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from pictures.lettering import ARROW, CAPITAL, SCALE, SIGN_WIDTH, clip, inked_words, parts, width
from pictures.palette import EMPTY, TABLE, Colour, palette
from pictures.signs import Sign, sign_mask
from pictures.suits import pip

SIZE = (1100, 700)
"""The units in which everything is placed. Always the same, so that an edited message does not jump."""
PIXELS = round(SIZE[0] * SCALE), round(SIZE[1] * SCALE)
_SMOOTH = 4


def scaled(size: float) -> int:
    """A size or a position in pixels."""
    return round(size * SCALE)


class Box(NamedTuple):
    """A rectangle in the picture."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column to its right."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[int, int]:
        """Its centre."""
        return self.x + self.width // 2, self.y + self.height // 2

    def grown(self, by: int) -> "Box":
        """The box enlarged by a margin, or shrunk if ``by`` is negative."""
        return Box(self.x - by, self.y - by, max(0, self.width + 2 * by), max(0, self.height + 2 * by))

    def across(self, count: int, gap: int) -> list["Box"]:
        """The box divided into columns of equal width."""
        size = (self.width - gap * (count - 1)) // count
        return [Box(self.x + number * (size + gap), self.y, size, self.height) for number in range(count)]

    def down(self, count: int, gap: int) -> list["Box"]:
        """The box divided into rows of equal height."""
        size = (self.height - gap * (count - 1)) // count
        return [Box(self.x, self.y + number * (size + gap), self.width, size) for number in range(count)]

    @property
    def pixels(self) -> "Box":
        """The box in pixels. Boxes that touch still do."""
        left, top = scaled(self.x), scaled(self.y)
        return Box(left, top, scaled(self.right) - left, scaled(self.bottom) - top)

    def without(self, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> "Box":
        """The box with strips cut off."""
        return Box(self.x + left, self.y + top, max(0, self.width - left - right), max(0, self.height - top - bottom))


class Canvas:
    """A picture being drawn. Positions and sizes are in units."""

    def __init__(self) -> None:
        self._image = Image.new("RGB", PIXELS, TABLE)

    def fill(self, box: Box, colour: Colour, radius: int = 14) -> None:
        """Draw a filled box with rounded corners."""
        area = box.pixels
        if area.width > 0 and area.height > 0:
            curve = min(scaled(radius), area.width // 2, area.height // 2)
            self._paste_ends(area, colour, curve, _ends(area.width, curve))
            # What has no curves needs no mask, which costs four times as much.
            self._image.paste(colour, (area.x, area.y + curve, area.right, area.bottom - curve))

    def outline(self, box: Box, line: Colour, inside: Colour, thickness: int, radius: int = 14) -> None:
        """Draw a box of colour ``inside`` with an outline of colour ``line``."""
        self.fill(box, line, radius)
        self.fill(box.grown(-thickness), inside, max(2, radius - thickness))

    def frame(self, box: Box, line: Colour, thickness: int, radius: int) -> None:
        """Draw only an outline, leaving the inside alone."""
        if min(box.width, box.height) > 2 * thickness:
            area, side = box.pixels, max(1, scaled(thickness))
            curve = min(max(scaled(radius), side), area.height // 2)
            self._paste_ends(area, line, curve, _ring_ends(area.width, curve, side, scaled(radius)))
            for left in (area.x, area.right - side):
                self._image.paste(line, (left, area.y + curve, left + side, area.bottom - curve))

    def _paste_ends(self, area: Box, colour: Colour, curve: int, ends: tuple[Image.Image, Image.Image]) -> None:
        """Draw the upper and the lower end of an area, as far as its corners are curved, in these shapes."""
        if curve:
            upper, lower = ends
            self._image.paste(colour, (area.x, area.y), upper)
            self._image.paste(colour, (area.x, area.bottom - curve), lower)

    def empty_place(self, box: Box) -> None:
        """Draw the outline of a missing card."""
        self.frame(box, EMPTY, 4, 8)

    def paste(self, picture: Image.Image, x: int, y: int, mask: Image.Image) -> None:
        """Paste a small picture, whose size is in pixels, in the shape of ``mask``."""
        self._image.paste(picture, (scaled(x), scaled(y)), mask)

    def sign(self, sign: Sign, x: float, middle: float, height: int, colour: Colour | None = None) -> int:
        """Draw an icon next to text with its capitals centred at ``middle``; return the icon's width."""
        mask = sign_mask(sign, max(1, scaled(height)))
        self._image.paste(colour or sign.colour, (scaled(x), scaled(middle - height / 2)), mask)
        return height

    def line(self, points: Sequence[tuple[float, float]], thickness: int, colour: Colour) -> None:
        """Draw a line through these points."""
        points, thickness = [(x * SCALE, y * SCALE) for x, y in points], max(1, scaled(thickness))
        left, top = (int(min(point[axis] for point in points)) - thickness for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in points)) + thickness for axis in (0, 1))
        mask = Image.new("L", ((right - left) * _SMOOTH, (bottom - top) * _SMOOTH), 0)
        moved = [((x - left) * _SMOOTH, (y - top) * _SMOOTH) for x, y in points]
        ImageDraw.Draw(mask).line(moved, 255, thickness * _SMOOTH, "curve")
        self._image.paste(colour, (left, top), mask.reduce(_SMOOTH))

    def pip(self, suit: str, x: float, middle: float, size: int, colour: Colour) -> None:
        """Draw the pip of a suit, ``size`` wide and high, starting at ``x``."""
        wide = max(1, scaled(size))
        self._image.paste(colour, (scaled(x), scaled(middle - size / 2)), pip(suit, wide, wide))

    def words(
        self, text: str, x: float, middle: float, size: int, colour: Colour, room: float | None = None, at: str = "l"
    ) -> float:
        """Draw text on one line, clipped to the available ``room``; return its width.

        ``x`` is its left edge, centre or right edge (``at`` "l", "m" or "r"); its capitals are centred at ``middle``.
        """
        if room is not None:
            text = clip(text, size, room)
        wide = width(text, size)
        x -= {"l": 0, "m": wide / 2, "r": wide}[at]
        baseline = scaled(middle + CAPITAL * size / 2)
        for part, is_sign in parts(text):
            if part == ARROW:
                self.sign(Sign.ARROW, x + 0.05 * size, middle, round(0.76 * size), colour)
                x += SIGN_WIDTH * size
            elif is_sign:
                suit = "CDHS"["♣♦♥♠".index(part)]
                self.pip(suit, x + 0.05 * size, middle, round(0.76 * size), colour)
                x += SIGN_WIDTH * size
            else:
                for mask, left, top in inked_words(part, size):
                    self._image.paste(colour, (scaled(x) + left, baseline + top), mask)
                x += width(part, size)
        return wide

    def png(self, height: int = SIZE[1]) -> bytes:
        """The PNG file, down to this row: a fixed palette, no dithering, no metadata."""
        file = BytesIO()
        # Level 3 takes less than half the time of the default 6, for a file that is a quarter larger.
        shown = self._image if height == SIZE[1] else self._image.crop((0, 0, PIXELS[0], scaled(height)))
        shown.quantize(palette=palette(), dither=Image.Dither.NONE).save(file, "PNG", compress_level=3)
        return file.getvalue()


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """The mask of a box with rounded corners."""
    radius = min(radius, width // 2, height // 2)
    mask = Image.new("L", (width, height), 255)
    if radius > 0:
        corner = _corner(radius)
        far_x, far_y = width - radius, height - radius
        mask.paste(corner, (0, 0))
        mask.paste(corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (far_x, 0))
        mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, far_y))
        mask.paste(corner.transpose(Image.Transpose.ROTATE_180), (far_x, far_y))
    return mask


@lru_cache(maxsize=256)
def _ends(width: int, curve: int) -> tuple[Image.Image, Image.Image]:
    return _halves(rounded(width, 2 * curve, curve))


@lru_cache(maxsize=256)
def _ring_ends(width: int, curve: int, thickness: int, radius: int) -> tuple[Image.Image, Image.Image]:
    return _halves(_ring(width, 2 * curve, thickness, radius))


def _ring(width: int, height: int, thickness: int, radius: int) -> Image.Image:
    mask = rounded(width, height, radius).copy()
    inner = rounded(width - 2 * thickness, height - 2 * thickness, max(0, radius - thickness))
    mask.paste(0, (thickness, thickness), inner)
    return mask


def _halves(mask: Image.Image) -> tuple[Image.Image, Image.Image]:
    """The upper and the lower half of a mask."""
    middle = mask.height // 2
    return mask.crop((0, 0, mask.width, middle)), mask.crop((0, middle, mask.width, mask.height))


@lru_cache(maxsize=64)
def _corner(radius: int) -> Image.Image:
    """A quarter of a disc: the upper left corner."""
    large = Image.new("L", (radius * _SMOOTH, radius * _SMOOTH), 0)
    ImageDraw.Draw(large).ellipse([0, 0, 2 * large.width - 1, 2 * large.height - 1], fill=255)
    return large.reduce(_SMOOTH)
