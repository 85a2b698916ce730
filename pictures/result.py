"""Draws a finished game: who won and by how much in a banner, and below it what decided.

No table in play has a field of amber as large as the banner, so a result is known at a glance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.result_scenes import Cell, ResultScene
from engines.scenes import Trick, TrickCard
from engines.texts import Renderer, Text, say
from pictures.canvas import SIZE, Box, Canvas
from pictures.cards import draw_card
from pictures.frame import BODY_TOP, FOOTER, MARGIN, SMALLEST, draw_footer, draw_headline
from pictures.lettering import Words, clip, drawable, number, width
from pictures.palette import AMBER, ON_AMBER, PANEL, SOFT, TAB, TABLE, TEXT
from pictures.result_accounts import EN_DASH, Finisher, draw_accounts, draw_rating, ink, own_account
from pictures.signs import Sign

_HEAD = 42
_NAMES = 352
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
        canvas.words(words.text(scene.columns_title), inner.x + 10, middle, SMALLEST, SOFT, _NAMES - 30)
    for place, (title, column) in enumerate(zip(scene.columns, columns, strict=True)):
        text, is_decisive = words.text(title), place == scene.decisive
        x = column.middle[0] + (20 if is_decisive else 0)
        if is_decisive:
            canvas.sign(Sign.CROWN, x - round(width(text, SMALLEST) / 2) - 38, middle, SMALLEST)
        canvas.words(text, x, middle, SMALLEST, AMBER if is_decisive else SOFT, column.width, "m")
    canvas.sign(Sign.POINTS, inner.right - _TOTAL // 2 - 16, middle, 32)


def _draw_row(
    canvas: Canvas, words: Words, row: Box, columns: Sequence[Box], one: Finisher, cells: Sequence[Cell]
) -> None:
    """Draw a player's place, name, rating, cells and points."""
    middle, right = row.middle[1], columns[0].x - 12
    canvas.words(str(one.place), row.x + 10, middle, SMALLEST, AMBER if one.won else SOFT, SMALLEST)
    left, is_high = row.x + 50, row.height >= 84
    at = middle - 18 if is_high else middle
    if is_high:
        draw_rating(canvas, one, right, middle + 20, with_rating=True)
    else:
        right = draw_rating(canvas, one, right, middle, with_rating=False) - 12
    canvas.words(words.names(one.seats), left, at, SMALLEST, ink(one), right - left)
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
    if width(both, SMALLEST) > box.width - 8 and text and points and box.height >= _HIGH_ROW:
        canvas.words(text, box.middle[0], box.middle[1] - 17, SMALLEST, soft, box.width - 8, "m")
        canvas.words(points, box.middle[0], box.middle[1] + 19, SMALLEST, bright, box.width - 8, "m")
    else:
        shown = both if width(both, SMALLEST) <= box.width - 4 else text or points
        canvas.words(shown, *box.middle, SMALLEST, bright if points else soft, box.width - 4, "m")


def _draw_trick(canvas: Canvas, words: Words, box: Box, trick: Trick) -> None:
    """Draw the last trick on a line: its name, then each card with its player and worth."""
    canvas.fill(box, TABLE, 10)
    label = 236
    canvas.words(words.text(trick.name), box.x + 16, box.middle[1], SMALLEST, SOFT, label - 16)
    for part, place in zip(trick.cards, box.without(left=label + 16).across(len(trick.cards), _GAP), strict=True):
        _draw_part(canvas, words, place, part)


def _draw_part(canvas: Canvas, words: Words, box: Box, part: TrickCard) -> None:
    if part.card is None:
        return
    card = Box(box.x, box.y + 6, 58, 78)
    draw_card(canvas, card, part.card)
    left, colour = card.right + 10, AMBER if part.is_best else TEXT
    canvas.words(words.name(part.seat), left, box.y + 27, SMALLEST, colour, box.right - left)
    if part.is_best:
        left += canvas.sign(Sign.CROWN, left, box.y + 64, 28) + 8
    if part.worth is not None:
        canvas.words(number(part.worth), left, box.y + 64, SMALLEST, colour if part.is_best else SOFT)


BANNER = Box(MARGIN, BODY_TOP, SIZE[0] - 2 * MARGIN, 160)
_BODY = Box(MARGIN, BANNER.bottom + 10, BANNER.width, FOOTER.y - 10 - (BANNER.bottom + 10))
_NAME_SIZES = (64, 56, 48)
_SCORE_SIZES = (104, 80, 60)
WIDEST_SCORE = 380
_WIDEST_SHARED = 290
"""The width of each of two names that share a victory."""


@dataclass(frozen=True, slots=True)
class Result:
    """Everything that the picture says: ``finishers`` in order of places, a ``sentence`` by how much they won."""

    scene: ResultScene
    finishers: tuple[Finisher, ...]
    headline: Text
    sentence: Text
    ending: Text


def draw_result(title: str, result: Result, renderer: Renderer) -> bytes:
    """A PNG of the result."""
    canvas, words = Canvas(), Words(renderer)
    draw_headline(canvas, drawable(title), words.text(result.headline))
    _draw_banner(canvas, words, result)
    draw = draw_grid if result.scene.columns else draw_accounts
    draw(canvas, words, _BODY, result.scene, result.finishers)
    draw_footer(canvas, words.text(result.ending), None)
    return canvas.png()


def _draw_banner(canvas: Canvas, words: Words, result: Result) -> None:
    """Draw the winner's name, by how much they won, and the score."""
    canvas.fill(BANNER, AMBER)
    best = [one for one in result.finishers if one.place == 1]
    left = BANNER.x + 28
    if len(best) == 1 and best[0].won:
        canvas.sign(Sign.CROWN, left, BANNER.middle[1], 104, ON_AMBER)
        left += 130
    score_left = _draw_score(canvas, words, result)
    room = score_left - 30 - left
    names = _names(words, best)
    size = next((size for size in _NAME_SIZES if width(names, size) <= room), _NAME_SIZES[-1])
    canvas.words(names, left, BANNER.y + 58, size, ON_AMBER, room)
    sentence = words.text(result.sentence)
    canvas.words(sentence, left, BANNER.y + 118, 38 if width(sentence, 38) <= room else SMALLEST, ON_AMBER, room)


def _names(words: Words, best: Sequence[Finisher]) -> str:
    """The names of the side that came first, two players joined by "&", or how many share the place."""
    match best:
        case [one]:
            return words.names(one.seats)
        case [one, other] if not one.partners and not other.partners:
            return " & ".join(
                clip(words.name(seat), _NAME_SIZES[-1], _WIDEST_SHARED) for seat in (one.seat, other.seat)
            )
        case _:
            return words.text(say("{count} players share the first place", count=sum(len(one.seats) for one in best)))


def _draw_score(canvas: Canvas, words: Words, result: Result) -> int:
    """Draw the figure that decided, the score of two players or the winner's points; return where it begins."""
    scores = [number(one.points) for one in result.finishers]
    score = EN_DASH.join(scores) if len(scores) == 2 else scores[0]
    if result.scene.figure is not None:
        score = number(result.scene.figure)
    unit = words.text(result.scene.unit)
    size = next((size for size in _SCORE_SIZES if width(score, size) <= WIDEST_SCORE), _SCORE_SIZES[-1])
    wide = max(width(score, size), min(width(unit, SMALLEST), WIDEST_SCORE))
    middle = BANNER.right - 28 - wide / 2
    canvas.words(score, middle, BANNER.y + 66, size, ON_AMBER, at="m")
    canvas.words(unit, middle, BANNER.y + 134, SMALLEST, ON_AMBER, wide, "m")
    return round(middle - wide / 2)
