"""Seats: name, icons with numbers, and whose turn it is."""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from engines.scenes import Fact, Kind
from pictures.arrangement import Seat
from pictures.canvas import Box, Canvas
from pictures.lettering import Words, number, width, wrap, wrap_clauses
from pictures.palette import AMBER, DAMAGE, EDGE, PANEL, PANEL_ON_TURN, SOFT, TAB, TEXT
from pictures.signs import Sign

_SIGNS = {
    Kind.HAND: Sign.HAND,
    Kind.DECK: Sign.DECK,
    Kind.TRICKS: Sign.TRICKS,
    Kind.POINTS: Sign.POINTS,
    Kind.PENALTY: Sign.PENALTY,
    Kind.DAMAGE: Sign.DAMAGE,
    Kind.WINS: Sign.WINS,
    Kind.OUT: Sign.OUT,
}
FRAME = 5
DEALER = "D"
"""The letter on the dealer button, as in a card room."""
_APART = 16
_SIZE = 34
"""The size of names and icons in a strip."""
_HEAD = 44
"""The size of name and facts in a line across the picture."""
_BAR = 380
"""The width of a bar of damage there."""
_MARGINS = 30
LINE = 38
"""The height of a line of remarks below the icons of a seat."""
_LABEL_END, _PART_END = re.compile("(?<=:) "), re.compile("(?<=[:,]) ")
"""Where these lines rather end: if two do, before what is said of a label, otherwise also within it."""


def draw_seat_panel(canvas: Canvas, box: Box, seat: Seat) -> None:
    """Draw a seat's panel, framed if the seat may act, and the viewer's always."""
    if seat.to_act or seat.is_own:
        canvas.outline(box, AMBER if seat.to_act else TEXT, TAB if seat.is_own else PANEL_ON_TURN, FRAME)
    else:
        canvas.fill(box, PANEL)


def draw_name(canvas: Canvas, words: Words, seat: Seat, x: int, middle: int, size: int, room: float) -> float:
    """Draw a player's name, preceded by the turn icon if the seat may act; return the total width."""
    is_out = any(fact.kind is Kind.OUT for fact in seat.facts)
    turn = canvas.sign(Sign.TURN, x, middle, size - 4) + 8 if seat.to_act else 0
    name = words.place(seat.number)
    return turn + canvas.words(name, x + turn, middle, size, SOFT if is_out else TEXT, room - turn)


def draw_head(canvas: Canvas, words: Words, box: Box, seat: Seat) -> None:
    """Draw a seat in one line: name, remarks as far as there is room, facts; damage with a limit as a bar."""
    x, middle, right = box.x + 16, box.middle[1], box.right - 16
    if is_dealer(seat):
        draw_dealer(canvas, right - 18, middle)
        right -= 52
    damage = next((fact for fact in seat.facts if fact.kind is Kind.DAMAGE and fact.limit), None)
    if damage is not None:
        right -= min(_BAR, box.width // 3)
        _draw_bar(canvas, Box(right, box.y + 8, min(_BAR, box.width // 3), box.height - 16), damage)
        right -= 24
    shown = [fact for fact in counted(seat.facts) if fact is not damage]
    begin = right - round(facts_width(shown, _HEAD))
    _draw_signs(canvas, shown, begin, middle, _HEAD, _APART)
    x += round(draw_name(canvas, words, seat, x, middle, _HEAD, begin - 20 - x)) + 20
    canvas.words(remarks(seat, words, begin - 20 - x), x, middle, _SIZE, SOFT)


def _draw_bar(canvas: Canvas, box: Box, damage: Fact) -> None:
    """Draw how close a player is to losing."""
    curve = box.height // 2
    canvas.fill(box, EDGE, curve)
    share = min(1.0, max(0.0, (damage.value or 0) / (damage.limit or 1)))
    if share > 0:
        canvas.fill(box._replace(width=max(2 * curve, round(share * box.width))), DAMAGE, curve)
    canvas.words(amount(damage), box.right - 14, box.middle[1], _SIZE, TEXT, at="r")


def lines_below(seat: Seat, words: Words, wide: int) -> int:
    """How many lines of remarks stand below the icons of a seat in a strip: none if there is room beside them."""
    told = remarks(seat, words)
    room = wide - _MARGINS - facts_width(counted(seat.facts), _SIZE) - _APART
    return 0 if width(told, _SIZE) <= room else len(_wrapped(told, wide))


def _wrapped(told: str, wide: int) -> list[str]:
    room = wide - _MARGINS
    if _LABEL_END.search(told) and (clauses := wrap_clauses(told, _SIZE, room, 3, _PART_END)):
        return wrap_clauses(told, _SIZE, room, 2, _LABEL_END) or clauses
    return wrap(told, _SIZE, room, 2)


def draw_seat(canvas: Canvas, words: Words, box: Box, seat: Seat, lines: int = 0) -> None:
    """Draw a seat in a strip: the name above its icons and numbers, and remarks in ``lines`` below or beside them."""
    draw_seat_panel(canvas, box, seat)
    if lines:
        low = box.bottom - 8 - LINE * lines
        for place, line in enumerate(_wrapped(remarks(seat, words), box.width)):
            canvas.words(line, box.x + 16, low + LINE * place + LINE // 2, _SIZE, SOFT, box.width - _MARGINS)
        box, seat = box.without(bottom=LINE * lines), replace(seat, remarks=())
    room = box.width - _MARGINS
    if is_dealer(seat):
        draw_dealer(canvas, box.right - 28, box.y + 25)
        room -= 44
    draw_name(canvas, words, seat, box.x + 16, box.y + round(0.3 * box.height), _SIZE, room)
    low = box.bottom - round(0.27 * box.height) - 17
    draw_facts(canvas, words, seat, Box(box.x + 16, low, box.width - _MARGINS, 34), _SIZE)


def is_dealer(seat: Seat) -> bool:
    """Whether the seat has the dealer button."""
    return any(fact.kind is Kind.DEALER for fact in seat.facts)


def draw_dealer(canvas: Canvas, x: int, y: int) -> None:
    """Draw the dealer button centred at ``x``, ``y``."""
    canvas.fill(Box(x - 18, y - 17, 36, 34), TAB, 9)
    canvas.words(DEALER, x, y, 34, TEXT, at="m")


def draw_facts(canvas: Canvas, words: Words, seat: Seat, box: Box, size: int) -> None:
    """Draw icons with numbers, then remarks in a softer colour as far as there is room."""
    shown = counted(seat.facts)
    apart = _APART if facts_width(shown, size) <= box.width else 10
    while shown and facts_width(shown, size, apart) > box.width:
        shown = shown[:-1]
    x = box.x + _draw_signs(canvas, shown, box.x, box.middle[1], size, apart)
    canvas.words(remarks(seat, words, box.right - x), x, box.middle[1], _SIZE, SOFT)


def remarks(seat: Seat, words: Words, room: float = inf) -> str:
    """The facts about a seat that are only in words, the first ones that there is room for."""
    told = [text for fact in seat.remarks if (text := words.text(fact.text))]
    while told and width(" · ".join(told), _SIZE) > room:
        told.pop()
    return " · ".join(told)


def counted(facts: Sequence[Fact]) -> Sequence[Fact]:
    """The facts with an icon and a number."""
    return [fact for fact in facts if fact.kind in _SIGNS and fact.value is not None]


def facts_width(facts: Sequence[Fact], size: int, apart: int = _APART) -> float:
    """The width of icons with numbers."""
    return sum(size + 2 + width(amount(fact), size + 2) for fact in facts) + apart * max(0, len(facts) - 1)


def amount(fact: Fact) -> str:
    """The number of a fact, with its limit if it has one."""
    value = number(fact.value or 0)
    return value if fact.limit is None else f"{value}/{number(fact.limit)}"


def _draw_signs(canvas: Canvas, facts: Sequence[Fact], x: float, middle: int, size: int, apart: int) -> float:
    start = x
    for fact in facts:
        assert fact.kind is not None
        sign = _SIGNS[fact.kind]
        canvas.sign(sign, x, middle, size - 4)
        x += size + 2
        x += canvas.words(amount(fact), x, middle, size + 2, TEXT) + apart
    return x - start
