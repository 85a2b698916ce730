"""The picture of a cup's table: whatever the names and numbers, its cells stay in their places."""

import pytest
from PIL import Image

from engines.texts import say
from pictures.canvas import SIZE
from pictures.cup import ROWS_PER_PAGE, CupPicture, CupRow, draw_cup
from pictures.league import BODY
from pictures.palette import AMBER, PANEL
from tests.pictures.samples import NASTY_NAMES, Names, in_units

WIDE = Names(("W" * 32,) * ROWS_PER_PAGE)


def drawn(players: int, deals: int, names: Names, best: int | None) -> Image.Image:
    cells = tuple(None if deal == 1 else 22 - deal for deal in range(deals))
    rows = tuple(CupRow(number, number + 1, cells, 888) for number in range(players))
    headline = say("{game} · {deals}", game="Counterweight", deals="8")
    picture = CupPicture(headline, say("29 Nov"), rows, (best,) * deals, say("24 members"))
    png = draw_cup("W" * 40, picture, names)
    assert len(png) < 80_000
    return in_units(png)


@pytest.mark.parametrize(("players", "deals"), [(1, 4), (2, 8), (8, 6), (12, 8)])
@pytest.mark.parametrize("names", [Names(), Names(NASTY_NAMES), WIDE], ids=["usual", "nasty", "wide"])
def test_a_table_is_drawn_within_its_panel(players: int, deals: int, names: Names) -> None:
    shown = drawn(players, deals, names, 22)
    assert shown.size == SIZE
    below = BODY.y + 46 + players * (64 if players <= 8 else 43)
    assert {shown.getpixel((x, below + 2)) for x in range(BODY.x + 12, BODY.right - 12, 9)} == {PANEL}
    assert {shown.getpixel((BODY.x + 3, y)) for y in range(BODY.y + 20, BODY.bottom - 20, 7)} == {PANEL}


@pytest.mark.parametrize("deals", [4, 8])
def test_the_best_of_a_deal_is_on_amber(deals: int) -> None:
    best, other = drawn(1, deals, Names(), 22), drawn(1, deals, Names(), 23)
    top = BODY.y + 50
    assert AMBER in {best.getpixel((x, top)) for x in range(380, 960)}
    assert AMBER not in {other.getpixel((x, top)) for x in range(380, 960)}
