"""Draws the end of a league or an evening: the first three on steps, whose height and numeral say the order."""

from dataclasses import dataclass

from engines.texts import Renderer, Text
from pictures.canvas import Box, Canvas
from pictures.frame import FOOTER, SMALLEST, draw_footer
from pictures.league import draw_league_headline
from pictures.lettering import Words, width
from pictures.palette import AMBER, ON_AMBER, PANEL, PANEL_ON_TURN, TEXT, Colour
from pictures.signs import Sign

_WIDE = 348
_LEFT = (376, 16, 736)
_TOPS = (306, 362, 412)
_NUMERALS = (170, 120, 104)
_POINTS = (44, 38, 38)
_NAMES = (54, 44, 44)
_SMALLER_NAMES = (38, 34)
_ROOM = 340
_CROWN = 160


@dataclass(frozen=True, slots=True)
class Finisher:
    """One of the first three. ``place`` may be shared: then the numeral and the top are the same, too."""

    player: int
    place: int
    points: Text
    note: Text


@dataclass(frozen=True, slots=True)
class PodiumPicture:
    """All that the picture says: up to three in order of places."""

    headline: Text
    when: Text
    finishers: tuple[Finisher, ...]
    footer: Text

    @property
    def players(self) -> tuple[int, ...]:
        """Whom it shows."""
        return tuple(one.player for one in self.finishers)


def draw_podium(title: str, shown: PodiumPicture, renderer: Renderer) -> bytes:
    """A PNG of the podium."""
    canvas, words = Canvas(), Words(renderer)
    draw_league_headline(canvas, words, title, shown.headline, shown.when)
    for position, one in enumerate(shown.finishers[:3]):
        _draw_step(canvas, words, position, one)
    draw_footer(canvas, words.text(shown.footer), None)
    return canvas.png()


def _draw_step(canvas: Canvas, words: Words, position: int, one: Finisher) -> None:
    rank = min(one.place - 1, 2)
    step = Box(_LEFT[position], _TOPS[rank], _WIDE, FOOTER.y - 10 - _TOPS[rank])
    ground, ink = _colours(rank)
    canvas.fill(step, ground, 14)
    middle = step.middle[0]
    name = words.name(one.player)
    size = next((size for size in (_NAMES[rank], *_SMALLER_NAMES) if width(name, size) <= _ROOM), _SMALLER_NAMES[-1])
    canvas.words(name, middle, step.y - 34, size, AMBER if rank == 0 else TEXT, _ROOM, "m")
    if position == 0:
        canvas.sign(Sign.CROWN, middle - _CROWN // 2, step.y - 76 - _CROWN // 2, _CROWN)
    below = step.bottom - 76
    canvas.words(str(one.place), middle, (step.y + below - 20) / 2 + 8, _NUMERALS[rank], ink, at="m")
    canvas.words(words.text(one.points), middle, below, _POINTS[rank], ink, _WIDE - 16, "m")
    canvas.words(words.text(one.note), middle, step.bottom - 30, SMALLEST, ink, _WIDE - 16, "m")


def _colours(rank: int) -> tuple[Colour, Colour]:
    """The ground of a step and the ink on it."""
    return ((AMBER, ON_AMBER), (PANEL_ON_TURN, TEXT), (PANEL, TEXT))[rank]
