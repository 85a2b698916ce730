"""Draws the table of a cup: a row for each player, a cell for each deal, the best of each deal in amber."""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.texts import Renderer, Text, say
from pictures.canvas import Box, Canvas
from pictures.frame import FOOTER, SMALLEST, draw_footer
from pictures.league import BODY, draw_league_headline
from pictures.lettering import Words
from pictures.palette import AMBER, EMPTY, ON_AMBER, PANEL, PANEL_ON_TURN, SOFT, TAB, TABLE, TEXT
from pictures.signs import Sign

ROWS_PER_PAGE = 12
_BODY = Box(BODY.x, BODY.y, BODY.width, FOOTER.y - 8 - BODY.y)
_HEAD = 46
_NAMES, _TOTAL = 356, 118
_HIGH_ROW, _LOW_ROW = 64, 43
_GROUNDS = (TAB, TABLE, PANEL_ON_TURN, EMPTY)
"""The grounds of cells, from few matchpoints to many."""
_CROWNED = 84
"""From this width on, the best cell of a deal has a crown."""
_WITH_BAR = 46
"""From this height on, cells have a bar."""


@dataclass(frozen=True, slots=True)
class CupRow:
    """A player's row. ``player`` is the number by which the renderer knows the name.

    ``cells`` are the matchpoints on each deal (``None``: not finished).
    """

    player: int
    place: int
    cells: tuple[int | None, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CupPicture:
    """All that the picture says. ``best`` are the most matchpoints on each deal."""

    headline: Text
    when: Text
    rows: tuple[CupRow, ...]
    best: tuple[int | None, ...]
    footer: Text

    @property
    def players(self) -> tuple[int, ...]:
        """Whom it shows."""
        return tuple(row.player for row in self.rows)


def draw_cup(title: str, shown: CupPicture, renderer: Renderer) -> bytes:
    """A PNG of a page of the table."""
    canvas, words = Canvas(), Words(renderer)
    draw_league_headline(canvas, words, title, shown.headline, shown.when)
    canvas.fill(_BODY, PANEL)
    inner = _BODY.without(left=10, right=10, top=_HEAD, bottom=10)
    columns = inner.without(left=_NAMES - 10, right=_TOTAL).across(len(shown.best), 6)
    _draw_titles(canvas, words, columns)
    high = _HIGH_ROW if len(shown.rows) <= inner.height // _HIGH_ROW else _LOW_ROW
    for number, row in enumerate(shown.rows):
        box = Box(inner.x, inner.y + number * high, inner.width, high - 6)
        _draw_row(canvas, words, box, columns, row, shown.best)
    draw_footer(canvas, words.text(shown.footer), None)
    return canvas.png()


def _draw_titles(canvas: Canvas, words: Words, columns: Sequence[Box]) -> None:
    """Draw the numbers of the deals."""
    middle = _BODY.y + _HEAD // 2 + 2
    canvas.words(words.text(say("Deal")), columns[0].x - 16, middle, SMALLEST, SOFT, at="r")
    for number, column in enumerate(columns, 1):
        canvas.words(str(number), column.middle[0], middle, SMALLEST, TEXT, column.width, "m")
    canvas.sign(Sign.POINTS, _BODY.right - 10 - _TOTAL // 2 - 16, middle, 32)


def _draw_row(
    canvas: Canvas, words: Words, box: Box, columns: Sequence[Box], row: CupRow, best: Sequence[int | None]
) -> None:
    middle, is_first = box.middle[1], row.place == 1
    ink = AMBER if is_first else TEXT
    canvas.words(str(row.place), box.x + 44, middle, SMALLEST, AMBER if is_first else SOFT, 44, "r")
    left = box.x + 60
    canvas.words(words.name(row.player), left, middle, SMALLEST, ink, columns[0].x - 14 - left)
    for cell, column, most in zip(row.cells, columns, best, strict=True):
        _draw_cell(canvas, Box(column.x, box.y, column.width, box.height), cell, most)
    canvas.words(str(row.total), box.right - _TOTAL // 2, middle, 40, ink, _TOTAL, "m")


def _draw_cell(canvas: Canvas, box: Box, cell: int | None, most: int | None) -> None:
    """Draw the matchpoints of a deal, and a bar as long as their share of the most."""
    if cell is None:
        canvas.words("–", *box.middle, SMALLEST, SOFT, box.width, "m")
        return
    if cell == most:
        _draw_best(canvas, box, str(cell))
        return
    share = cell / most if most else 0
    canvas.fill(box, _GROUNDS[min(len(_GROUNDS) - 1, int(share * len(_GROUNDS)))], 8)
    has_bar = box.height >= _WITH_BAR
    canvas.words(str(cell), box.middle[0], box.middle[1] - (5 if has_bar else 0), SMALLEST, TEXT, box.width, "m")
    if has_bar and cell:
        canvas.fill(Box(box.x + 10, box.bottom - 12, round((box.width - 20) * share), 6), SOFT, 3)


def _draw_best(canvas: Canvas, box: Box, number: str) -> None:
    """Draw the most on a deal dark on amber, with a crown or, in narrow cells, a line below."""
    canvas.fill(box, AMBER, 8)
    if box.width >= _CROWNED:
        canvas.sign(Sign.CROWN, box.x + 8, box.middle[1], 26, ON_AMBER)
        canvas.words(number, box.x + 36 + (box.width - 40) // 2, box.middle[1], SMALLEST, ON_AMBER, box.width - 40, "m")
    else:
        canvas.words(number, box.middle[0], box.middle[1] - 3, SMALLEST, ON_AMBER, box.width, "m")
        canvas.fill(Box(box.middle[0] - 16, box.bottom - 8, 32, 4), ON_AMBER, 2)
