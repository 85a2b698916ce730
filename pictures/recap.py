"""Draws the week of a server: how much was played, who surprised, who came back, and a hand to think about.

What there is nothing to say about is left out, and the rest takes its room.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.cards import Card
from pictures.canvas import SIZE, Box, Canvas
from pictures.cards import draw_card
from pictures.frame import BODY_TOP, FOOTER, MARGIN, SMALLEST, draw_footer
from pictures.lettering import drawable, width, wrap
from pictures.palette import AMBER, EMPTY, PANEL, PANEL_ON_TURN, SOFT, TEXT
from pictures.signs import Sign

BODY = Box(MARGIN, BODY_TOP, SIZE[0] - 2 * MARGIN, FOOTER.y - 10 - BODY_TOP)
GAP = 10
TILES, COMEBACK, PUZZLE = 186, 164, 200
"""How high the rows are when all are there."""
MOST_STRETCHED = 1.5
_GAMES, _UPSET, _STREAK = 300, 440, 308
"""How wide the tiles are when all are there."""
_MOST_DOTS = 9
MOST_CARDS = 6
_CHANCES_LEFT = 540


@dataclass(frozen=True, slots=True)
class GamesTile:
    """How many games were played, and how that compares with the week before (``change``)."""

    label: str
    games: int
    change: int
    note: str


@dataclass(frozen=True, slots=True)
class UpsetTile:
    """Who beat whom, with the ratings before."""

    label: str
    winner: str
    winner_rating: int
    loser: str
    loser_rating: int
    note: str


@dataclass(frozen=True, slots=True)
class StreakTile:
    """Who has won most games in a row."""

    label: str
    wins: int
    unit: str
    name: str


@dataclass(frozen=True, slots=True)
class ComebackTile:
    """Who won in spite of bad ``chances``, from 0 to 1 and in order."""

    label: str
    name: str
    note: str
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class PuzzleTile:
    """The cards of a hand to think about."""

    label: str
    question: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RecapPicture:
    """Everything that the picture says, in the reader's words."""

    title: str
    dates: str
    games: GamesTile
    footer: str
    upset: UpsetTile | None = None
    streak: StreakTile | None = None
    comeback: ComebackTile | None = None
    puzzle: PuzzleTile | None = None


def draw_recap(recap: RecapPicture) -> bytes:
    """A PNG of the week."""
    canvas = Canvas()
    dates = drawable(recap.dates)
    canvas.words(dates, BODY.right, 32, SMALLEST, SOFT, at="r")
    canvas.words(drawable(recap.title), MARGIN + 4, 32, SMALLEST, TEXT, BODY.width - 30 - width(dates, SMALLEST))
    heights = [TILES, *([COMEBACK] if recap.comeback else []), *([PUZZLE] if recap.puzzle else [])]
    rows = iter(_rows(heights))
    _draw_tiles(canvas, next(rows), recap)
    if recap.comeback is not None:
        _draw_comeback(canvas, next(rows), recap.comeback)
    if recap.puzzle is not None:
        _draw_puzzle(canvas, next(rows), recap.puzzle)
    draw_footer(canvas, drawable(recap.footer), None)
    return canvas.png()


def _rows(heights: Sequence[int]) -> list[Box]:
    """Boxes below each other, stretched as far as there is room."""
    stretch = min(MOST_STRETCHED, (BODY.height - GAP * (len(heights) - 1)) / sum(heights))
    boxes: list[Box] = []
    top = BODY.y
    for height in heights:
        boxes.append(Box(BODY.x, top, BODY.width, round(stretch * height)))
        top = boxes[-1].bottom + GAP
    return boxes


def _draw_tiles(canvas: Canvas, box: Box, recap: RecapPicture) -> None:
    wide = [_GAMES, *([_UPSET] if recap.upset else []), *([_STREAK] if recap.streak else [])]
    stretch = (box.width - GAP * (len(wide) - 1)) / sum(wide)
    left, tiles = box.x, list[Box]()
    for one in wide:
        tiles.append(Box(left, box.y, round(stretch * one), box.height))
        left = tiles[-1].right + GAP
    for tile in tiles:
        canvas.fill(tile, PANEL)
    _draw_games(canvas, tiles[0], recap.games)
    if recap.upset is not None:
        _draw_upset(canvas, tiles[1], recap.upset)
    if recap.streak is not None:
        _draw_streak(canvas, tiles[-1], recap.streak)


def _draw_games(canvas: Canvas, tile: Box, games: GamesTile) -> None:
    left, middle = tile.x + 18, tile.middle[1]
    room = tile.width - 36
    canvas.words(drawable(games.label), left, tile.y + 28, SMALLEST, SOFT, room)
    canvas.words(str(games.games), left, middle, 92, TEXT, room)
    sign = Sign.UP if games.change > 0 else Sign.DOWN if games.change < 0 else Sign.LEVEL
    x = left + canvas.sign(sign, left, tile.bottom - 28, 26) + 10
    canvas.words(drawable(games.note), x, tile.bottom - 28, SMALLEST, TEXT, tile.right - 14 - x)


def _draw_upset(canvas: Canvas, tile: Box, upset: UpsetTile) -> None:
    left, right, middle = tile.x + 18, tile.right - 18, tile.middle[1]
    canvas.words(drawable(upset.label), left, tile.y + 28, SMALLEST, SOFT, tile.width - 36)
    indent = left + canvas.sign(Sign.CROWN, left, middle - 21, 34) + 12
    lines = ((upset.winner, upset.winner_rating, AMBER, -21), (upset.loser, upset.loser_rating, TEXT, 23))
    for name, rating, colour, below in lines:
        rated = canvas.words(str(rating), right, middle + below, SMALLEST, colour, at="r")
        canvas.words(drawable(name), indent, middle + below, 36, colour, right - rated - 20 - indent)
    canvas.words(drawable(upset.note), left, tile.bottom - 28, SMALLEST, SOFT, tile.width - 36)


def _draw_streak(canvas: Canvas, tile: Box, streak: StreakTile) -> None:
    left, middle = tile.x + 18, tile.middle[1]
    canvas.words(drawable(streak.label), left, tile.y + 28, SMALLEST, SOFT, tile.width - 36)
    wide = canvas.words(str(streak.wins), left, middle, 92, TEXT)
    unit, x = drawable(streak.unit), left + round(wide) + 20
    has_dots = x + width(unit, SMALLEST) <= tile.right - 120
    canvas.words(unit, x, middle + 20, SMALLEST, TEXT, tile.right - (120 if has_dots else 18) - x)
    for number in range(min(streak.wins, _MOST_DOTS) if has_dots else 0):
        across, down = number % 3, number // 3
        canvas.fill(Box(tile.right - 108 + 31 * across, middle - 38 + 28 * down, 22, 22), AMBER, 11)
    canvas.words(drawable(streak.name), left, tile.bottom - 28, 36, AMBER, tile.width - 36)


def _draw_comeback(canvas: Canvas, box: Box, comeback: ComebackTile) -> None:
    canvas.fill(box, PANEL)
    left, room = box.x + 18, _CHANCES_LEFT - 100 - box.x
    canvas.words(drawable(comeback.label), left, box.y + 28, SMALLEST, SOFT, room)
    canvas.words(drawable(comeback.name), left, box.y + 72, 40, AMBER, room)
    for number, line in enumerate(wrap(drawable(comeback.note), SMALLEST, room, 2)):
        canvas.words(line, left, box.y + 112 + 36 * number, SMALLEST, TEXT, room)
    _draw_chances(canvas, box.without(left=_CHANCES_LEFT - box.x, top=26, right=66, bottom=30), comeback.chances)


def _draw_chances(canvas: Canvas, box: Box, chances: Sequence[float]) -> None:
    """Draw the chances from left to right, a dashed line at half, and a ring with a number at the lowest point."""
    half = box.y + box.height // 2
    canvas.words("50%", box.x - 14, half, SMALLEST, SOFT, at="r")
    for start in range(box.x, box.right, 24):
        canvas.line([(start, half), (min(start + 13, box.right), half)], 3, EMPTY)
    shown = [*chances, 1.0]
    step = box.width / max(1, len(shown) - 1)
    points = [(box.x + step * number, box.bottom - box.height * chance) for number, chance in enumerate(shown)]
    canvas.line(points, 6, AMBER)
    lowest = min(range(len(chances)), key=lambda number: chances[number])
    x, y = (round(value) for value in points[lowest])
    canvas.outline(Box(x - 13, y - 13, 26, 26), AMBER, PANEL, 6, 13)
    canvas.words(f"{round(100 * chances[lowest])}%", x, y - 34, SMALLEST, TEXT, at="m")
    canvas.sign(Sign.CROWN, box.right + 8, box.y + 6, 40)


def _draw_puzzle(canvas: Canvas, box: Box, puzzle: PuzzleTile) -> None:
    canvas.fill(box, PANEL_ON_TURN)
    tall = min(132, box.height - 40)
    wide = round(tall * 75 / 132)
    cards = puzzle.cards[:MOST_CARDS]
    first = box.right - 18 - len(cards) * (wide + 9)
    room = first - 30 - box.x
    canvas.words(drawable(puzzle.label), box.x + 18, box.y + 32, 36, AMBER, room)
    for number, line in enumerate(wrap(drawable(puzzle.question), SMALLEST, room, 3)):
        canvas.words(line, box.x + 18, box.y + 84 + 40 * number, SMALLEST, TEXT, room)
    for number, card in enumerate(cards):
        draw_card(canvas, Box(first + number * (wide + 9), box.middle[1] - tall // 2, wide, tall), card)
