"""The table of a league. Plain data only.

A match gives 1 point for playing it to its end, and 2 times the share of the others beaten: a win of two 3, a draw 2, a
loss 1, and the same at tables of several. A walkover gives 3 and 0. So it never pays not to play.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from fractions import Fraction
from itertools import groupby

from db.league_records import EntryStatus, LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from db.ranking import shared_ranks
from db.records import ResultRecord, TableRecord
from sessions.tables.leaving import has_hardly_begun


def seating(match: MatchRecord) -> tuple[int, ...]:
    """The entries in the order of their seats, which turns from round to round, so that nobody is always first."""
    turn = (match.round + 1) % len(match.numbers)
    return match.numbers[turn:] + match.numbers[:turn]


def played(
    match: MatchRecord, table: TableRecord, results: Sequence[ResultRecord], decided: Mapping[int, int]
) -> MatchRecord:
    """The match with the result of a game that is over, in which each seat has itself ``decided`` so often.

    Whoever has given up before the third decision, or has run out of time, has not played to the end.
    """
    gone = {seat.seat for seat in table.seats if seat.is_away}
    late = {clock.seat for clock in table.clocks if clock.timeouts}
    early = {seat.seat for seat in table.seats if seat.left_early or has_hardly_begun(decided.get(seat.seat, 0))}
    forfeited = gone & (late | early)
    absent = {seat.number for seat in match.seats if seat.forfeited}
    seats = tuple(
        MatchSeatRecord(number, result.place, result.points, result.seat in forfeited or number in absent)
        for number, result in zip(seating(match), results, strict=True)
    )
    return replace(match, status=MatchStatus.FORFEITED if gone else MatchStatus.PLAYED, seats=seats)


def unplayed(match: MatchRecord, missing: Collection[int]) -> MatchRecord:
    """The match that was not played: a walkover if one alone is there; two could have played without the others."""
    there = set(match.numbers) - set(missing)
    is_walkover = len(there) == 1
    seats = tuple(
        MatchSeatRecord(number, 1 + (is_walkover and number not in there), None, not is_walkover or number not in there)
        for number in match.numbers
    )
    return replace(match, status=MatchStatus.WALKOVER if is_walkover else MatchStatus.UNPLAYED, seats=seats)


def drawn(match: MatchRecord) -> MatchRecord:
    """The match that was not played, but through no fault of those who were to play it."""
    seats = tuple(MatchSeatRecord(seat.number, 1 + seat.forfeited, None, seat.forfeited) for seat in match.seats)
    return replace(match, status=MatchStatus.UNPLAYED, seats=seats)


def missed(match: MatchRecord, number: int) -> MatchRecord:
    """The match that somebody was not there for: the others play it, or keep their order if they have."""
    if match.is_open or len(match.seats) == 2:
        return without(match, [number])
    order = [(seat.number == number, seat.place or 0) for seat in match.seats]
    places = [1 + sum(other < own for other in order) for own in order]
    seats = tuple(
        replace(seat, place=place, forfeited=seat.forfeited or seat.number == number)
        for seat, place in zip(match.seats, places, strict=True)
    )
    return replace(match, status=MatchStatus.WALKOVER, seats=seats)


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


def next_places(match: MatchRecord, said: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Who can have the best place that is still free, each with all places then; 0 is one that nobody has ``said``."""
    said = said or (0,) * len(match.numbers)
    best = 1 + sum(place > 0 for place in said)
    for seat, number in enumerate(match.numbers):
        if not said[seat]:
            yield number, (*said[:seat], best, *said[seat + 1 :])


def places_said(match: MatchRecord, said: Iterable[int]) -> tuple[int, ...] | None:
    """These places in a match of several, if its players can have them. The only one who has none is last."""
    places = tuple(said)
    if places.count(0) == 1:
        places = tuple(place or len(places) for place in places)
    known = [place for place in places if place]
    is_possible = all(place == 1 + sum(other < place for other in known) for place in known)
    return places if is_possible and len(places) == len(match.numbers) > 2 else None


def missing_players(league: LeagueRecord, match: MatchRecord) -> list[int]:
    """The entries in a match for which nobody plays any more, and without which it is not played yet."""
    return [seat.number for seat in match.expected if not league.entry(seat.number).plays]


TURNING_UP, BEATING_ALL = 1, 2


class Form(Enum):
    """How a match went for somebody."""

    WON = auto()
    DRAWN = auto()
    """Neither won nor lost; at a table of several, in between."""
    LOST = auto()
    FORFEITED = auto()
    """Not played to the end."""
    TO_COME = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table. Equal lines share a ``place``. ``moved``: places won since the round before, or lost.

    ``due`` are the matches that count, ``played`` those of them that were played to the end; ``missing`` are to come.
    ``average`` are the points for each match due, by which lines are ordered: exactly, where ``points`` are rounded.
    """

    number: int
    place: int
    due: int
    played: int
    won: int
    points: float
    average: Fraction
    missing: int
    form: tuple[Form, ...]
    moved: int = 0


def share(match: MatchRecord, number: int) -> Fraction:
    """Which part of the others somebody has beaten in a match that is over; a tie counts half."""
    own, others = _own(match, number), [seat for seat in match.seats if seat.number != number]
    if own.forfeited or own.place is None or not others:
        return Fraction()
    return sum((_beaten(own, other) for other in others), Fraction()) / len(others)


def points_in(match: MatchRecord, number: int) -> Fraction:
    """The points that somebody gets for a match that is over."""
    return Fraction() if _own(match, number).forfeited else TURNING_UP + BEATING_ALL * share(match, number)


def group_standings(league: LeagueRecord, division: int, missing: Mapping[int, int]) -> list[Line]:
    """The table of a group, best first. ``missing`` says how many more games each entry has to play.

    What decides is the points for each match that was due, then what the equals won from each other, then who has
    played more matches, then the points of those whom they have beaten. What is still equal shares a place.
    """
    numbers = [entry.number for entry in league.entries if entry.division == division and entry not in league.waiting]
    here = set(numbers)  # somebody may have come from another group; what they played there counts no more
    over = [match for match in league.matches if match.division == division and match.counts]
    over = [match for match in over if here.issuperset(match.numbers)]
    gone = {number for number in numbers if is_struck(league, number)}
    over = [replace(one, seats=tuple(seat for seat in one.seats if seat.number not in gone)) for one in over]
    over = [match for match in over if len(match.seats) > 1]
    numbers = [number for number in numbers if number not in gone]
    now = _ranked(league, numbers, over, missing)
    before = [match for match in over if match.round < league.round]
    former = {line.number: line.place for line in _ranked(league, numbers, before, missing)}
    return [replace(line, moved=former[line.number] - line.place if before else 0) for line in now]


def is_struck(league: LeagueRecord, number: int) -> bool:
    """Whether somebody has withdrawn with less than half of all their matches played: then none of them count.

    So FIDE has it ("General Regulations for Competitions" 06.V.4). Others' places among each other count.
    """
    entry = league.entry(number)
    if entry.status is not EntryStatus.OUT:
        return False
    own = [match for match in league.matches if match.division == entry.division and number in match.numbers]
    played = sum(match.counts and not _own(match, number).forfeited for match in own)
    size = sum(other.division == entry.division and other not in league.waiting for other in league.entries)
    of_all = size - 1 if league.meets_all and size % 2 else size
    return 2 * played * size < league.rounds * of_all


def _ranked(
    league: LeagueRecord, numbers: Sequence[int], matches: Sequence[MatchRecord], missing: Mapping[int, int]
) -> list[Line]:
    lines = [_line(league, number, matches, missing.get(number, 0)) for number in numbers]
    averages = {line.number: line.average for line in lines}
    lines.sort(key=lambda line: -line.average)
    ranked: list[Line] = []
    for _, equals in groupby(lines, key=lambda line: line.average):
        ranked += _by_direct_results(list(equals), matches, averages, len(ranked))
    return ranked


def _by_direct_results(
    equals: list[Line], matches: Sequence[MatchRecord], averages: Mapping[int, Fraction], ahead: int
) -> list[Line]:
    """Lines with equal points in order, so many ``ahead`` of them."""
    numbers = {line.number for line in equals}
    among = [replace(one, seats=tuple(seat for seat in one.seats if seat.number in numbers)) for one in matches]

    def key(line: Line) -> tuple[Fraction | int, ...]:
        won = sum(share(match, line.number) for match in among if line.number in match.numbers)
        return -won, -line.played, -_worth_of_beaten(line.number, matches, averages)

    equals.sort(key=lambda line: (*key(line), line.number))
    places = shared_ranks(list(map(key, equals)), ahead)
    return [replace(line, place=place) for line, place in zip(equals, places, strict=True)]


def _worth_of_beaten(number: int, matches: Sequence[MatchRecord], averages: Mapping[int, Fraction]) -> Fraction:
    """The points of those whom somebody has beaten; half of them after a draw."""
    own = [match for match in matches if number in match.numbers]
    worth = (
        _beaten(_own(match, number), seat) * averages[seat.number]
        for match in own
        for seat in match.seats
        if seat.number != number and not _own(match, number).forfeited
    )
    return sum(worth, Fraction())


def _line(league: LeagueRecord, number: int, matches: Sequence[MatchRecord], missing: int) -> Line:
    own = [match for match in matches if number in match.numbers]
    form = [_form(match, number) for match in own]
    due, points = len(own), sum((points_in(match, number) for match in own), Fraction())
    if league.minutes:  # rounds of an evening that somebody was not there for are due: who comes late does not lead
        seen = {match.round for match in league.matches if number in match.numbers}
        due += len({match.round for match in matches} - seen)
    return Line(
        number=number,
        place=0,
        due=due,
        played=sum(one is not Form.FORFEITED for one in form),
        won=form.count(Form.WON),
        points=round(float(points), 2),
        average=points / max(1, due),
        missing=missing,
        form=(*form, *[Form.TO_COME] * missing),
    )


def _form(match: MatchRecord, number: int) -> Form:
    if _own(match, number).forfeited:
        return Form.FORFEITED
    part = share(match, number)
    return Form.WON if part == 1 else Form.LOST if part == 0 else Form.DRAWN


def _own(match: MatchRecord, number: int) -> MatchSeatRecord:
    return next(seat for seat in match.seats if seat.number == number)


def _beaten(own: MatchSeatRecord, other: MatchSeatRecord) -> Fraction:
    if not other.forfeited and own.place == other.place:
        return Fraction(1, 2)
    return Fraction(other.forfeited or (own.place or 0) < (other.place or 0))
