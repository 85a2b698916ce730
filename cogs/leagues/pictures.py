"""The pictures of a league: its tables, and the podium at the end."""

from collections.abc import Iterator
from dataclasses import replace
from zoneinfo import ZoneInfo

from cogs.leagues.words import day, group_letter, round_name
from cogs.shared.alt_text import fitting
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from db.league_records import LeaguePhase, LeagueRecord
from engines.contract import Game
from engines.kit.wording import in_points
from engines.texts import Player, Text, say, say_count
from pictures.league import ROWS_BESIDE, ROWS_PER_PAGE, LeagueGroup, LeaguePicture, LeagueRow, Mark, draw_league
from pictures.podium import Finisher, PodiumPicture, draw_podium
from sessions.leagues.overview import Overview
from sessions.leagues.standings import Line

MOST_PICTURES = 4


async def league_pictures(
    pictures: Pictures, shown: Overview, game: Game[object], zone: ZoneInfo, renderer: Renderer
) -> list[Picture]:
    """The podium, if the league is over, and the tables, a page each; none if pictures are not drawn."""
    title, plain = shown.league.name, renderer.written.plain
    found: list[Picture | None] = []
    if shown.finishers:
        podium = _podium(shown, game, zone, plain)
        alt = fitting(
            f"{one.place}. {plain.player(one.player)}: {plain.render(one.points)}" for one in podium.finishers
        )
        job = draw_podium, (title, podium, plain)
        found.append(await pictures.draw_other((title, podium), plain, job, alt, podium.players))
    alt = fitting(table_lines(shown, plain))
    for page in _pages(shown, game)[: MOST_PICTURES - len(found)]:
        job = draw_league, (title, page, plain)
        found.append(await pictures.draw_other((title, page), plain, job, alt, page.players))
    return [replace(picture, name=f"league{number}.png") for number, picture in enumerate(found) if picture is not None]


def table_lines(shown: Overview, renderer: Renderer) -> Iterator[str]:
    """The tables in words, a line for each entry."""
    for number, table in enumerate(shown.standings):
        if len(shown.standings) > 1:
            yield renderer.render(group_name(number))
        for line in table:
            yield renderer.render(table_line(line))


def table_line(line: Line) -> Text:
    """A line of a table in words."""
    told = say("{place}. {player}: {total}", place=line.place, player=Player(line.number), total=in_points(line.points))
    if line.due:
        told = say(
            "{line}, {played} of {due} played, {won} won", line=told, played=line.played, due=line.due, won=line.won
        )
    if not line.missing:
        return told
    return say("{line}, {missing}", line=told, missing=say_count("1 to play", "{count} to play", line.missing))


def group_name(number: int) -> Text:
    """The name of a group: A, B and so on."""
    return say("Group {letter}", letter=group_letter(number))


def _pages(shown: Overview, game: Game[object]) -> list[LeaguePicture]:
    groups = [
        LeagueGroup(tuple(map(_row, table)), group_name(number) if len(shown.standings) > 1 else None)
        for number, table in enumerate(shown.standings)
    ]
    members = say_count("1 member", "{count} members", sum(map(len, shown.standings)))
    headline = say("{game} · {members}", game=game.name, members=members)
    footer, when = _footer(shown), say("the end") if shown.league.phase.is_over else round_name(shown.league)
    if len(groups) == 2 and all(len(group.rows) <= ROWS_BESIDE for group in groups):
        return [LeaguePicture(headline, when, tuple(groups), footer)]
    return [
        LeaguePicture(headline, when, (replace(group, rows=group.rows[first : first + ROWS_PER_PAGE]),), footer)
        for group in groups
        for first in range(0, len(group.rows), ROWS_PER_PAGE)
    ]


def _row(line: Line) -> LeagueRow:
    form = tuple(Mark[form.name] for form in line.form)
    return LeagueRow(line.number, line.place, line.moved, line.played, line.due, line.won, line.points, form)


def _footer(shown: Overview) -> Text:
    """How it has ended, or what has been played. A date would be that of one time zone; the post has the end."""
    league = shown.league
    if len(shown.winners) == 1:
        return say("{player} wins", player=Player(shown.winners[0]))
    if league.phase is LeaguePhase.CANCELLED:
        return say("Cancelled")
    return _games(league)


def _games(league: LeagueRecord) -> Text:
    return say_count("1 game", "{count} games", sum(match.counts for match in league.matches))


def _podium(shown: Overview, game: Game[object], zone: ZoneInfo, renderer: Renderer) -> PodiumPicture:
    league = shown.league
    noted = max((match.ends_at for match in league.matches if match.ends_at is not None), default=league.opened_at)
    footer = say(
        "{members} · {rounds} · {games}",
        members=say_count("1 member", "{count} members", sum(map(len, shown.standings))),
        rounds=say_count("1 round", "{count} rounds", league.rounds),
        games=_games(league),
    )
    finishers = tuple(map(_finisher, shown.finishers[:3]))
    ended = day(league.finished_at or noted, zone, renderer)
    return PodiumPicture(say("{game}", game=game.name), say("{day}", day=ended), finishers, footer)


def _finisher(line: Line) -> Finisher:
    note = say("{won} of {games} won", won=line.won, games=line.due)
    return Finisher(line.number, line.place, in_points(line.points), note)
