"""Draws a finished game: who won and by how much in a banner, and below it what decided.

No table in play has a field of amber as large as the banner, so a result is known at a glance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.result_scenes import ResultScene
from engines.texts import Renderer, Text, say
from pictures.canvas import SIZE, Box, Canvas
from pictures.frame import BODY_TOP, FOOTER, MARGIN, draw_footer, draw_headline
from pictures.lettering import Words, clip, drawable, number, width
from pictures.palette import AMBER, ON_AMBER
from pictures.result_accounts import draw_accounts
from pictures.result_grid import draw_grid
from pictures.result_standing import EN_DASH, Finisher
from pictures.signs import Sign

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
    canvas.words(sentence, left, BANNER.y + 118, 38 if width(sentence, 38) <= room else 30, ON_AMBER, room)


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
    """Draw the score of two players, or the winner's points, with the unit below; return where it begins."""
    scores = [number(one.points) for one in result.finishers]
    score = EN_DASH.join(scores) if len(scores) == 2 else scores[0]
    unit = words.text(result.scene.unit)
    size = next((size for size in _SCORE_SIZES if width(score, size) <= WIDEST_SCORE), _SCORE_SIZES[-1])
    wide = max(width(score, size), min(width(unit, 28), WIDEST_SCORE))
    middle = BANNER.right - 28 - wide / 2
    canvas.words(score, middle, BANNER.y + 66, size, ON_AMBER, at="m")
    canvas.words(unit, middle, BANNER.y + 134, 28, ON_AMBER, wide, "m")
    return round(middle - wide / 2)
