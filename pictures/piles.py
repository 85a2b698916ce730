"""Piles: the top card, edges that show its height, a badge with the count, and a tab with the name."""

from collections.abc import Sequence
from dataclasses import dataclass

from pictures.arrangement import Laid
from pictures.canvas import Box, Canvas
from pictures.cards import TALL, corner, draw_card, draw_ring
from pictures.lettering import Words, clip, number, width
from pictures.palette import BACK, EDGE, PAPER, SOFT, TAB, TEXT
from pictures.signs import Sign

EDGE_STEP = 5
_HEIGHTS = (2, 4, 8)
"""The numbers of cards from which a pile shows another edge."""
ABOVE = len(_HEIGHTS) * EDGE_STEP + 6
"""The space above a card for the edges and the badge."""
BADGE = 40
TAB_GAP = 8
MOST_PILES = 30
_LEAST_CARD = 40
_RATIO = 1.4
"""The largest ratio of a card's height to its width."""
_SQUATTEST = 1.2
"""The largest ratio of a card's width to its height."""


def draw_pile(canvas: Canvas, card: Box, laid: Laid) -> None:
    """Draw a pile with its top card at ``card``."""
    zone = laid.zone
    if not zone.count and not zone.cards:
        canvas.empty_place(card)
        return
    is_back = not zone.cards
    edges = sum(zone.count >= height for height in _HEIGHTS)
    for step in range(edges, 0, -1):
        edge = Box(card.x + EDGE_STEP * step, card.y - EDGE_STEP * step, card.width, card.height)
        canvas.outline(edge, EDGE, BACK if is_back else PAPER, 2, corner(card))
    draw_card(canvas, card, None if is_back else zone.cards[-1], is_closed=zone.is_closed)
    if len(zone.cards) - 1 in laid.changed:
        draw_ring(canvas, card)
    if zone.count > 1:
        draw_badge(canvas, card.right + 2, card.y - 3 - EDGE_STEP // 2 * edges, number(zone.count))


def draw_badge(canvas: Canvas, x: int, y: int, text: str) -> None:
    """Draw a round badge centred at ``x``, ``y``."""
    wide = max(BADGE, round(width(text, 34)) + 14)
    canvas.fill(Box(x - wide // 2, y - BADGE // 2, wide, BADGE), TAB, BADGE // 2)
    canvas.words(text, x, y, 34, TEXT, at="m")


def draw_tab(canvas: Canvas, box: Box, name: str, *, is_closed: bool = False) -> None:
    """Draw a tab with a name, and a lock if its pile is closed."""
    size = 34
    lock, room = 22, box.width - 8
    if not is_closed or width(name, size) > room - lock - 6:  # a closed pile is grey as well
        lock = 0
    shown = clip(name, size, room - (lock + 6 if lock else 0))
    if not shown and not lock:
        return
    canvas.fill(box, TAB, 10)
    x = box.middle[0] - (width(shown, size) + (lock + 6 if lock else 0)) / 2
    if lock:
        x += canvas.sign(Sign.LOCK, x, box.middle[1], lock) + 6
    canvas.words(shown, x, box.middle[1], size, TEXT)


def draw_piles(
    canvas: Canvas, words: Words, box: Box, piles: Sequence[Laid], *, widest: int, is_centred: bool = True
) -> None:
    """Draw piles in a grid; if there are too many, the last place says how many more there are."""
    labels = [round(width(words.text(laid.label), 34)) + (44 if laid.zone.is_closed else 16) for laid in piles]
    grid = _grid(box, min(len(piles), MOST_PILES), widest, max(labels), is_centred) if piles else None
    if grid is None:
        return
    shown = piles if len(piles) <= grid.places else piles[: grid.places - 1]
    for place, (laid, label) in enumerate(zip(shown, labels, strict=False)):
        card = grid.card(place)
        draw_pile(canvas, card, laid)
        name, is_closed = words.text(laid.label), laid.zone.is_closed
        wide = min(grid.pitch - 6, max(card.width, label))
        tab = Box(card.x + (card.width - wide) // 2, card.bottom + TAB_GAP, wide, grid.tab)
        draw_tab(canvas, tab, name, is_closed=is_closed)
    if len(shown) < len(piles):
        card = grid.card(len(shown))
        canvas.words(f"+{len(piles) - len(shown)}", *card.middle, 34, SOFT, grid.pitch, "m")


@dataclass(frozen=True, slots=True)
class _Grid:
    """The layout of a grid of piles."""

    corner: tuple[int, int]
    """The upper left corner of the first card."""
    card_size: tuple[int, int]
    columns: int
    rows: int
    pitch: int
    row_height: int
    tab: int

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def card(self, place: int) -> Box:
        row, column = divmod(place, self.columns)
        x, y = self.corner
        return Box(x + column * self.pitch, y + row * self.row_height, *self.card_size)


def _grid(box: Box, count: int, widest: int, label: int, is_centred: bool) -> _Grid | None:
    """The grid with the largest cards, or with as many piles as there is room for."""
    found = [_grid_of(box, columns, count, widest, label, is_centred) for columns in range(1, count + 1)]
    best = max(found, key=lambda grid: min(grid.card_size[0], grid.card_size[1] / TALL))
    if min(best.card_size) >= _LEAST_CARD:
        return best
    return _grid(box, count - 1, widest, label, is_centred) if count > 1 else None


def _grid_of(box: Box, columns: int, count: int, widest: int, label: int, is_centred: bool) -> _Grid:
    rows = -(-count // columns)
    tab = 42 if rows <= 2 else 38
    beside, around = (74 if is_centred else 30), ABOVE + TAB_GAP + tab
    pitch, row_height = box.width // columns, box.height // rows
    wide = min(pitch - 24, widest)
    tall = min(row_height - around - 4, round(_RATIO * wide))
    wide = min(wide, round(_SQUATTEST * tall))
    pitch, row_height = min(pitch, max(wide + beside, label + 6)), min(row_height, tall + around + 24)
    x, y = box.x, box.y + ABOVE
    if is_centred:
        # The edges and the badge of the last pile need space on the right.
        x += (box.width - pitch * columns) // 2 + (pitch - wide) // 2 - EDGE_STEP
        y += (box.height - row_height * rows) // 2
    return _Grid((x, y), (wide, tall), columns, rows, pitch, row_height, tab)
