"""All results of a league as a file for a spreadsheet."""

from collections.abc import Mapping, Sequence

import discord

from cogs.leagues.screen import place_link
from cogs.leagues.words import group_letter, round_name
from cogs.shared.rendering import Renderer
from cogs.shared.spreadsheets import spreadsheet
from db.league_records import LeagueRecord, MatchTable
from sessions.leagues.standings import points_in

FILE_NAME = "league.csv"
_COLUMNS = (
    *("round", "group", "match", "ends", "player", "place", "game_points", "forfeited", "status", "points", "link"),
)


def export(league: LeagueRecord, places: Mapping[int, Sequence[MatchTable]], renderer: Renderer) -> discord.File:
    """A row for each player of each match: which group, until when, how it ended, and where it was played."""
    filed = renderer.filed
    rows = (
        (
            filed.render(round_name(league, match)),
            group_letter(match.division) if match.division >= 0 else "",
            match.id,
            "" if match.ends_at is None else match.ends_at.isoformat(timespec="minutes"),
            filed.player(seat.number),
            seat.place or "",
            "" if seat.points is None else seat.points,
            int(seat.forfeited),
            match.status.value,
            points_in(match, seat.number) if match.counts else "",
            place_link(league, places[match.id][-1]) if places.get(match.id) else "",
        )
        for match in league.matches
        for seat in match.seats
    )
    return spreadsheet(FILE_NAME, _COLUMNS, rows)
