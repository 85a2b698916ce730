"""Any number of seats: a strip across the top, with the middle of the table below."""

from collections.abc import Sequence

from engines.scenes import Scene, Spread, hand_zone
from pictures.arrangement import Arrangement, Laid, Seat
from pictures.canvas import Box, Canvas
from pictures.frame import Stage
from pictures.lettering import Words, cards_in
from pictures.palette import SOFT
from pictures.piles import EDGE_STEP, draw_pile, draw_piles
from pictures.runs import draw_labelled_run, label_width
from pictures.seats import LINE, draw_head, draw_seat, draw_seat_panel, lines_below
from pictures.tricks import draw_trick

_ONE_ROW = 4
"""Maximum seats per row."""
_GAP = 10
_OWN = 84
"""The height of the viewer's own seat."""
_STAGE, _WIDEST_STAGE = 420, 640
"""The width of what has happened on the right of the table: as much as piles leave, each of which takes ``_PILE``."""
_PILE = 128
_LONGEST_TRICK, _MOST_ZONES = 4, 10
"""It stands below longer tricks and more zones."""
_SHARES_BELOW = (0.36, 0.52, 0.66)
"""The share of the height that it may take there; the second, if only then all of it can be told."""
_LEAST_ROW = 150
"""The height that it leaves to piles or the last trick, at the least."""
_SIDE = 150
"""The width of the column for the draw pile and similar zones."""
_WIDE_SIDE, _HIGH_SIDE = 350, 340
"""Its width if it is lower than this height."""
_MOST_AT_THE_SIDE = 3
_SHARE_OF_TRICK = 0.55
"""The current trick's share of the height, the rest being for the previous one."""
_HIGH_TRICKS = 400
"""Below this height, only one trick is drawn, and large."""
_TALLEST_RUN = 130
_MOST_CARDS_ALONE = 25
_MOST_CARDS = {2: 10, 3: 6}
"""How many cards of a hand are readable, by the number of columns with hands; two panels count as two columns."""


def draw_strip(canvas: Canvas, words: Words, box: Box, table: Arrangement, beats: Sequence[str]) -> None:
    """Draw everything below the turn; the viewer's own seat stands at the bottom, what has happened beside the rest."""
    box = box.without(top=_draw_seats(canvas, words, box, [seat for seat in table.seats if not seat.is_own]))
    for own in (seat for seat in table.seats if seat.is_own):
        band = box.without(top=box.height - _OWN)
        draw_seat_panel(canvas, band, own)
        draw_head(canvas, words, band, own)
        box = box.without(bottom=_OWN + _GAP)
    owners = [seat for seat in table.seats if seat.zones]
    if owners:
        height = _height_of_owned(len(owners), box.height, is_alone=not table.middle and not table.tricks)
        _draw_owned(canvas, words, box.without(top=box.height - height), owners)
        box = box.without(bottom=height + _GAP)
    stage, wide = _stage(beats, box, table)
    if stage.lines and wide < box.width:
        stage.draw(canvas, box.without(left=box.width - wide))
        box = box.without(right=wide + _GAP)
    elif stage.lines:
        high = stage.height if stage.height <= _SHARES_BELOW[-1] * box.height else box.height
        stage.draw(canvas, box.without(top=box.height - high))
        box = box.without(bottom=high + _GAP)
        if box.height <= 0:
            return
    side, rest = _at_the_side(table.middle, has_tricks=bool(table.tricks))
    if box.height < _HIGH_SIDE and not table.tricks:
        side = side[:1]  # the discards are less than the piles
    if side:
        wide = _SIDE if box.height >= _HIGH_SIDE or len(side) == 1 else _WIDE_SIDE
        _draw_side(canvas, words, Box(box.x, box.y, wide, box.height), side)
        box = box.without(left=wide + 14)
    if table.tricks:
        _draw_tricks(canvas, words, box, table, rest, has_room=not owners and not stage.lines)
    else:
        _draw_zones(canvas, words, box, rest)


def _stage(beats: Sequence[str], box: Box, table: Arrangement) -> tuple[Stage, int]:
    """What has happened, on the right of the table or below it, wherever it can be told as a whole; and its width."""
    longest = max((len(laid.trick.cards) for laid in table.tricks), default=0)
    is_over = bool(table.tricks) and all(laid.trick.is_over for laid in table.tricks)  # the hand; bids are to come
    most = box.height - (0 if longest and not is_over else _LEAST_ROW)
    rooms = [(box.width, min(most, round(share * box.height))) for share in _SHARES_BELOW]
    is_high = box.height >= _HIGH_SIDE  # otherwise there are piles and a trick side by side, or a few rows of piles
    if longest <= _LONGEST_TRICK and (len(table.middle) <= _MOST_ZONES if is_high else not longest):
        rooms = [(_width_beside(box, table), box.height), *rooms]
    besides = besides_trick(beats, table)
    stages = [(Stage.of(besides, wide, high), wide) for wide, high in rooms]
    if is_over:
        stages.append((Stage.of(beats, *box[2:]), box.width))
    told = [sum(len(line) for line, _ in stage.lines) for stage, _ in stages]
    return next((found for found in stages if found[0].is_whole), stages[told.index(max(told))])


def besides_trick(beats: Sequence[str], table: Arrangement) -> Sequence[str]:
    """What these tell besides the cards of the trick that is drawn, such as how it ended."""
    lying = {part.card for laid in table.begun[:1] for part in laid.trick.cards if part.card is not None}
    told = list[str]()
    for beat in beats:
        moves, _, end = beat.partition(". ")
        named = set(cards_in(moves))  # a four that was shown as well
        told.append(end if lying and named and (named <= lying or lying <= named) else beat)
    return [beat for beat in told if beat]


def _width_beside(box: Box, table: Arrangement) -> int:
    if table.tricks:
        return _STAGE
    side, piles = _at_the_side(table.middle, has_tricks=False)
    columns = -(-len(piles) // (1 if len(piles) < 3 else 2))
    return max(_STAGE, min(box.width - _SIDE * bool(side) - _PILE * columns - 4 * _GAP, _WIDEST_STAGE))


def _draw_seats(canvas: Canvas, words: Words, box: Box, seats: Sequence[Seat]) -> int:
    """Draw the seats in one or two rows, higher if remarks have no room beside the icons; return the height used."""
    if not seats:
        return 0
    rows = 1 if len(seats) <= _ONE_ROW else 2
    longest = -(-len(seats) // rows)
    width = box.across(max(longest, 2), _GAP)[0].width
    lines = max(lines_below(seat, words, width) for seat in seats)
    height = (92 if rows == 1 else 82) + LINE * lines
    for row in range(rows):
        there = seats[row * longest : (row + 1) * longest]
        places = Box(box.x, box.y + row * (height + 8), box.width, height).across(max(longest, 2), _GAP)
        for seat, place in zip(there, places, strict=False):
            draw_seat(canvas, words, place, seat, lines)
    return rows * (height + 8) + 2


def _height_of_owned(owners: int, height: int, *, is_alone: bool) -> int:
    """The share of the height for zones that belong to seats."""
    if is_alone:
        return height
    rows = -(-owners // _columns(owners))
    return min(rows * 112, round(height * (0.32, 0.45, 0.55)[min(rows, 3) - 1]))


def _columns(owners: int) -> int:
    return 1 if owners == 1 else 2 if owners <= 4 else 3


def _draw_owned(canvas: Canvas, words: Words, box: Box, owners: Sequence[Seat]) -> None:
    """Draw what lies in front of each seat, such as an open hand."""
    columns = _columns(len(owners))
    places = [place for row in box.down(-(-len(owners) // columns), 8) for place in row.across(columns, _GAP)]
    for seat, place in zip(owners, places, strict=False):
        draw_seat_panel(canvas, place, seat)
        inner = place.grown(-9)
        name = min(190, inner.width * 3 // 10)
        canvas.words(words.place(seat.number), inner.x + 2, inner.middle[1], 34, SOFT, name - 10)
        _draw_zones_of_seat(canvas, words, inner.without(left=name), seat.zones)


def shows_all_cards(scene: Scene) -> bool:
    """Whether every open hand has room for all its cards, however the seats are laid out."""
    hands = [zone for place in scene.places if (zone := hand_zone(scene, place.seat)) and zone.cards]
    most = _MOST_CARDS_ALONE if len(hands) <= 1 else _MOST_CARDS[_columns(len(hands))]
    return all(zone.count <= most for zone in hands)


def _draw_zones_of_seat(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid]) -> None:
    """Draw zones side by side; a hand shows the player's name instead of its own."""
    for laid, place in zip(zones, box.across(len(zones), 14), strict=True):
        if laid.is_pile:
            draw_piles(canvas, words, place, [laid], widest=84)
            continue
        label = 0 if laid.is_hand else label_width(words, [laid])
        draw_labelled_run(canvas, words, place, laid, label if 2 * label < place.width else 0)


def _at_the_side(zones: Sequence[Laid], *, has_tricks: bool) -> tuple[list[Laid], list[Laid]]:
    """The zones for the left column, and the rest: piles if there is a trick, otherwise only face-down zones."""
    spreads = (Spread.STACK, Spread.HIDDEN) if has_tricks else (Spread.HIDDEN,)
    side = [laid for laid in zones if laid.zone.spread in spreads][:_MOST_AT_THE_SIDE]
    return side, [laid for laid in zones if laid not in side]


def _draw_side(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid]) -> None:
    """Draw piles in a column, each under its name; side by side if they would be too small."""
    if box.height < _HIGH_SIDE:
        draw_piles(canvas, words, box, zones, widest=84)
        return
    for laid, slot in zip(zones, box.down(max(2, len(zones)), 0), strict=False):
        canvas.words(words.text(laid.label), slot.middle[0], slot.y + 15, 34, SOFT, slot.width + 12, "m")
        tall = min(148, slot.height - 78)
        wide = min(108, round(tall / 1.37))
        draw_pile(canvas, Box(slot.middle[0] - wide // 2 - EDGE_STEP, slot.y + 56, wide, tall), laid)


def _draw_tricks(
    canvas: Canvas, words: Words, box: Box, table: Arrangement, rest: Sequence[Laid], *, has_room: bool
) -> None:
    """Draw the current trick, and below it the previous one or the remaining zones; if low, only one."""
    if not rest and (not has_room or box.height < _HIGH_TRICKS or (table.begun and not table.tricks[0].is_begun)):
        draw_trick(canvas, words, box, next(iter(table.begun), table.tricks[0]), table.to_act)
        return
    height = round((box.height - 8) * _SHARE_OF_TRICK)
    lower = box.without(top=height + 8)
    draw_trick(canvas, words, box.without(bottom=box.height - height), table.tricks[0], table.to_act)
    if rest:
        _draw_zones(canvas, words, lower, rest)
    elif len(table.tricks) > 1:
        draw_trick(canvas, words, lower, table.tricks[1], table.to_act)


def _draw_zones(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid]) -> None:
    """Draw a grid of piles with the rows below it."""
    piles = [laid for laid in zones if laid.is_pile]
    runs = [laid for laid in zones if not laid.is_pile]
    if runs:
        height = box.height * len(runs) // (len(runs) + (2 if piles else 0))
        label = label_width(words, runs)
        for laid, row in zip(runs, box.without(top=box.height - height).down(len(runs), 12), strict=True):
            tall = min(row.height - 16, _TALLEST_RUN)
            flat = Box(row.x + 12, row.middle[1] - tall // 2, row.width - 24, max(0, tall))
            draw_labelled_run(canvas, words, flat, laid, label)
        box = box.without(bottom=height)
    draw_piles(canvas, words, box, piles, widest=150 if len(piles) <= 3 else 120)
