"""Files for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

import discord

_FORMULAS = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet takes for a formula."""


def spreadsheet(name: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> discord.File:
    """A file of comma-separated values, in UTF-8 with a mark that spreadsheets know it by."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(columns)
    writer.writerows(map(_cell, row) for row in rows)
    return discord.File(io.BytesIO(written.getvalue().encode("utf-8-sig")), name)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
