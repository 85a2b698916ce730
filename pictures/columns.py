"""Two seats with zones of their own: the middle on top, and below it a panel for each seat with aligned rows."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from engines.scenes import Fact, Kind, Spread
from pictures.arrangement import Arrangement, Laid, Seat
from pictures.canvas import Box, Canvas
from pictures.lettering import Words, width
from pictures.palette import DAMAGE, SOFT, TAB, TEXT
from pictures.piles import draw_piles
from pictures.runs import draw_labelled_run, draw_rows, label_width
from pictures.seats import (
    amount,
    counted,
    draw_dealer,
    draw_facts_before,
    draw_name,
    draw_seat_panel,
    is_dealer,
    remarks,
)
from pictures.tricks import draw_exchange, draw_trick

Row: TypeAlias = "tuple[str, ...]"
"""The key that rows of the two panels must share to be aligned."""

_MIDDLE = 182
_TRICKS = 190
_HEAD = 56
_BAR = 38
_LINE = 42
_GAP = 12
_PILES: Row = ("piles",)
_PILES_WEIGHT = 1.5
"""How much taller a row of piles is than a row of cards, as it has edges above and tabs below."""
_TALLEST_RUN = 116
_WIDEST_PILE = 84
_WIDEST_OWN_PILE = 100
_ORDER = {Spread.STACK: 0, Spread.HIDDEN: 0, Spread.ROW: 1, Spread.RUN: 2}


def draw_columns(canvas: Canvas, words: Words, box: Box, table: Arrangement) -> None:
    """Draw everything between headline and footer."""
    if table.middle or table.tricks:
        height = _TRICKS if table.tricks else _MIDDLE
        _draw_middle(canvas, words, Box(box.x, box.y, box.width, height), table)
        box = box.without(top=height + 10)
    rows = [_rows_of(seat) for seat in table.seats]
    runs = [laid for own in rows for row, zones in own.items() if row != _PILES for laid in zones]
    label = label_width(words, runs)
    for seat, own, panel in zip(table.seats, rows, box.across(2, 12), strict=True):
        draw_seat_panel(canvas, panel, seat)
        _draw_head(canvas, words, panel, seat)
        rest = _below_head(canvas, words, panel, seat, table.seats)
        for row, place in _places(rest, _common(rows)):
            _draw_row(canvas, words, place, own.get(row, []), label)


def _draw_middle(canvas: Canvas, words: Words, box: Box, table: Arrangement) -> None:
    """Draw tricks and the zones that belong to nobody side by side."""
    tricks = table.tricks[:2]
    columns = box.across(len(tricks) + bool(table.middle), 12)
    for laid, column in zip(tricks, columns, strict=False):
        draw = draw_exchange if len(laid.trick.cards) == 2 else draw_trick
        draw(canvas, words, column, laid, table.to_act)
    if table.middle:
        _draw_zones(canvas, words, columns[-1], table.middle)


def _draw_zones(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid]) -> None:
    """Draw rows stacked on the left and piles to the right of them, with face-down piles kept apart."""
    runs = [laid for laid in zones if not laid.is_pile]
    piles = [laid for laid in zones if laid.is_pile]
    if runs:
        left = box.without(right=box.width * len(piles) // (len(piles) + 3) if piles else 0)
        label = label_width(words, runs)
        for laid, row in zip(runs, left.down(len(runs), _GAP), strict=True):
            draw_labelled_run(canvas, words, row, laid, label)
        box = box.without(left=left.width)
    stacks = [laid for laid in piles if laid.zone.spread is Spread.STACK]
    hidden = [laid for laid in piles if laid.zone.spread is Spread.HIDDEN]
    share = _WIDEST_PILE + 60
    spare = box.width - share * len(piles)
    if not stacks or not hidden or spare < 0:
        draw_piles(canvas, words, box, piles, widest=_WIDEST_PILE)
        return
    apart = min(60, spare)
    left = box.x + (spare - apart) // 2
    draw_piles(canvas, words, Box(left, box.y, share * len(stacks), box.height), stacks, widest=_WIDEST_PILE)
    left += share * len(stacks) + apart
    draw_piles(canvas, words, Box(left, box.y, share * len(hidden), box.height), hidden, widest=_WIDEST_PILE)


def _draw_head(canvas: Canvas, words: Words, panel: Box, seat: Seat) -> None:
    """Draw name and facts; damage with a limit has a bar below instead."""
    middle, right = panel.y + 31, panel.right - 16
    if is_dealer(seat):
        draw_dealer(canvas, right - 18, middle)
        right -= 52
    left = panel.x + 16
    facts = [fact for fact in counted(seat.facts) if fact is not _damage(seat)]
    begin = draw_facts_before(canvas, facts, right, middle, 36)
    left += round(draw_name(canvas, words, seat, left, middle, 36, begin - 20 - left)) + 16
    if _damage(seat) is not None and width(remarks(seat, words), 34) < begin - 20 - left:
        canvas.words(remarks(seat, words), left, middle, 34, SOFT)


def _damage(seat: Seat) -> Fact | None:
    return next((fact for fact in seat.facts if fact.kind is Kind.DAMAGE and fact.limit), None)


def _below_head(canvas: Canvas, words: Words, panel: Box, seat: Seat, seats: Sequence[Seat]) -> Box:
    """Draw whatever both panels have room for below the names, and return the rest of the panel."""
    rest = panel.grown(-16).without(top=_HEAD - 16)
    if any(_damage(each) is not None for each in seats):
        _draw_bar(canvas, Box(rest.x, rest.y, rest.width, _BAR), _damage(seat))
        return rest.without(top=_BAR + _GAP)
    if any(each.remarks for each in seats):
        canvas.words(remarks(seat, words), rest.x + 2, rest.y + 18, 34, SOFT, rest.width)
        return rest.without(top=_LINE)
    return rest


def _draw_bar(canvas: Canvas, box: Box, damage: Fact | None) -> None:
    """Draw how close a player is to losing."""
    if damage is None or not damage.limit:
        return
    canvas.fill(box, TAB, _BAR // 2)
    share = min(1.0, max(0.0, (damage.value or 0) / damage.limit))
    if share > 0:
        canvas.fill(Box(box.x, box.y, max(_BAR, round(share * box.width)), box.height), DAMAGE, _BAR // 2)
    canvas.words(amount(damage), box.right - 14, box.middle[1], 34, TEXT, at="r")


def _rows_of(seat: Seat) -> dict[Row, list[Laid]]:
    """A seat's rows from top to bottom: all piles together, then each row of cards, with the hand last."""
    rows: dict[Row, list[Laid]] = {}
    for laid in sorted(seat.zones, key=lambda laid: (laid.is_hand, _ORDER[laid.zone.spread])):
        row = _PILES
        if not laid.is_pile:
            name = ("hand",) if laid.is_hand else ("row", laid.label.template, str(laid.label.values))
            row = (*name, str(sum(other[: len(name)] == name for other in rows)))
        rows.setdefault(row, []).append(laid)
    return rows


def _common(rows: Sequence[dict[Row, list[Laid]]]) -> list[Row]:
    """The rows that either panel has, in an order that suits both."""
    every = dict.fromkeys(row for own in rows for row in own)
    return sorted(every, key=lambda row: (row != _PILES, row[0] == "hand"))


def _places(box: Box, rows: Sequence[Row]) -> Iterator[tuple[Row, Box]]:
    """The box of each row: they share the height."""
    weights = [_PILES_WEIGHT if row == _PILES else 1.0 for row in rows]
    y, room = float(box.y), box.height - _GAP * (len(rows) - 1)
    for row, weight in zip(rows, weights, strict=True):
        height = room * weight / sum(weights)
        yield row, Box(box.x, round(y), box.width, round(height))
        y += height + _GAP


def _draw_row(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid], label: int) -> None:
    """Draw a player's piles or one row of cards; nothing if only the other player has this row."""
    if zones and zones[0].is_pile:
        draw_piles(canvas, words, box, zones, widest=_WIDEST_OWN_PILE, is_centred=False)
    elif zones:
        draw_rows(canvas, words, box, zones[0], label, _TALLEST_RUN)
