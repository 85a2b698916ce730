"""What a game means for its match: places, points, and who has forfeited. Plain data only."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from db.records import ResultRecord, TableRecord


def seating(match: MatchRecord) -> tuple[int, ...]:
    """The entries in the order of their seats, which turns from round to round, so that nobody is always first."""
    turn = (match.round + 1) % len(match.numbers)
    return match.numbers[turn:] + match.numbers[:turn]


def played(match: MatchRecord, table: TableRecord, results: Sequence[ResultRecord]) -> MatchRecord:
    """The match with the result of a game that is over."""
    gone = {seat.seat for seat in table.seats if seat.is_away}
    seats = tuple(
        MatchSeatRecord(number, result.place, result.points, result.seat in gone)
        for number, result in zip(seating(match), results, strict=True)
    )
    return replace(match, status=MatchStatus.FORFEITED if gone else MatchStatus.PLAYED, seats=seats)


def forfeited(match: MatchRecord, late: Collection[int]) -> MatchRecord:
    """The match that these entries have not played: they come last, and the others share the first place."""
    others = len(match.seats) - len(set(match.numbers) & set(late))
    seats = tuple(
        MatchSeatRecord(number, others + 1 if number in late else 1, None, number in late) for number in match.numbers
    )
    return replace(match, status=MatchStatus.FORFEITED, seats=seats)


def entered(match: MatchRecord, places: Sequence[int]) -> MatchRecord:
    """The match with the places that the organiser has entered."""
    seats = tuple(MatchSeatRecord(number, place) for number, place in zip(match.numbers, places, strict=True))
    return replace(match, status=MatchStatus.ENTERED, seats=seats)


def missing_players(league: LeagueRecord, match: MatchRecord) -> list[int]:
    """The entries in a match for which nobody plays any more."""
    return [number for number in match.numbers if not league.entry(number).plays]
