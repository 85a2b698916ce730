"""The table of a cup as pictures."""

from dataclasses import replace
from functools import partial
from zoneinfo import ZoneInfo

from cogs.cups.screen import about, table_lines
from cogs.leagues.words import day
from cogs.shared.alt_text import fitting
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from engines.texts import say, say_count
from pictures.cup import ROWS_PER_PAGE, CupPicture, CupRow, draw_cup
from sessions.cups.cups import CupOverview

MOST_PICTURES = 4


async def cup_pictures(pictures: Pictures, shown: CupOverview, zone: ZoneInfo, renderer: Renderer) -> list[Picture]:
    """The table, a page each; none if pictures are not drawn or nobody has finished a deal."""
    plain, title = renderer.written.plain, shown.cup.name
    drawn: list[Picture] = []
    for number, page in enumerate(_pages(shown, zone, plain)[:MOST_PICTURES]):
        alt = fitting(table_lines(shown, plain))
        picture = await pictures.draw_other((title, page), plain, partial(draw_cup, title, page, plain), alt)
        if picture is not None:
            drawn.append(replace(picture, name=f"cup{number}.png"))
    return drawn


def _pages(shown: CupOverview, zone: ZoneInfo, renderer: Renderer) -> list[CupPicture]:
    rows = [
        CupRow(
            shown.members.index(line.user_id),
            line.rank,
            tuple(None if cell is None else cell.matchpoints for cell in line.cells),
            line.total,
        )
        for line in shown.lines
    ]
    # Who has beaten nobody is not the best.
    best = tuple(max((one.cells[deal] or 0 for one in rows), default=0) or None for deal in range(len(shown.shown)))
    footer = say(
        "{members} · 2 for each member beaten on a deal, 1 for each tie",
        members=say_count("1 member", "{count} members", len(shown.lines)),
    )
    when = say("{day}", day=day(shown.cup.ends_at, zone, renderer))
    return [
        CupPicture(about(shown), when, tuple(rows[first : first + ROWS_PER_PAGE]), best, footer)
        for first in range(0, len(rows), ROWS_PER_PAGE)
    ]
