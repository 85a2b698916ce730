"""Pictures of leagues: they fit, whatever the names and the language, and say the order without colours."""

from dataclasses import replace
from datetime import date

import pytest
from PIL import Image

from cogs.leagues.words import format_day
from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from engines.texts import Renderer as TextRenderer
from engines.texts import say
from pictures.canvas import SIZE
from pictures.league import (
    BODY,
    ROWS_PER_PAGE,
    LeagueGroup,
    LeaguePicture,
    LeagueRow,
    Mark,
    draw_league,
    last_form,
)
from pictures.palette import AMBER, PANEL, TABLE
from pictures.podium import Finisher, PodiumPicture, draw_podium
from tests.pictures.samples import NASTY_NAMES, Names, in_units

WIDE = Names(("W" * 32,) * ROWS_PER_PAGE)


def row(number: int, moved: int = 0) -> LeagueRow:
    form = (Mark.WON, Mark.DRAWN, Mark.LOST, Mark.FORFEITED, Mark.TO_COME)
    return LeagueRow(number, number + 1, moved, 5, 6, 4, 10 - number, form)


def picture(groups: int, rows: int) -> LeaguePicture:
    group = LeagueGroup(tuple(map(row, range(rows))), say("Group A") if groups > 1 else None)
    headline = say("{game} · {members}", game="3 Piles", members="12")
    return LeaguePicture(headline, say("after round 3"), (group,) * groups, say("until Sunday"))


def drawn(shown: LeaguePicture, reader: TextRenderer) -> Image.Image:
    png = draw_league("Autumn League", shown, reader)
    assert len(png) < 80_000
    return in_units(png)


@pytest.mark.parametrize(("groups", "rows"), [(1, 2), (1, 6), (1, 12), (2, 3), (2, 6)])
@pytest.mark.parametrize("names", [Names(), Names(NASTY_NAMES), WIDE], ids=["usual", "nasty", "wide"])
def test_a_table_is_drawn_within_its_panel(groups: int, rows: int, names: Names) -> None:
    shown = drawn(picture(groups, rows), names)
    assert shown.width == SIZE[0]
    assert shown.height <= SIZE[1]
    edges = {shown.getpixel((BODY.x + 3, y)) for y in range(BODY.y + 20, shown.height - 86, 7)}
    assert edges <= {PANEL, TABLE}, "no row leaves the panel"


def test_a_picture_is_as_high_as_its_rows_need() -> None:
    heights = [drawn(picture(1, rows), Names()).height for rows in (2, 4, 6, ROWS_PER_PAGE)]
    assert heights == sorted(heights)
    assert heights[0] < SIZE[1] / 2
    assert heights[-1] == SIZE[1]
    assert drawn(picture(2, 3), Names()).height < drawn(picture(2, 6), Names()).height


def leading(shown: LeaguePicture) -> bool:
    """Whether a row is marked as that of a leader."""
    image = drawn(shown, Names())
    return AMBER in {image.getpixel((BODY.x + 20, y)) for y in range(BODY.y + 50, image.height - 90)}


def test_nobody_leads_before_the_first_result() -> None:
    rows = tuple(replace(row(0), player=number, points=0) for number in range(3))
    assert not leading(replace(picture(1, 3), groups=(LeagueGroup(rows),)))
    assert leading(replace(picture(1, 3), groups=(LeagueGroup((row(0), *rows[1:])),)))


@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
def test_a_podium_is_drawn_in_every_language(language: str) -> None:
    reader = Renderer(language, {number: f"Player {number}" for number in range(3)}).plain
    points = say("{points} points", points=10)
    steps = tuple(Finisher(number, place, points, say("5 of 6 won")) for number, place in enumerate((1, 1, 3)))
    png = draw_podium("Autumn League", PodiumPicture(say("3 Piles"), say("22 Nov"), steps, say("12 members")), reader)
    shown = in_units(png)
    tops = [next(y for y in range(200, 700) if shown.getpixel((x, y)) == AMBER) for x in (380 + 20, 16 + 20)]
    assert tops[0] == tops[1], "who shares a place stands as high"


def test_the_form_shows_the_last_five() -> None:
    played = (Mark.LOST, *[Mark.WON] * 5)
    assert list(last_form((*played, Mark.TO_COME))) == [Mark.WON] * 5
    assert list(last_form((Mark.LOST, *[Mark.TO_COME] * 9))) == [Mark.LOST, *[Mark.TO_COME] * 4]


def test_days_are_in_the_readers_language() -> None:
    assert format_day(date(2026, 11, 29), "en") == "Nov 29"
    assert format_day(date(2026, 11, 29), "de") == "29. Nov."
