"""Two seats with zones of their own: the middle above, below it a panel for each seat with rows of the same height."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engines.scenes import Fact, Kind
from pictures.arrangement import Arrangement, Laid, Seat
from pictures.canvas import Box, Canvas
from pictures.lettering import Words, clip, number, width, wrap
from pictures.palette import DAMAGE, SOFT, TAB, TEXT
from pictures.piles import ABOVE, draw_piles, zone_name
from pictures.runs import draw_run, run_width
from pictures.seats import (
    amount, counted, draw_dealer, draw_facts_before, draw_name, draw_seat_panel, facts_width, is_dealer, remarks,
)
from pictures.signs import Sign
from pictures.tricks import draw_exchange, draw_trick

_MIDDLE = 174
_PANEL_OF_TRICKS = 190
_HEAD = 58
_BAR = 38
_LINE = 34
_WIDEST_LABEL = 116
_WIDEST_CARD = 84
_PILES = "piles"


def draw_columns(canvas: Canvas, words: Words, box: Box, table: Arrangement) -> None:
    """Everything between headline and footer."""
    if table.middle or table.tricks:
        height = _PANEL_OF_TRICKS if table.tricks else _MIDDLE
        draw_middle(canvas, words, Box(box.x, box.y, box.width, height), table)
        box = box.without(top=height + 10)
    panels = box.across(2, 12)
    rows = _rows(table.seats)
    for seat, panel in zip(table.seats, panels, strict=True):
        _draw_panel(canvas, words, panel, seat, table.seats, rows)


def draw_middle(canvas: Canvas, words: Words, box: Box, table: Arrangement) -> None:
    """Tricks and zones that belong to nobody, side by side."""
    tricks = table.tricks[:2]
    columns = box.across(len(tricks) + bool(table.middle), 12)
    for laid, column in zip(tricks, columns, strict=False):
        draw = draw_exchange if len(laid.trick.cards) == 2 else draw_trick
        draw(canvas, words, column, laid, table.to_act)
    if table.middle:
        draw_zones_in_row(canvas, words, columns[-1], table.middle)


def draw_zones_in_row(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid]) -> None:
    """Zones side by side: rows on the left, piles in the middle of what is left."""
    rows = [laid for laid in zones if not laid.is_pile]
    piles = [laid for laid in zones if laid.is_pile]
    # A pile is about as wide as a card with the gap beside it.
    shares = len(rows) * 3 + len(piles)
    for laid in rows:
        column = Box(box.x, box.y, box.width * 3 // shares - 12, box.height)
        draw_labelled_run(canvas, words, column, laid)
        box = box.without(left=column.width + 12)
    ...


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a panel: piles, or one zone whose cards lie side by side."""
