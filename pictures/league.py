"""Draws the table of a league: a row for each player, one group or two, and what the signs of the form mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engines.texts import Renderer, Text, say
from pictures.canvas import SIZE, Box, Canvas
from pictures.frame import BODY_TOP, FOOTER, MARGIN, SMALLEST
from pictures.lettering import Words, drawable, number, width
from pictures.palette import AMBER, ON_AMBER, PANEL, SOFT, TAB, TABLE, TEXT, Colour
from pictures.signs import Sign

BODY = Box(MARGIN, BODY_TOP, SIZE[0] - 2 * MARGIN, 572)
"""Where the rows of a large league are. The picture of a small one ends sooner."""
ROWS_PER_PAGE = 12
ROWS_BESIDE = 6
"""Two groups of at most so many stand on one picture."""
_GAP = 6
_HEAD = 40
_ROW, _HIGHEST_ROW, _LARGE_FROM = 44, 76, 64
_PLACE, _MOVED, _NAME, _NAME_ROOM = 50, 64, 122, 320
_PLAYED, _WON, _POINTS, _TITLE_ROOM = 600, 756, 912, 148
_FORM, _STEP, _DISC = 936, 26, 22
_MOST_FORM = 5


class Mark(Enum):
    """How a match went, as a sign that is known without colours."""

    WON = Sign.DISC
    DRAWN = Sign.HALF_DISC
    LOST = Sign.RING
    FORFEITED = Sign.PENALTY
    TO_COME = Sign.DOT


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A player's row: so many matches ``played`` of those that were ``due``.

    ``player`` is the number by which the renderer knows the name.
    """

    player: int
    place: int
    moved: int
    played: int
    due: int
    won: int
    points: float
    form: tuple[Mark, ...]

    @property
    def leads(self) -> bool:
        """Whether this player comes first. Before the first result all share that place, and nobody leads."""
        return self.place == 1 and self.points > 0


@dataclass(frozen=True, slots=True)
class LeagueGroup:
    """A group with its rows in order."""

    rows: tuple[LeagueRow, ...]
    title: Text | None = None


@dataclass(frozen=True, slots=True)
class LeaguePicture:
    """All that the picture says."""

    headline: Text
    when: Text
    groups: tuple[LeagueGroup, ...]
    footer: Text

    @property
    def players(self) -> tuple[int, ...]:
        """Whom it shows."""
        return tuple(row.player for group in self.groups for row in group.rows)


def draw_league(title: str, shown: LeaguePicture, renderer: Renderer) -> bytes:
    """A PNG of a page of the table, as high as its rows need."""
    canvas, words = Canvas(), Words(renderer)
    draw_league_headline(canvas, words, title, shown.headline, shown.when)
    top = BODY.y
    for group in shown.groups:
        room = (BODY.height + _GAP) // len(shown.groups) - _GAP
        height = _row_height(len(group.rows), room - _HEAD - _GAP, is_alone=len(shown.groups) == 1)
        panel = Box(BODY.x, top, BODY.width, min(room, _HEAD + _GAP + height * len(group.rows)))
        _draw_group(canvas, words, panel, group, height)
        top = panel.bottom + _GAP
    legend = Box(FOOTER.x, top + FOOTER.y - BODY.bottom - _GAP, FOOTER.width, FOOTER.height)
    marks = {mark for group in shown.groups for row in group.rows for mark in row.form}
    _draw_legend(canvas, words, legend, shown.footer, has_forfeits=Mark.FORFEITED in marks)
    return canvas.png(legend.bottom + SIZE[1] - FOOTER.bottom)


def _row_height(rows: int, room: int, *, is_alone: bool) -> int:
    """How high the rows of a group are, of which so many have to fit."""
    height = min(_HIGHEST_ROW, room // max(1, rows), room)
    return max(height, _ROW) if is_alone and rows > ROWS_BESIDE else height


def draw_league_headline(canvas: Canvas, words: Words, title: str, headline: Text, when: Text) -> None:
    """Draw the league's name and what is played, and at the right how far it is."""
    told = words.text(when)
    right = SIZE[0] - MARGIN - 4
    canvas.words(told, right, 32, SMALLEST, SOFT, 400, "r")
    room = right - min(width(told, SMALLEST), 400) - 20 - (MARGIN + 4)
    wide = canvas.words(drawable(title), MARGIN + 4, 32, SMALLEST, TEXT, room)
    canvas.words(words.text(headline), MARGIN + 4 + wide + 20, 32, SMALLEST, SOFT, max(0, room - wide - 20))


def _draw_group(canvas: Canvas, words: Words, panel: Box, group: LeagueGroup, height: int) -> None:
    """Draw a group with rows of this height."""
    canvas.fill(panel, PANEL)
    _draw_titles(canvas, words, panel, group.title)
    rows = panel.without(left=_GAP, top=_HEAD, right=_GAP, bottom=_GAP)
    for position, row in enumerate(group.rows):
        box = Box(rows.x, rows.y + position * height, rows.width, height - 3)
        ground = AMBER if row.leads else TABLE if position % 2 else PANEL
        canvas.fill(box, ground, 8)
        _draw_row(canvas, words, panel.x, box, row)


def _draw_titles(canvas: Canvas, words: Words, panel: Box, title: Text | None) -> None:
    middle = panel.y + _HEAD // 2 - 2
    if title is not None:
        canvas.words(words.text(title), panel.x + 16, middle, SMALLEST, AMBER, 360)
    columns = ((_PLAYED, say("played")), (_WON, say("won")), (_POINTS, say("points")))
    for right, heading in columns:
        canvas.words(words.text(heading), panel.x + right, middle, SMALLEST, SOFT, _TITLE_ROOM, "r")
    canvas.words(words.text(say("form")), panel.x + _FORM, middle, SMALLEST, SOFT, 130)


def _draw_row(canvas: Canvas, words: Words, left: int, box: Box, row: LeagueRow) -> None:
    """Draw a row; that of a leader is dark on amber, so it is known without colours, too."""
    middle, larger = box.middle[1], 8 if box.height >= _LARGE_FROM else 0
    bright, soft = (ON_AMBER, ON_AMBER) if row.leads else (TEXT, SOFT)
    canvas.words(str(row.place), left + _PLACE, middle, SMALLEST + larger, bright, at="r")
    _draw_moved(canvas, left + _MOVED, middle, row.moved, soft if row.leads else None)
    canvas.words(words.name(row.player), left + _NAME, middle, SMALLEST + larger, bright, _NAME_ROOM)
    for right, value in ((_PLAYED, f"{row.played}/{row.due}" if row.due else "–"), (_WON, str(row.won))):
        canvas.words(value, left + right, middle, SMALLEST + larger, soft, at="r")
    canvas.words(number(row.points), left + _POINTS, middle, SMALLEST + larger, bright, at="r")
    for position, mark in enumerate(last_form(row.form)):
        canvas.sign(mark.value, left + _FORM + position * _STEP, middle, _DISC, ON_AMBER if row.leads else None)


def _draw_moved(canvas: Canvas, left: int, middle: int, moved: int, colour: Colour | None) -> None:
    """Draw how many places somebody has won or lost: up is a filled triangle, down an outlined one."""
    sign = Sign.UP if moved > 0 else Sign.DOWN if moved < 0 else Sign.LEVEL
    canvas.sign(sign, left, middle, 20 if moved else 16, colour)
    if moved:
        canvas.words(str(abs(moved)), left + 26, middle, SMALLEST, colour or SOFT, SMALLEST)


def _draw_legend(canvas: Canvas, words: Words, box: Box, footer: Text, *, has_forfeits: bool) -> None:
    """Draw what the signs of the form mean, and the footer beside it."""
    canvas.fill(box, TAB, 12)
    meanings = [(Mark.WON, say("won")), (Mark.DRAWN, say("drawn")), (Mark.LOST, say("lost"))]
    meanings += [(Mark.FORFEITED, say("forfeit"))] if has_forfeits else []
    x: float = box.x + 18
    for mark, meaning in (*meanings, (Mark.TO_COME, say("to come"))):
        x += canvas.sign(mark.value, x, box.middle[1], 24) + 8
        x += canvas.words(words.text(meaning), x, box.middle[1], SMALLEST, SOFT) + 22
    text = words.text(footer)
    if width(text, SMALLEST) <= box.right - 18 - x:
        canvas.words(text, box.right - 18, box.middle[1], SMALLEST, AMBER, at="r")


def last_form(form: Sequence[Mark]) -> Sequence[Mark]:
    """The part of a form for which there is room: the last five matches, with as much as fits of what is to come."""
    played = [mark for mark in form if mark is not Mark.TO_COME][-_MOST_FORM:]
    return (*played, *[Mark.TO_COME] * min(_MOST_FORM - len(played), sum(mark is Mark.TO_COME for mark in form)))
