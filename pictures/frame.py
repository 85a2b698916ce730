"""The frame of every picture: the headline or the turn above, the footer below; and the stage: what has happened."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engines.texts import SUIT_SIGNS
from pictures.canvas import SIZE, Box, Canvas
from pictures.cards import draw_card
from pictures.lettering import ARROW, CARD_HEIGHT, CARD_WIDTH, WAYS, card_of, in_words, parts, width, wrap
from pictures.palette import AMBER, ON_AMBER, PANEL_ON_TURN, SOFT, TAB, TEXT, Colour
from pictures.signs import Sign

MARGIN = 16
BODY_TOP = 62
FOOTER = Box(MARGIN, 642, SIZE[0] - 2 * MARGIN, 46)

HEADLINE_SIZES = tuple(range(46, 32, -2))
"""46 are 11 pixels where a phone shows the picture in 265."""

BAR = Box(0, 0, SIZE[0], 74)
"""Whose turn it is and what for, across a table's picture."""
SMALLEST = 34
"""8 pixels where a phone shows the picture in 265."""
Wrap = Callable[[str, int, float, int], list[str]]
_STAGE_SIZES = (60, 52, 46, 42, 38, SMALLEST)
_AHEAD = 2
"""Rather so many sizes smaller than broken within a clause, such as between a player's two cards."""
_TRIES = tuple(
    (_STAGE_SIZES[number], way)
    for step in range(len(_STAGE_SIZES) + _AHEAD)
    for way, number in zip(WAYS[1:], (step, step - _AHEAD), strict=True)
    if 0 <= number < len(_STAGE_SIZES)
)
_MOST_LINES = 9
"""The most lines of a beat."""
_PLACE = re.compile(rf"{ARROW} \w+ (?=\d)")
"""The kind of a place with a number, to which a card goes."""
_TO_PLACE = re.compile(rf"(?<=[{SUIT_SIGNS}]) {ARROW} (?:\w+ )?\w?\d+")
_EDGE = 14
"""The space between the stage's edge and its words."""


def draw_turn_bar(canvas: Canvas, told: str, beside: Sequence[str], sign: Sign | None) -> None:
    """Draw what the table waits for, in amber, or without an icon what it is; and on its right the first that fits."""
    ground, ink = (AMBER, ON_AMBER) if sign is not None else (TAB, AMBER)
    canvas.fill(BAR, ground, 0)
    x, middle = MARGIN + 6, BAR.middle[1]
    if sign is not None:
        x += canvas.sign(sign, x, middle, 34, ink) + 14
    room = SIZE[0] - MARGIN - x
    for size in (48, 42, 36):
        used = width(told, size)
        right = next((text for text in beside if used + 30 + width(text, SMALLEST) <= room), "")
        if right or size == 36:
            canvas.words(told, x, middle, size, ink, room)
            canvas.words(right, SIZE[0] - MARGIN, middle, SMALLEST, ink if sign is not None else SOFT, at="r")
            return


@dataclass(frozen=True, slots=True)
class Stage:
    """What has happened, in lines of words and whole cards, each with whether it belongs to the latest beat."""

    lines: tuple[tuple[str, bool], ...]
    size: int
    is_whole: bool = True
    """Whether it tells all."""

    @classmethod
    def of(cls, beats: Sequence[str], wide: int, high: int) -> "Stage":
        """As large as there is room for all beats, at last with cards in words, each kind of place named once in the
        earlier beats, or none (the table shows them), and those run together.

        If there never is room, only the latest beats. Of the oldest, how it ended stays longest.
        """
        found, plain = cls((), SMALLEST), [in_words(beat) for beat in beats]
        for first, oldest in enumerate(plain):
            larger = [(beats[first:], *tried) for tried in _TRIES]
            rest, end = plain[first + 1 :], oldest.partition(". ")[2]
            ended = _run_together([end, *rest]) if end and rest else []
            once = _with_places_once(plain[first:])
            cards = _run_together([*(_TO_PLACE.sub("", beat) for beat in plain[first:-1]), *plain[-1:]])
            shorter = filter(
                None, (plain[first:], _run_together(plain[first:]), once, _run_together(once), cards, ended)
            )
            small = ((told, SMALLEST, way) for told in shorter for way in WAYS)
            for told, size, way in (*larger, *small):
                found = cls._wrapped(told, size, wide, way)
                if found.height <= high and found.is_whole:
                    return replace(found, is_whole=not first and told is not ended)
        latest = plain[-1] if beats else ""
        while found.height > high and (latest := latest[: latest.rfind(". ") + 1]):  # one sentence less
            found = cls._wrapped([latest], SMALLEST, wide)
        return replace(found if found.height <= high else cls((), SMALLEST), is_whole=not beats)

    @classmethod
    def _wrapped(cls, beats: Sequence[str], size: int, wide: int, way: Wrap = wrap) -> "Stage":
        lines = [way(beat, size, wide - 2 * _EDGE, _MOST_LINES) for beat in beats]
        is_whole = [" ".join(told) for told in lines] == [" ".join(beat.split()) for beat in beats]
        return cls(tuple((line, beat is lines[-1]) for beat in lines for line in beat), size, is_whole)

    @property
    def height(self) -> int:
        """What the lines need, with the space around them."""
        return sum(self._line_height(line) for line, _ in self.lines) + _EDGE if self.lines else 0

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the lines in the middle of this panel."""
        if not self.lines:
            return
        canvas.fill(box, PANEL_ON_TURN)
        y = box.y + (box.height - self.height + _EDGE) // 2
        for line, is_latest in self.lines:
            high = self._line_height(line)
            self._draw_line(canvas, line, box.x + _EDGE, y + high // 2, TEXT if is_latest else SOFT)
            y += high

    def _line_height(self, line: str) -> int:
        has_card = any(card_of(part) is not None for part, _ in parts(line))
        return round(CARD_HEIGHT * self.size) + 12 if has_card else round(1.3 * self.size)

    def _draw_line(self, canvas: Canvas, line: str, x: float, middle: int, colour: Colour) -> None:
        high, wide = round(CARD_HEIGHT * self.size), round((CARD_WIDTH - 0.13) * self.size)
        for part, _ in parts(line):
            card = card_of(part)
            if card is None:
                x += canvas.words(part, x, middle, self.size, colour)
            else:
                draw_card(canvas, Box(round(x), middle - high // 2, wide, high), card)
                x += CARD_WIDTH * self.size


def _run_together(beats: Sequence[str]) -> list[str]:
    """The earlier beats in a row, and the latest one by itself."""
    *earlier, latest = beats
    return [" ".join(earlier), latest] if earlier else [latest]


def _with_places_once(beats: Sequence[str]) -> list[str]:
    """The earlier beats with the kind of place that cards go to named once, "3♦ → pile 1, 4♦ → 2", and the latest."""
    *earlier, latest = beats
    told = "\n".join(earlier)
    if first := _PLACE.search(told):
        told = told[: first.end()] + told[first.end() :].replace(first[0], f"{ARROW} ")
    return [*told.splitlines(), latest]


def draw_headline(canvas: Canvas, title: str, headline: str, *, free: int = 0) -> None:
    """Draw the game's name and where the game stands, as large as they fit side by side, with room on the right."""
    left, gap = MARGIN + 4, 20
    room = SIZE[0] - MARGIN - left - free
    fitting = (size for size in HEADLINE_SIZES if width(title, size) + gap + width(headline, size) <= room)
    size = next(fitting, HEADLINE_SIZES[-1])
    x = left + canvas.words(title, left, 32, size, TEXT, room) + gap
    canvas.words(headline, x, 32, size, SOFT, max(0, left + room - x))


def draw_footer(canvas: Canvas, text: str, sign: Sign | None) -> None:
    """Draw what the game is waiting for, in amber, or without an icon how it ended."""
    ground, ink = (AMBER, ON_AMBER) if sign is not None else (TAB, AMBER)
    canvas.fill(FOOTER, ground, 12)
    x, middle = FOOTER.x + 18, FOOTER.middle[1]
    if sign is not None:
        x += canvas.sign(sign, x, middle, 24, ink) + 10
    canvas.words(text, x, middle, SMALLEST, ink, FOOTER.right - 16 - x)
