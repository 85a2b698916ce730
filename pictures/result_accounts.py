"""A result as panels or rows: what each player has in the end, and what it is worth."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engines.result_scenes import Account, Bar, Line, ResultScene
from engines.scenes import Trick, TrickCard
from pictures.canvas import Box, Canvas
from pictures.cards import corner, draw_card
from pictures.frame import SMALLEST
from pictures.lettering import Words, number, width
from pictures.palette import AMBER, DAMAGE, EDGE, ON_AMBER, PANEL, PANEL_ON_TURN, PAPER, SOFT, TAB, TABLE, TEXT
from pictures.runs import card_width, draw_cards
from pictures.signs import Sign

EN_DASH = "–"
"""Stands for the minus sign, which the font lacks."""


@dataclass(frozen=True, slots=True)
class Finisher:
    """How a seat finished, together with its ``partners``.

    ``rating`` is the new one and ``change`` by how much, ``None`` if it is not shown.
    """

    seat: int
    place: int
    won: bool
    points: float
    rating: int | None = None
    change: int = 0
    partners: tuple[int, ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """Everybody on this side."""
        return (self.seat, *self.partners)


def own_account(accounts: Iterable[Account], one: Finisher) -> Account:
    """What decided about a side: the account of one of its seats."""
    return next(account for account in accounts if account.seat in one.seats)


def ink(one: Finisher) -> tuple[int, int, int]:
    """The colour of a player's name."""
    return AMBER if one.won else TEXT


def draw_player(canvas: Canvas, words: Words, one: Finisher, left: int, middle: int, right: int, size: int) -> None:
    """Draw crown, name and rating on a line between ``left`` and ``right``."""
    right = draw_rating(canvas, one, right, middle, with_rating=True) - 16
    if one.won:
        left += canvas.sign(Sign.CROWN, left, middle, size) + 10
    canvas.words(words.names(one.seats), left, middle, size, ink(one), right - left)


def draw_rating(canvas: Canvas, one: Finisher, right: int, middle: int, *, with_rating: bool) -> int:
    """Draw the rating and its change so that they end at ``right``; return where they begin.

    Up is a filled triangle, down an outlined one: readable without colours.
    """
    if one.rating is None:
        return right
    sign = Sign.UP if one.change > 0 else Sign.DOWN if one.change < 0 else Sign.LEVEL
    change = f"{one.change:+d}".replace("-", EN_DASH) if one.change else "0"
    x = right - round(width(change, SMALLEST))
    canvas.words(change, x, middle, SMALLEST, TEXT)
    x -= 26
    canvas.sign(sign, x, middle, 20)
    if with_rating:
        rating = str(one.rating)
        x -= round(width(rating, SMALLEST)) + 14
        canvas.words(rating, x, middle, SMALLEST, SOFT)
    return x


_GAP = 10
_HEAD = 52
_FOOT = 46
_BAR = 46
_SCORE = 92
_TALLEST_CARD = 112
_EXCHANGE = 420
_EXCHANGE_SIGNS = (Sign.SWORD, Sign.SHIELD, Sign.DAMAGE)
_EMPTY_PANEL = 134
_ROW_WITH_CARDS = 56
"""Lower rows say how many cards are left."""
_STEP, _HEIGHT_ROOM = 4, 62


@dataclass(frozen=True, slots=True)
class _Painter:
    """What all parts of the picture need."""

    canvas: Canvas
    words: Words


def draw_accounts(canvas: Canvas, words: Words, box: Box, scene: ResultScene, finishers: Sequence[Finisher]) -> None:
    """Draw a panel for each of two players, or a row for each of more, in order of places."""
    to = _Painter(canvas, words)
    shown = [(one, own_account(scene.accounts, one)) for one in finishers]
    has_panels = any(account.bar is not None or account.foot is not None for account in scene.accounts)
    if len(shown) != 2 or not has_panels:
        _draw_rows(to, box, shown)
    elif scene.trick is not None:
        _draw_stacked(to, box.without(right=_EXCHANGE + _GAP), shown)
        _draw_exchange(to, Box(box.right - _EXCHANGE, box.y, _EXCHANGE, box.height), scene.trick)
    elif any(account.bar is not None for _, account in shown):
        _draw_stacked(to, box, shown)
    else:
        for (one, account), panel in zip(shown, box.across(2, 12), strict=True):
            _draw_panel(to, panel, one, account, _one_below_the_other)


_Lines = Callable[[Sequence[Line], Box], list[Box]]
"""Where the lines of an account stand."""


def _draw_stacked(to: _Painter, box: Box, shown: Sequence[tuple[Finisher, Account]]) -> None:
    """Draw two panels one below the other; one without cards leaves its room to the other."""
    heights = [box.height // 2 - _GAP // 2] * 2
    bare = [not account.lines for _, account in shown]
    if bare.count(True) == 1:
        heights = [_EMPTY_PANEL if is_bare else box.height - _GAP - _EMPTY_PANEL for is_bare in bare]
    y = box.y
    for (one, account), height in zip(shown, heights, strict=True):
        _draw_panel(to, Box(box.x, y, box.width, height), one, account, _side_by_side)
        y += height + _GAP


def _draw_panel(to: _Painter, panel: Box, one: Finisher, account: Account, places: _Lines) -> None:
    """Draw a player's panel: name and rating, bar, lines of cards, and how their worth adds up."""
    to.canvas.fill(panel, PANEL)
    draw_player(to.canvas, to.words, one, panel.x + 16, panel.y + 30, panel.right - 16, SMALLEST)
    rest = panel.grown(-14).without(top=_HEAD - 10)
    if account.bar is not None:
        _draw_bar(to, Box(rest.x, rest.y, rest.width, _BAR), account.bar)
        rest = rest.without(top=_BAR + _GAP)
    if account.foot is not None:
        _draw_foot(to, Box(rest.x - 6, panel.bottom - 8 - _FOOT, rest.width + 12, _FOOT), account)
        rest = rest.without(bottom=_FOOT + 2)
    for line, place in zip(account.lines, places(account.lines, rest), strict=True):
        _draw_line(to, place, line)


def _one_below_the_other(lines: Sequence[Line], box: Box) -> list[Box]:
    return box.down(len(lines), _GAP) if lines else []


def _side_by_side(lines: Sequence[Line], box: Box) -> list[Box]:
    """The lines beside each other, as wide as they have cards."""
    weights = [2 + len(line.cards) * (2 if line.heights else 1) for line in lines]
    room, x, found = box.width - 24 * (len(lines) - 1), box.x, list[Box]()
    for weight in weights:
        wide = room * weight // sum(weights)
        found.append(Box(x, box.y, wide, box.height))
        x += wide + 24
    return found


def _draw_bar(to: _Painter, box: Box, bar: Bar) -> None:
    """Draw an amount to avoid on the scale that all bars share, with its words on it."""
    to.canvas.fill(box, TAB, 12)
    wide = round(box.width * min(1.0, max(0.0, bar.value / bar.most))) if bar.most > 0 else 0
    if wide > 0:
        to.canvas.fill(Box(box.x, box.y, max(24, wide), box.height), DAMAGE, 12)
    if bar.split is not None and 0 < bar.split < bar.value:
        cut = round(wide * bar.split / bar.value)
        to.canvas.fill(Box(box.x + cut - 3, box.y, 6, box.height), TAB, 0)
    left = box.x + 16
    if not bar.value:
        left += to.canvas.sign(Sign.OUT, left, box.middle[1], 30) + 10
    text, room = to.words.text(bar.text), box.right - 14 - left
    to.canvas.words(text, left, box.middle[1], SMALLEST, TEXT, room)


def _draw_foot(to: _Painter, box: Box, account: Account) -> None:
    """Draw how the worth of the lines adds up."""
    to.canvas.fill(box, TAB, 10)
    right = box.right - 14
    if account.total is not None:
        right -= (
            round(to.canvas.words(f"= {number(account.total)}", right, box.middle[1], SMALLEST, AMBER, at="r")) + 12
        )
    if account.foot is not None:
        text, room = to.words.text(account.foot), right - box.x - 14
        to.canvas.words(text, box.x + 14, box.middle[1], SMALLEST, TEXT, room)


def _draw_line(to: _Painter, box: Box, line: Line) -> None:
    """Draw a line of cards between its label and its worth."""
    if line.score is not None:
        _draw_worth(to, Box(box.right - _SCORE, box.y, _SCORE, box.height), line)
        box = box.without(right=_SCORE + _GAP)
    if line.label is not None:
        label = to.words.text(line.label)
        wide = min(math.ceil(width(label, SMALLEST)), box.width // 3)
        to.canvas.words(label, box.x, box.middle[1], SMALLEST, SOFT, wide)
        box = box.without(left=wide + 14)
    tall = min(box.height, _TALLEST_CARD)
    box = Box(box.x, box.middle[1] - tall // 2, box.width, tall)
    if line.heights:
        _draw_tops(to, box, line)
    elif line.cards:
        draw_cards(to.canvas, box, line.cards)


def _draw_worth(to: _Painter, box: Box, line: Line) -> None:
    """Draw what a line is worth, on amber if it is worth anything."""
    if not line.score:
        to.canvas.words("0", *box.middle, SMALLEST, SOFT, at="m")
        return
    chip = Box(box.x, box.middle[1] - min(box.height, 84) // 2, box.width, min(box.height, 84))
    to.canvas.fill(chip, AMBER, 12)
    middle = chip.middle[1] - (16 if line.note else 0)
    to.canvas.words(f"+{number(line.score)}", chip.middle[0], middle, 40, ON_AMBER, chip.width - 8, "m")
    if line.note is not None:
        note = to.words.text(line.note)
        to.canvas.words(note, chip.middle[0], chip.middle[1] + 22, SMALLEST, ON_AMBER, chip.width - 8, "m")


def _draw_tops(to: _Painter, box: Box, line: Line) -> None:
    """Draw piles: the top card of each, and how many cards it has."""
    wide = min(card_width(box.height), max(30, box.width // len(line.cards) - _HEIGHT_ROOM))
    pitch = min(wide + _HEIGHT_ROOM + 30, box.width // len(line.cards))
    for place, (card, height) in enumerate(zip(line.cards, line.heights, strict=True)):
        spot = Box(box.x + place * pitch, box.y, wide, box.height)
        for step in range(min(height - 1, 2), 0, -1):
            under = Box(spot.x + step * _STEP, spot.y - step * _STEP, spot.width, spot.height)
            to.canvas.outline(under, EDGE, PAPER, 2, corner(spot))
        draw_card(to.canvas, spot, card)
        to.canvas.words(f"×{height}", spot.right + 14, box.middle[1], SMALLEST, TEXT, pitch - wide - 14)


def _draw_exchange(to: _Painter, box: Box, trick: Trick) -> None:
    """Draw attack, defence and damage, each with what it was worth and where it came from."""
    to.canvas.fill(box, PANEL)
    to.canvas.words(to.words.text(trick.name), box.x + 20, box.y + 30, SMALLEST, SOFT, box.width - 40)
    columns = box.grown(-20).across(3, 34)
    for sign, part, column in zip(_EXCHANGE_SIGNS, trick.cards, columns, strict=False):
        to.canvas.sign(sign, column.middle[0] - 20, box.y + 76, 40)
        _draw_supplied(to, Box(column.x, box.y + 106, column.width, 150), part)


def _draw_supplied(to: _Painter, card: Box, part: TrickCard) -> None:
    if part.card is None:
        return
    if part.is_best:
        to.canvas.frame(card.grown(9), AMBER, 6, 16)
    draw_card(to.canvas, card, part.card)
    middle, colour = card.middle[0], AMBER if part.is_best else TEXT
    if part.worth is not None:
        worth = f"+{number(part.worth)}" if part.is_best else number(part.worth)
        to.canvas.words(worth, middle, card.bottom + 36, 44, colour, at="m")
    to.canvas.words(to.words.name(part.seat), middle, card.bottom + 78, SMALLEST, SOFT, card.width + 28, "m")
    for note in part.notes:
        to.canvas.words(to.words.text(note), middle, card.bottom + 112, SMALLEST, SOFT, card.width + 32, "m")


def _draw_rows(to: _Painter, box: Box, shown: Sequence[tuple[Finisher, Account]]) -> None:
    """Draw a row for each player: place, name, the cards that counted, rating and points."""
    to.canvas.fill(box, PANEL)
    for (one, account), row in zip(shown, box.grown(-8).down(len(shown), 6), strict=True):
        to.canvas.fill(row, PANEL_ON_TURN if one.won else TABLE, 10)
        size = 42 if row.height >= 90 else SMALLEST
        middle, points = row.middle[1], number(one.points)
        to.canvas.words(str(one.place), row.x + 16, middle, size, AMBER if one.won else SOFT, 44)
        to.canvas.words(to.words.names(one.seats), row.x + 70, middle, size, ink(one), 330)
        to.canvas.words(points, row.right - 18, middle, size, ink(one), 90, "r")
        right = row.right - 18 - max(60, round(width(points, size))) - 20
        right = draw_rating(to.canvas, one, right, middle, with_rating=True) - 20
        _draw_cards_left(to, Box(row.x + 420, row.y, max(0, right - row.x - 420), row.height), account)


def _draw_cards_left(to: _Painter, box: Box, account: Account) -> None:
    """Draw the cards that counted in a row, with a tick for whoever went out with them."""
    for line in account.lines:
        if line.is_done:
            box = box.without(left=to.canvas.sign(Sign.OUT, box.x, box.middle[1], 34) + 14)
        tall = min(box.height - 8, _TALLEST_CARD)
        if box.height >= _ROW_WITH_CARDS and line.cards:
            draw_cards(to.canvas, Box(box.x, box.middle[1] - tall // 2, box.width, tall), line.cards)
        elif not line.is_done:
            left = box.x + to.canvas.sign(Sign.HAND, box.x, box.middle[1], 28) + 10
            to.canvas.words(str(len(line.cards)), left, box.middle[1], SMALLEST, SOFT)
