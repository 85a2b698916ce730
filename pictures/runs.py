"""Rows and runs: cards side by side, or overlapping so that each still shows its rank and suit."""

from collections.abc import Iterable, Sequence

from engines.cards import Card
from engines.scenes import Spread, Zone
from engines.texts import Text
from pictures.arrangement import Laid
from pictures.canvas import Box, Canvas
from pictures.cards import draw_card, draw_ring
from pictures.lettering import Words, number, width, wrap
from pictures.palette import SOFT, TAB, TEXT
from pictures.signs import Sign

GAP = 6
"""The gap between cards side by side."""
LEAST_STEP = 30
"""The smallest step between overlapping cards that can be read on a phone."""
_RATIO = 1.31
_CHIP = 66
_MOST_CARDS = 60
_LABEL_SIZE = 34
_WIDEST_LABEL = 170
_WORD = 50
"""A name at least this wide cannot be a number, so the number of cards may appear below it."""


def card_width(height: int) -> int:
    """The width of a card in a row."""
    return max(8, round(height / _RATIO))


def label_width(words: Words, runs: Iterable[Laid]) -> int:
    """The width of the column with the names of these rows."""
    wide = [width(words.text(laid.label), _LABEL_SIZE) for laid in runs]
    return round(min(_WIDEST_LABEL, max(wide, default=0))) + 20


def draw_labelled_run(canvas: Canvas, words: Words, box: Box, laid: Laid, label: int) -> None:
    """Draw a row with its name in a column ``label`` wide on the left, and a lock below that if it is closed."""
    zone = laid.zone
    is_high = box.height >= 60
    lines = wrap(words.text(laid.label), _LABEL_SIZE, label - 8, 2 if is_high else 1)
    if is_high and len(lines) == 1 and width(lines[0], _LABEL_SIZE) >= _WORD and zone.spread is Spread.RUN:
        lines += [number(zone.count)] if zone.count > 1 and not zone.is_closed else []
    middle = box.x + (label - 8) // 2
    has_room = box.height >= (len(lines) + 1) * 38
    y = box.middle[1] - (len(lines) + (zone.is_closed and has_room) - 1) * 19
    for line in lines if has_room or not zone.is_closed else ():
        canvas.words(line, middle, y, _LABEL_SIZE, SOFT, at="m")
        y += 38
    if zone.is_closed:
        canvas.sign(Sign.LOCK, middle - 13, y, 26, SOFT)
    draw_run(canvas, box.without(left=label), laid)


def draw_run(canvas: Canvas, box: Box, laid: Laid) -> None:
    """Draw a row of cards as high as ``box``; if there are too many, a chip replaces the oldest ones."""
    wide = min(card_width(box.height), box.width)
    cards = _cards(laid)
    if not cards:
        canvas.empty_place(Box(box.x, box.y, wide, box.height))
        return
    room = box.width - wide
    x, step = box.x, wide + GAP
    if (len(cards) - 1) * step > room:
        step = room // (len(cards) - 1)
    if step < LEAST_STEP:
        room = max(0, room - _CHIP - GAP)
        shown = 1 + room // LEAST_STEP
        _draw_chip(canvas, box, laid.zone.count - min(shown, len(cards)))
        x, cards = x + _CHIP + GAP, cards[-shown:]
        step = min(wide + GAP, room // max(1, len(cards) - 1))
    rings = []
    for order, (card, is_new) in enumerate(cards):
        place = Box(x + order * step, box.y, wide, box.height)
        is_covered = step < wide and order < len(cards) - 1
        draw_card(canvas, place, card, visible=step if is_covered else None)
        if is_new:
            rings.append(Box(place.x, place.y, step, place.height) if is_covered else place)
    # A covered card's ring surrounds its visible part, so it is drawn after the card above.
    for place in rings:
        draw_ring(canvas, place)


def draw_cards(canvas: Canvas, box: Box, cards: Sequence[Card]) -> None:
    """Draw these cards in a row as high as ``box``."""
    draw_run(canvas, box, Laid(Zone(Text(""), Spread.ROW, len(cards), tuple(cards)), frozenset()))


def _cards(laid: Laid) -> list[tuple[Card | None, bool]]:
    """The last cards of a zone, ``None`` for those that the viewer cannot see, and whether each is new."""
    zone = laid.zone
    known: list[tuple[Card | None, bool]] = [(card, place in laid.changed) for place, card in enumerate(zone.cards)]
    unknown = min(_MOST_CARDS, max(0, zone.count - len(known)))
    return ([(None, False)] * unknown + known)[-_MOST_CARDS:]


def _draw_chip(canvas: Canvas, box: Box, count: int) -> None:
    chip = Box(box.x, box.middle[1] - 20, _CHIP, 40)
    canvas.fill(chip, TAB, 10)
    canvas.words(f"+{count}", *chip.middle, 34, TEXT, _CHIP - 4, "m")
