"""The table of a live cup, where all tables of a round have the same cards and each seat is compared. Plain data only.

A game that was not played to its end compares nobody: whoever forfeited it gets nothing and is beaten by all who held
the same seat, the others at that table tie with all. So does whoever found no place in a round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from sessions.leagues.results import seating
from sessions.leagues.standings import Line
from sessions.races.matchpoints import BEATEN, TIED, Cell, CupLine, ranked_lines


def live_cup_lines(league: LeagueRecord) -> tuple[CupLine, ...]:
    """The table of a live cup, best first, for the deals that all tables have ended. Members are numbers of entries."""
    sign = -1 if _fewest_points_win(league.matches) else 1
    scored = [
        _scored([match for match in league.matches if match.round == number], sign)
        for number in finished_rounds(league)
    ]
    entries = [entry.number for entry in league.entries if entry not in league.waiting]
    return ranked_lines({number: tuple(deal.get(number) for deal in scored) for number in entries})


def finished_rounds(league: LeagueRecord) -> list[int]:
    """The numbers of the deals that all tables have ended."""
    open_rounds = {match.round for match in league.open_matches}
    return [number for number in range(1, league.round + 1) if number not in open_rounds]


def live_standings(league: LeagueRecord, missing: dict[int, int]) -> list[Line]:
    """The same as lines of a league, whose points are the matchpoints."""
    return [
        Line(
            number=line.member,
            place=line.rank,
            games=sum(cell is not None for cell in line.cells),
            won=0,
            points=line.total,
            difference=0.0,
            missing=missing.get(line.member, 0),
            form=(),
        )
        for line in live_cup_lines(league)
    ]


def _scored(matches: Sequence[MatchRecord], sign: int) -> dict[int, Cell]:
    """The results of a round, by entry."""
    tables = [_held(match) for match in matches if match.status is not MatchStatus.BYE]
    average = TIED * (len(tables) - 1)
    scored = {match.numbers[0]: Cell(None, average) for match in matches if match.status is MatchStatus.BYE}
    for seat in zip(*tables, strict=True):
        for own in seat:
            total = sum(_compared(own, other, sign) for other in seat if other is not own)
            scored[own.number] = Cell(own.points, total)
    return scored


def _held(match: MatchRecord) -> list[MatchSeatRecord]:
    """The results at a table in the order of its seats, without points unless it was played to its end."""
    by_number = {seat.number: seat for seat in match.seats}
    seats = [by_number[number] for number in seating(match)]
    return seats if match.status is MatchStatus.PLAYED else [replace(seat, points=None) for seat in seats]


def _compared(own: MatchSeatRecord, other: MatchSeatRecord, sign: int) -> int:
    if own.forfeited:
        return 0
    if other.forfeited:
        return BEATEN
    if own.points is None or other.points is None or own.points == other.points:
        return TIED
    return BEATEN if sign * own.points > sign * other.points else 0


def _fewest_points_win(matches: Iterable[MatchRecord]) -> bool:
    """Whether better places have fewer points, as far as any game tells."""
    played = [match for match in matches if match.status is MatchStatus.PLAYED]
    return any(
        ((one.place or 0) - (other.place or 0)) * ((one.points or 0) - (other.points or 0)) > 0
        for match in played
        for one, other in combinations(match.seats, 2)
    )
