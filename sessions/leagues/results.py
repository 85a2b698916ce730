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
    """The match with the result of a game that is over.

    Whoever has given up before the third decision, or has run out of time, has not played to the end.
    """
    gone = {seat.seat for seat in table.seats if seat.is_away}
    late = {clock.seat for clock in table.clocks if clock.timeouts}
    forfeited = {seat.seat for seat in table.seats if seat.is_away and (seat.left_early or seat.seat in late)}
    absent = {seat.number for seat in match.seats if seat.forfeited}
    seats = tuple(
        MatchSeatRecord(number, result.place, result.points, result.seat in forfeited or number in absent)
        for number, result in zip(seating(match), results, strict=True)
    )
    return replace(match, status=MatchStatus.FORFEITED if gone else MatchStatus.PLAYED, seats=seats)


def unplayed(match: MatchRecord, missing: Collection[int]) -> MatchRecord:
    """The match that was not played: a walkover if some are there and ``missing`` are not, or else nobody's."""
    absent = set(match.numbers) & set(missing) or set(match.numbers)
    others = len(match.seats) - len(absent)
    seats = tuple(
        MatchSeatRecord(number, others + 1 if number in absent else 1, None, number in absent)
        for number in match.numbers
    )
    return replace(match, status=MatchStatus.WALKOVER if others else MatchStatus.UNPLAYED, seats=seats)


def without(match: MatchRecord, missing: Collection[int]) -> MatchRecord:
    """The match that ``missing`` do not play: the others do if there are two of them at least, or else nobody."""
    absent = {seat.number for seat in match.seats if seat.forfeited or seat.number in missing}
    if len(match.seats) - len(absent) < 2:
        return unplayed(match, absent)
    seats = tuple(
        MatchSeatRecord(seat.number, forfeited=True) if seat.number in absent else seat for seat in match.seats
    )
    return replace(match, seats=seats)


def entered(match: MatchRecord, places: Sequence[int]) -> MatchRecord:
    """The match with the places that the organiser has entered."""
    seats = tuple(MatchSeatRecord(number, place) for number, place in zip(match.numbers, places, strict=True))
    return replace(match, status=MatchStatus.ENTERED, seats=seats)


def missing_players(league: LeagueRecord, match: MatchRecord) -> list[int]:
    """The entries in a match for which nobody plays any more, and without which it is not played yet."""
    return [seat.number for seat in match.expected if not league.entry(seat.number).plays]
