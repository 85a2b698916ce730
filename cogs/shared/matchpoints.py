"""What all cups show alike: the table as pictures, in words and as a file, and the seal of the cards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from hashlib import sha256

import discord

from cogs.shared.alt_text import fitting
from cogs.shared.layout import medal
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from cogs.shared.responses import spreadsheet
from engines.texts import Player, Text, say, say_count
from pictures.cup import ROWS_PER_PAGE, CupPicture, CupRow, draw_cup
from sessions.races import CupLine

FILE_NAME = "cup.csv"
_COLUMNS = ("rank", "player", "total", "deal", "points", "matchpoints")

NumberOf = Callable[[int], int]
"""Gives the number by which the renderer knows a member."""


async def matchpoint_pictures(
    pictures: Pictures,
    title: str,
    headline: Text,
    when: Text,
    lines: Sequence[CupLine],
    number_of: NumberOf,
    renderer: Renderer,
    most: int,
) -> list[Picture]:
    """The table, a page each, at most so many; none if pictures are not drawn or nobody has finished a deal."""
    plain = renderer.written.plain
    alt = fitting(matchpoint_lines(lines, number_of, plain))
    drawn = [
        await pictures.draw_other((title, page), plain, (draw_cup, (title, page, plain)), alt, page.players)
        for page in _pages(headline, when, lines, number_of)[:most]
    ]
    return [replace(picture, name=f"cup{number}.png") for number, picture in enumerate(drawn) if picture is not None]


def _pages(headline: Text, when: Text, lines: Sequence[CupLine], number_of: NumberOf) -> list[CupPicture]:
    rows = [
        CupRow(
            number_of(line.member),
            line.rank,
            tuple(None if cell is None else cell.matchpoints for cell in line.cells),
            line.total,
        )
        for line in lines
    ]
    # Who has beaten nobody is not the best.
    deals = zip(*(row.cells for row in rows), strict=True)
    best = tuple(max(cell or 0 for cell in deal) or None for deal in deals)
    footer = say(
        "{members} · 2 per member beaten on a deal, 1 per tie",
        members=say_count("1 member", "{count} members", len(lines)),
    )
    return [
        CupPicture(headline, when, tuple(rows[first : first + ROWS_PER_PAGE]), best, footer)
        for first in range(0, len(rows) if best else 0, ROWS_PER_PAGE)
    ]


def matchpoint_lines(lines: Iterable[CupLine], number_of: NumberOf, renderer: Renderer) -> Iterable[str]:
    """The table in words, a line for each member."""
    for line in lines:
        total = say_count("1 matchpoint", "{count} matchpoints", line.total)
        told = say("{place}. {player}: {total}", place=line.rank, player=Player(number_of(line.member)), total=total)
        if len(line.cells) > 1:
            cells = " · ".join("–" if cell is None else str(cell.matchpoints) for cell in line.cells)
            told = say("{total} ({cells})", total=told, cells=cells)
        yield f"{medal(line.rank)} {renderer.render(told)}"


def matchpoint_file(
    lines: Iterable[CupLine], deals: Sequence[int], number_of: NumberOf, renderer: Renderer
) -> discord.File:
    """A row for each deal that a member has finished. ``deals`` are their numbers."""
    rows = (
        (
            line.rank,
            renderer.filed.player(number_of(line.member)),
            line.total,
            deal,
            "" if cell.points is None else cell.points,
            cell.matchpoints,
        )
        for line in lines
        for deal, cell in zip(deals, line.cells, strict=True)
        if cell is not None
    )
    return spreadsheet(FILE_NAME, _COLUMNS, rows)


def seal_line(key: str, renderer: Renderer, *, with_key: bool = False) -> str:
    """The hash of a cup's key, from which all seeds follow, in small print; and the key when the cup has ended."""
    hashed = f"`{sha256(key.encode()).hexdigest()}`"
    if with_key:
        told = say(
            "The key of this cup: {key}. Its SHA-256 was published at the start: {hash}.", key=f"`{key}`", hash=hashed
        )
    else:
        told = say("The cards are fixed. The SHA-256 of their key: {hash}", hash=hashed)
    return f"-# {renderer.render(told)}"
