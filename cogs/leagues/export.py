"""All results of a league as a file for a spreadsheet."""

import discord

from cogs.leagues.words import round_name
from cogs.shared.matchpoints import matchpoint_file
from cogs.shared.rendering import Renderer
from cogs.shared.spreadsheets import spreadsheet
from db.league_records import LeagueRecord
from sessions.leagues.live_cup import finished_rounds, live_cup_lines

FILE_NAME = "league.csv"
_COLUMNS = ("round", "match", "player", "place", "points", "forfeited", "status")


def export(league: LeagueRecord, renderer: Renderer) -> discord.File:
    """A row for each player of each match, or in a live cup of each deal."""
    if league.is_live_cup:
        return matchpoint_file(live_cup_lines(league), finished_rounds(league), int, renderer)
    filed = renderer.filed
    rows = (
        (
            filed.render(round_name(league, match)),
            match.id,
            filed.player(seat.number),
            seat.place or "",
            "" if seat.points is None else seat.points,
            int(seat.forfeited),
            match.status.value,
        )
        for match in league.matches
        for seat in match.seats
    )
    return spreadsheet(FILE_NAME, _COLUMNS, rows)
