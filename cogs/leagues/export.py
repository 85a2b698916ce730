"""All results of a league as a file for a spreadsheet."""

import csv
import io

import discord

from cogs.leagues.words import round_name
from cogs.shared.rendering import Renderer
from db.league_records import LeagueRecord

FILE_NAME = "league.csv"
_COLUMNS = ("round", "match", "player", "place", "points", "forfeited", "status")
_FORMULAS = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet takes for a formula."""


def export(league: LeagueRecord, renderer: Renderer) -> discord.File:
    """A row for each player of each match, in UTF-8 with a mark that spreadsheets know it by."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(_COLUMNS)
    plain = renderer.plain
    for match in league.matches:
        for seat in match.seats:
            rows.writerow(
                [
                    plain.render(round_name(league, match)),
                    match.id,
                    _cell(plain.player(seat.number)),
                    seat.place or "",
                    "" if seat.points is None else seat.points,
                    int(seat.forfeited),
                    match.status.value,
                ]
            )
    return discord.File(io.BytesIO(written.getvalue().encode("utf-8-sig")), FILE_NAME)


def _cell(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULAS) else text
