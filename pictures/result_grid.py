"""A result as a grid: a row for each player, a column for each hand or round."""

from collections.abc import Sequence

from engines.result_scenes import Cell, ResultScene
from engines.scenes import Trick, TrickCard
from pictures.canvas import Box, Canvas
from pictures.cards import draw_card
from pictures.lettering import Words, number, width
from pictures.palette import AMBER, ON_AMBER, PANEL, SOFT, TAB, TABLE, TEXT
from pictures.result_standing import Finisher, draw_rating, ink, own_account
from pictures.signs import Sign

_HEAD = 42
_NAMES = 392
_TOTAL = 88
_WIDEST_CELL = 112
_GAP = 8
_TRICK = 90
_HIGH_ROW = 70
"""Rows this high have room for the points of a cell below its text."""


def draw_grid(canvas: Canvas, words: Words, box: Box, scene: ResultScene, finishers: Sequence[Finisher]) -> None:
    """Draw the grid, and below it the last trick if there is room."""
    canvas.fill(box, PANEL)
    inner = box.grown(-_GAP)
    trick = scene.trick if _has_room_for_trick(scene, len(finishers)) else None
    if trick is not None:
        _draw_trick(canvas, words, Box(inner.x, inner.bottom - _TRICK, inner.width, _TRICK), trick)
        inner = inner.without(bottom=_TRICK + _GAP)
    columns = _columns(inner, len(scene.columns))
    _draw_titles(canvas, words, inner, columns, scene)
    for one, row in zip(finishers, inner.without(top=_HEAD).down(len(finishers), _GAP), strict=True):
        _draw_row(canvas, words, row, columns, one, own_account(scene.accounts, one).cells)


def _has_room_for_trick(scene: ResultScene, players: int) -> bool:
    return players <= 3 or (players == 4 and len(scene.columns) <= 5)


def _columns(inner: Box, count: int) -> list[Box]:
    """The columns of cells, to the right of the names."""
    room = inner.width - _NAMES - _TOTAL
    wide = min(_WIDEST_CELL, room // count - 2)
    return [Box(inner.x + _NAMES + place * (wide + 2), inner.y, wide, inner.height) for place in range(count)]


def _draw_titles(canvas: Canvas, words: Words, inner: Box, columns: Sequence[Box], scene: ResultScene) -> None:
    middle = inner.y + _HEAD // 2 - 2
    if scene.columns_title is not None:
        canvas.words(words.text(scene.columns_title), inner.x + 10, middle, 28, SOFT, _NAMES - 30)
    for place, (title, column) in enumerate(zip(scene.columns, columns, strict=True)):
        text, is_decisive = words.text(title), place == scene.decisive
        x = column.middle[0] + (20 if is_decisive else 0)
        if is_decisive:
            canvas.sign(Sign.CROWN, x - round(width(text, 28) / 2) - 38, middle, 30)
        canvas.words(text, x, middle, 28, AMBER if is_decisive else SOFT, column.width, "m")
    canvas.sign(Sign.POINTS, inner.right - _TOTAL // 2 - 16, middle, 32)


def _draw_row(
    canvas: Canvas, words: Words, row: Box, columns: Sequence[Box], one: Finisher, cells: Sequence[Cell]
) -> None:
    """Draw a player's place, name, rating, cells and points."""
    middle, right = row.middle[1], columns[0].x - 12
    canvas.words(str(one.place), row.x + 10, middle, 34, AMBER if one.won else SOFT, 34)
    left, is_high = row.x + 50, row.height >= 84
    at = middle - 18 if is_high else middle
    if is_high:
        draw_rating(canvas, one, right, middle + 20, with_rating=True)
    else:
        right = draw_rating(canvas, one, right, middle, with_rating=False) - 12
    canvas.words(words.names(one.seats), left, at, 32, ink(one), right - left)
    for cell, column in zip(cells, columns, strict=True):
        _draw_cell(canvas, words, Box(column.x, row.y, column.width - 6, row.height), cell)
    canvas.words(number(one.points), row.right - _TOTAL // 2, middle, 44, ink(one), _TOTAL, "m")


def _draw_cell(canvas: Canvas, words: Words, box: Box, cell: Cell) -> None:
    """Draw what a player did and scored; the best is dark on amber, so it is known without colours, too."""
    canvas.fill(box, AMBER if cell.is_best else TAB, 10)
    text = words.text(cell.text) if cell.text is not None else ""
    points = f"{'+' if cell.points > 0 else ''}{number(cell.points)}" if cell.points else "" if text else "–"
    bright, soft = (ON_AMBER, ON_AMBER) if cell.is_best else (TEXT, SOFT)
    both = f"{text} {points}".strip()
    size = next((size for size in (30, 26) if width(both, size) <= box.width - 8), None)
    if size is None and text and points and box.height >= _HIGH_ROW:
        canvas.words(text, box.middle[0], box.middle[1] - 17, 30, soft, box.width - 8, "m")
        canvas.words(points, box.middle[0], box.middle[1] + 19, 28, bright, box.width - 8, "m")
    else:
        canvas.words(both, *box.middle, size or 26, bright if points else soft, box.width - 4, "m")


def _draw_trick(canvas: Canvas, words: Words, box: Box, trick: Trick) -> None:
    """Draw the last trick on a line: its name, then each card with its player and worth."""
    canvas.fill(box, TABLE, 10)
    label = 168
    canvas.words(words.text(trick.name), box.x + 16, box.middle[1], 28, SOFT, label - 16)
    for part, place in zip(trick.cards, box.without(left=label + 16).across(len(trick.cards), _GAP), strict=True):
        _draw_part(canvas, words, place, part)


def _draw_part(canvas: Canvas, words: Words, box: Box, part: TrickCard) -> None:
    if part.card is None:
        return
    card = Box(box.x, box.y + 6, 58, 78)
    draw_card(canvas, card, part.card)
    left, colour = card.right + 10, AMBER if part.is_best else TEXT
    canvas.words(words.name(part.seat), left, box.y + 27, 28, colour, box.right - left)
    if part.is_best:
        left += canvas.sign(Sign.CROWN, left, box.y + 64, 28) + 8
    if part.worth is not None:
        canvas.words(number(part.worth), left, box.y + 64, 28, colour if part.is_best else SOFT)
