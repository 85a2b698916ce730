"""The table of a league: points, difference, head-to-head, games missing. Plain data only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import groupby

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from db.ranking import shared_ranks

PAIR_WORTH = 2.0
"""What a win of two is worth; a draw is worth half of it."""
POD_WORTH = 12.0
"""What the first of several gets; the others get the share of those whom they have beaten. 12 makes whole numbers."""


class Form(Enum):
    """How a match went for somebody."""

    WON = auto()
    DRAWN = auto()
    """Neither won nor lost; at a table of several, in between."""
    LOST = auto()
    TO_COME = auto()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table. Equal lines share a ``place``. ``moved``: places won since the round before, or lost."""

    number: int
    place: int
    games: int
    won: int
    points: float
    difference: float
    missing: int
    form: tuple[Form, ...]
    moved: int = 0


def share(match: MatchRecord, number: int) -> float:
    """Which part of the others somebody has beaten in a match that is over; a tie counts half."""
    own, others = _own(match, number), [seat for seat in match.seats if seat.number != number]
    if not others:
        return 1.0
    if own.forfeited or own.place is None:
        return 0.0
    return sum(_beaten(own, other) for other in others) / len(others)


def has_won(match: MatchRecord, number: int) -> bool:
    """Whether somebody alone came first."""
    return share(match, number) == 1.0


def margin(match: MatchRecord, number: int) -> float:
    """By how many of the game's points somebody was ahead of the others on average; less than 0 if behind.

    Only games that were played to their end count. Whether more points or fewer are better follows from the places.
    """
    own, others = _own(match, number), [seat for seat in match.seats if seat.number != number]
    if match.status is not MatchStatus.PLAYED or not others:
        return 0.0
    total = sum(
        abs((own.points or 0) - (other.points or 0)) * ((own.place or 0) < (other.place or 0) or -1)
        for other in others
        if own.place != other.place
    )
    return total / len(others)


def standings(league: LeagueRecord, division: int, is_of_pairs: bool, missing: dict[int, int]) -> list[Line]:
    """The table of a group, best first. ``missing`` says how many more games each entry would have."""
    numbers = [entry.number for entry in league.entries if entry.division == division and entry not in league.waiting]
    over = [match for match in league.matches if match.division == division and not match.is_open]
    worth = PAIR_WORTH if is_of_pairs else POD_WORTH
    now = _ranked(numbers, over, worth, missing)
    before = _ranked(numbers, [match for match in over if match.round < league.round], worth, missing)
    former = {line.number: line.place for line in before}
    has_former = any(match.round < league.round for match in over)
    return [replace(line, moved=former[line.number] - line.place if has_former else 0) for line in now]


def _ranked(
    numbers: Sequence[int], matches: Sequence[MatchRecord], worth: float, missing: dict[int, int]
) -> list[Line]:
    own = {number: [match for match in matches if number in match.numbers] for number in numbers}
    lines = [_line(number, own[number], worth, missing.get(number, 0)) for number in numbers]
    lines.sort(key=_merit)
    ranked: list[Line] = []
    for _, equals in groupby(lines, key=lambda line: (line.points, line.difference)):
        ranked += _by_meetings(list(equals), matches, len(ranked))
    return ranked


def _merit(line: Line) -> tuple[float, float]:
    return -line.points, -line.difference


def _by_meetings(equals: list[Line], matches: Iterable[MatchRecord], ahead: int) -> list[Line]:
    """Equal lines by what they won from each other, then whoever has more games to come; what is still equal ties."""
    numbers = {line.number for line in equals}
    among = [match for match in matches if len(numbers & set(match.numbers)) > 1]

    def key(line: Line) -> tuple[float, int]:
        return -sum(share(match, line.number) for match in among if line.number in match.numbers), -line.missing

    equals.sort(key=lambda line: (*key(line), line.number))
    places = shared_ranks(list(map(key, equals)), ahead)
    return [replace(line, place=place) for line, place in zip(equals, places, strict=True)]


def _line(number: int, matches: Sequence[MatchRecord], worth: float, missing: int) -> Line:
    shares = [share(match, number) for match in matches]
    return Line(
        number=number,
        place=0,
        games=len(matches),
        won=sum(has_won(match, number) for match in matches),
        points=round(worth * sum(shares), 2),
        difference=round(sum(margin(match, number) for match in matches), 1),
        missing=missing,
        form=(*map(_form, shares), *[Form.TO_COME] * missing),
    )


def _form(part: float) -> Form:
    return Form.WON if part == 1 else Form.LOST if part == 0 else Form.DRAWN


def _own(match: MatchRecord, number: int) -> MatchSeatRecord:
    return next(seat for seat in match.seats if seat.number == number)


def _beaten(own: MatchSeatRecord, other: MatchSeatRecord) -> float:
    if other.forfeited:
        return 1.0
    if own.place == other.place:
        return 0.5
    return 1.0 if (own.place or 0) < (other.place or 0) else 0.0
