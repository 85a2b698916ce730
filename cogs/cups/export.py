"""The results of a cup as a file for a spreadsheet."""

import discord

from cogs.shared.rendering import Renderer
from cogs.shared.spreadsheets import spreadsheet
from sessions.cups.cups import CupOverview

FILE_NAME = "cup.csv"
_COLUMNS = ("rank", "player", "total", "deal", "points", "matchpoints")


def export(shown: CupOverview, renderer: Renderer) -> discord.File:
    """A row for each deal that a member has finished."""
    rows = (
        (
            line.rank,
            renderer.plain.player(shown.members.index(line.user_id)),
            line.total,
            deal,
            cell.points,
            cell.matchpoints,
        )
        for line in shown.lines
        for deal, cell in zip(shown.shown, line.cells, strict=True)
        if cell is not None
    )
    return spreadsheet(FILE_NAME, _COLUMNS, rows)
