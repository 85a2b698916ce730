"""Tricks: a column for each seat in playing order, or two cards face to face."""

from collections.abc import Collection
from functools import partial

from engines.cards import CARD_TEXTS, SUITS
from engines.scenes import TrickCard
from pictures.arrangement import LaidTrick
from pictures.canvas import Box, Canvas
from pictures.cards import draw_card, draw_ring
from pictures.lettering import Words, number, width, wrap
from pictures.palette import AMBER, INKS, ON_AMBER, PANEL, PAPER, SOFT, TAB, TEXT
from pictures.signs import Sign

LABEL = 150
"""The width of a trick's name next to its cards."""
_NAME = 46
_TAB = 44
_AROUND = _NAME + 10 + _TAB + 14
"""The space that a column needs above and below its card."""
_UNDERLINE = 8
"""The height of the line under the best card so far, where no tab says what cards are worth."""
_RATIO = 1.32
_TALLEST = 200


def draw_trick(canvas: Canvas, words: Words, box: Box, laid: LaidTrick, to_act: Collection[int]) -> None:
    """Draw a trick in a panel: its name, then a column for each card."""
    canvas.fill(box, PANEL)
    _draw_label(canvas, words, Box(box.x, box.y, LABEL, box.height), laid)
    if not laid.trick.cards:
        return
    waits = _first_to_play(laid, to_act)
    columns = box.without(left=LABEL).across(len(laid.trick.cards), 0)
    for place, (part, column) in enumerate(zip(laid.trick.cards, columns, strict=True)):
        _draw_column(canvas, words, column, part, is_over=laid.trick.is_over, waits=place == waits)
        if place in laid.changed:
            draw_ring(canvas, _card_box(column))


def _draw_label(canvas: Canvas, words: Words, box: Box, laid: LaidTrick) -> None:
    trick = laid.trick
    lines = wrap(words.text(trick.name), 34, box.width - 10, 3)
    has_lead = trick.suit is not None or trick.multiple != 1
    middle = box.middle[0]
    y = box.middle[1] - 19 * (len(lines) - 1) - (26 if has_lead else 0)
    for line in lines:
        canvas.words(line, middle, y, 34, SOFT, at="m")
        y += 38
    if not has_lead:
        return
    times = f"×{trick.multiple}" if trick.multiple != 1 else ""
    wide = (34 + (8 if times else 0) if trick.suit is not None else 0) + width(times, 34)
    x, y = middle - wide / 2, y + 18
    if trick.suit is not None:
        x += _draw_chip(canvas, SUITS[trick.suit], x, y) + 8
    canvas.words(times, x, y, 34, TEXT)


def _draw_chip(canvas: Canvas, suit: str, x: float, middle: float) -> int:
    """Draw a suit on a white chip; return its width."""
    canvas.fill(Box(round(x), round(middle) - 17, 34, 34), PAPER, 6)
    canvas.pip(suit, x + 5, middle, 24, INKS[suit])
    return 34


def _first_to_play(laid: LaidTrick, to_act: Collection[int]) -> int | None:
    """The place that the trick is waiting for; ``None`` while several seats decide at once."""
    if laid.trick.is_over or len(to_act) != 1:
        return None
    places = (place for place, part in enumerate(laid.trick.cards) if part.card is None and part.seat in to_act)
    return next(places, None)


def _card_box(column: Box) -> Box:
    tall = max(8, min(column.height - _AROUND, _TALLEST, round(_RATIO * (column.width - 24))))
    wide = round(tall / _RATIO)
    return Box(column.middle[0] - wide // 2, column.y + _NAME, wide, tall)


def _draw_column(canvas: Canvas, words: Words, box: Box, part: TrickCard, *, is_over: bool, waits: bool) -> None:
    middle, _ = box.middle
    has_won = part.is_best and is_over
    colour = AMBER if waits or has_won else TEXT
    room = box.width - 12
    canvas.words(words.place_in(room, part.seat, 34), middle, box.y + 23, 34, colour, room, "m")
    card = _card_box(box)
    if part.card is None:
        canvas.empty_place(card)
        if waits:
            size = min(30, card.width // 2)
            canvas.sign(Sign.TURN, card.middle[0] - size // 2, card.middle[1], size)
        return
    draw_card(canvas, card, part.card)
    if has_won:  # on the card, so that it takes no room from the name
        badge = Box(card.right - min(30, card.width // 5), card.y - 14, 48, 48)
        canvas.fill(badge, TAB, 24)
        canvas.sign(Sign.CROWN, badge.x + 8, badge.middle[1], 32)
    if part.is_best and not is_over and not _has_tab(part):
        canvas.fill(Box(card.x, card.bottom + 18, card.width, _UNDERLINE), AMBER, _UNDERLINE // 2)
    _draw_worth(canvas, Box(middle, card.bottom + 10, 0, _TAB), card.width, part, is_over=is_over)


def _draw_worth(canvas: Canvas, at: Box, least: int, part: TrickCard, *, is_over: bool) -> None:
    """Draw a tab with what the card is worth, and the suit that it counts as if that is not its own."""
    suit = _other_suit(part)
    worth = "" if part.worth is None else number(part.worth)
    if not _has_tab(part):
        return
    inside = width(worth, 34) + (40 if suit is not None else 0)
    wide = max(least, round(inside) + 20)
    tab = Box(at.x - wide // 2, at.y, wide, at.height)
    if part.is_best and is_over:
        canvas.fill(tab, AMBER, 10)
    elif part.is_best:
        canvas.outline(tab.grown(4), AMBER, TAB, 4, 13)
    else:
        canvas.fill(tab, TAB, 10)
    x = at.x - inside / 2
    x += canvas.words(worth, x, tab.middle[1], 34, ON_AMBER if part.is_best and is_over else TEXT)
    if suit is not None:
        _draw_chip(canvas, suit, x + 6, tab.middle[1])


def _has_tab(part: TrickCard) -> bool:
    """Whether there is something to say about a card: what it is worth, or that it counts as another suit."""
    return part.worth is not None or _other_suit(part) is not None


def _other_suit(part: TrickCard) -> str | None:
    if part.suit is None or part.card is None or CARD_TEXTS[part.card][1] == SUITS[part.suit]:
        return None
    return SUITS[part.suit]


def draw_exchange(canvas: Canvas, words: Words, box: Box, laid: LaidTrick, to_act: Collection[int]) -> None:
    """Draw two cards face to face, each on its player's side."""
    canvas.fill(box, PANEL)
    parts = laid.trick.cards
    tall = min(150, box.height - 36)
    wide = round(tall / 1.37)
    gap = 100 if box.width > 700 else 56
    middle, centre = box.middle
    is_swapped = parts[0].seat > parts[1].seat
    waits = _first_to_play(laid, to_act)
    draw_side = partial(_draw_side, canvas, words, box, is_over=laid.trick.is_over)
    for place, part in enumerate(parts):
        is_left = (place == 0) != is_swapped
        x = middle - gap // 2 - wide if is_left else middle + gap // 2
        card = Box(x, centre - tall // 2, wide, tall)
        draw_side(card, part, is_left=is_left, is_first=place == 0, waits=place == waits)
        if place in laid.changed:
            draw_ring(canvas, card)
    left, right = (parts[1], parts[0]) if is_swapped else parts
    if left.worth is not None and right.worth is not None and left.card is not None and right.card is not None:
        compared = "=" if left.worth == right.worth else "<" if left.worth < right.worth else ">"
        canvas.words(compared, middle, centre, 52, AMBER if compared != "=" else SOFT, at="m")


def _draw_side(
    canvas: Canvas,
    words: Words,
    box: Box,
    card: Box,
    part: TrickCard,
    *,
    is_over: bool,
    is_left: bool,
    is_first: bool,
    waits: bool,
) -> None:
    """Draw one of the two cards, with the name and what it is worth on its outer side."""
    at, away = ("r", -1) if is_left else ("l", 1)
    x = card.x - 24 if is_left else card.right + 24
    room = x - box.x - 16 if is_left else box.right - 16 - x
    high, low = card.middle[1] - 42, card.middle[1] + 18
    colour = AMBER if part.is_best or waits else TEXT
    canvas.words(words.place_in(room, part.seat, 36), x, high, 36, colour, room, at)
    if part.card is None:
        canvas.empty_place(card)
        if waits:
            canvas.sign(Sign.TURN, card.middle[0] - 15, card.middle[1], 30)
    else:
        draw_card(canvas, card, part.card)
    if part.worth is not None:
        x += away * (canvas.words(number(part.worth), x, low, 64, colour, room, at) + 24)
    for sign in (Sign.SWORD if is_first else Sign.SHIELD, *((Sign.CROWN,) if part.is_best else ())):
        if abs(x - (box.x if is_left else box.right)) < 60:
            return
        canvas.sign(sign, x - 44 if is_left else x, low, 44)
        x += away * 58
