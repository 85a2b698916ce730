"""Draws a table: whose turn it is, what everybody may see of a scene, and what happened last; and films of tables."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from engines.scenes import Scene, Spread
from engines.texts import Renderer, say
from pictures.arrangement import Arrangement, Changes, Laid, LaidTrick, Seat, arrange, changes
from pictures.canvas import SIZE, Box, Canvas
from pictures.frame import BAR, MARGIN, Stage, draw_turn_bar
from pictures.lettering import Words, drawable
from pictures.palette import SOFT
from pictures.piles import draw_piles
from pictures.runs import draw_labelled_run, label_width
from pictures.seats import draw_head, draw_seat_panel
from pictures.signs import Sign
from pictures.strip import besides_trick, draw_strip
from pictures.tricks import draw_exchange, draw_trick

_GAP = 10
_HEAD = 60
_ALONE = 88
"""The height of a seat's panel without zones."""
_LEAST_MIDDLE = 196
_EXCHANGE = 176
_RUN = 78
_OWN_RUN = 66
"""The height of each of several runs below each other."""
_PILES = 150
_PILES_IN_A_ROW = 12
_WIDEST_PILE = 84
_WIDEST_OWN_PILE = 100
_TALLEST_RUN = 116
_PILE_SHARE = 128
"""The width that a pile takes beside the stage or a row."""
_LEAST_STAGE = 420
_ORDER = {Spread.STACK: 0, Spread.HIDDEN: 0, Spread.ROW: 1, Spread.RUN: 2}


def draw_facing(canvas: Canvas, words: Words, box: Box, table: Arrangement, beats: Sequence[str]) -> None:
    """Draw everything below the turn: two seats, and between them what has happened and what lies there."""
    begun = table.begun
    least = 0 if not beats and not begun and not table.middle else _LEAST_MIDDLE
    upper, lower = _heights(table.seats, box.height - 2 * _GAP - least)
    above, below = table.seats
    _draw_seat(canvas, words, box._replace(height=upper), above)
    _draw_seat(canvas, words, box.without(top=box.height - lower), below)
    _draw_middle(canvas, words, box.without(top=upper + _GAP, bottom=lower + _GAP), table, begun, beats)


def _heights(seats: Sequence[Seat], room: int) -> tuple[int, int]:
    """The heights of both panels: what they need, or their shares of the room."""
    above, below = map(_wanted, seats)
    share = min(1, room / (above + below))
    return round(share * above), round(share * below)


def _wanted(seat: Seat) -> int:
    piles, runs = _piles(seat), _runs(seat)
    if not piles and not runs:
        return _ALONE
    high = -(-len(piles) // _PILES_IN_A_ROW) * _PILES
    return _HEAD + max(high, _OWN_RUN * len(runs) if _is_stacked(seat) else _RUN * bool(runs)) + 8


def _piles(seat: Seat) -> list[Laid]:
    return [laid for laid in seat.zones if laid.is_pile]


def _runs(seat: Seat) -> list[Laid]:
    """The rows of cards, with the hand last."""
    rows = [laid for laid in seat.zones if not laid.is_pile]
    return sorted(rows, key=lambda laid: (laid.is_hand, _ORDER[laid.zone.spread]))


def _is_stacked(seat: Seat) -> bool:
    """Whether the rows lie below each other: those that the viewer builds."""
    return seat.is_own and len(_runs(seat)) > 2


def _draw_seat(canvas: Canvas, words: Words, panel: Box, seat: Seat) -> None:
    draw_seat_panel(canvas, panel, seat)
    piles, runs = _piles(seat), _runs(seat)
    if not piles and not runs:
        draw_head(canvas, words, panel, seat)
        return
    draw_head(canvas, words, panel._replace(height=_HEAD), seat)
    box = panel.without(left=16, top=_HEAD, right=16, bottom=12)
    if piles:
        wide = min(len(piles) * _PILE_SHARE, box.width // 2) if runs else box.width
        draw_piles(canvas, words, box._replace(width=wide), piles, widest=_WIDEST_OWN_PILE, is_centred=False)
        box = box.without(left=wide)
    if not runs:
        return
    if _is_stacked(seat):
        label = label_width(words, runs)
        for laid, row in zip(runs, box.down(len(runs), 6), strict=True):
            draw_labelled_run(canvas, words, row, laid, label)
        return
    for laid, place in zip(runs, box.across(len(runs), 14), strict=True):
        row = place._replace(height=min(place.height, _TALLEST_RUN))
        draw_labelled_run(canvas, words, row, laid, label_width(words, [laid]))


def _draw_middle(
    canvas: Canvas, words: Words, box: Box, table: Arrangement, begun: Sequence[LaidTrick], beats: Sequence[str]
) -> None:
    """Draw a trick that has begun above what has happened, and what lies in the middle on the right of both."""
    if table.middle:
        wide = box.width if not beats and not begun else min(_PILE_SHARE * len(table.middle), box.width - _LEAST_STAGE)
        _draw_zones(canvas, words, box.without(left=box.width - wide), table.middle)
        box = box.without(right=wide + _GAP)
    if begun:
        stage = Stage.of(beats, box.width, max(0, box.height - _EXCHANGE - _GAP))
        top = box.without(bottom=stage.height + _GAP if stage.lines else 0)
        for laid, column in zip(begun[:2], top.across(len(begun[:2]), 12), strict=True):
            draw = draw_exchange if len(laid.trick.cards) == 2 else draw_trick
            draw(canvas, words, column, laid, table.to_act)
        stage.draw(canvas, box.without(top=box.height - stage.height))
    else:
        Stage.of(beats, box.width, box.height).draw(canvas, box)


def _draw_zones(canvas: Canvas, words: Words, box: Box, zones: Sequence[Laid]) -> None:
    """Draw rows stacked on the left and piles to the right of them."""
    runs = [laid for laid in zones if not laid.is_pile]
    piles = [laid for laid in zones if laid.is_pile]
    if runs:
        left = box.without(right=box.width * len(piles) // (len(piles) + 3) if piles else 0)
        label = label_width(words, runs)
        for laid, row in zip(runs, left.down(len(runs), 12), strict=True):
            draw_labelled_run(canvas, words, row, laid, label)
        box = box.without(left=left.width)
    draw_piles(canvas, words, box, piles, widest=_WIDEST_PILE)


__all__ = ["Changes", "changes", "draw_blank", "draw_film", "draw_table"]

_BODY = Box(MARGIN, BAR.bottom + 10, SIZE[0] - 2 * MARGIN, SIZE[1] - 10 - (BAR.bottom + 10))


def draw_blank(title: str, told: str) -> bytes:
    """A PNG of the same size without a table, with this sentence."""
    canvas = Canvas()
    draw_turn_bar(canvas, drawable(title), (), None)
    canvas.words(drawable(told), *_BODY.middle, 46, SOFT, _BODY.width, "m")
    return canvas.png()


def draw_table(title: str, scene: Scene, changed: Changes, renderer: Renderer, footer: str | None = None) -> bytes:
    """A PNG of the table. ``footer``, such as the result, replaces what the scene is waiting for.

    The picture shows only what the scene contains, so a scene from ``view(None)`` is safe for everybody to see.
    """
    canvas, words = Canvas(), Words(renderer, scene.viewer)
    table = arrange(scene, changed)
    name, headline = drawable(title), words.text(scene.headline)
    beside = f"{name} · {headline}", headline, name
    if footer:
        draw_turn_bar(canvas, drawable(footer), beside, None)
    elif scene.waiting is not None:
        is_asked = scene.viewer in table.to_act
        draw_turn_bar(canvas, words.text(say("Your turn") if is_asked else scene.waiting), beside, Sign.TURN)
    else:
        draw_turn_bar(canvas, name, (headline,), None)
    with_cards = Words(renderer, scene.viewer, whole_cards=True)
    beats = [with_cards.text(beat) for beat in scene.told]
    if table.has_panels:
        draw_facing(canvas, words, _BODY, table, besides_trick(beats, table))
    else:
        draw_strip(canvas, words, _BODY, table, beats)
    return canvas.png()


def draw_film(pictures: Sequence[bytes], milliseconds: Sequence[int]) -> bytes:
    """A GIF that shows these PNGs of this package one after another, each for its time, over and over.

    They have one palette, so nothing is lost. A WebP of the same size takes eight times as long.
    """
    first, *others = [Image.open(BytesIO(png)) for png in pictures]
    file = BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=list(milliseconds), loop=0)
    return file.getvalue()
