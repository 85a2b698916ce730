"""Ranks the members who have played the game of the day, by day and by week."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.race_records import TryRecord
from db.ranking import shared_ranks
from engines.contract import Game
from sessions.races import RaceLine, race_lines

WEEK = 7


@dataclass(frozen=True, slots=True)
class WeekLine:
    """A line of a week's ranking. ``score`` sums up which percentage of the others the member has beaten each day."""

    user_id: int
    rank: int
    score: int
    days: int


def shares_beaten(lines: Sequence[RaceLine]) -> dict[int, float]:
    """The share of the other finishers that each one has beaten, from 0 to 1. A single finisher has beaten nobody."""
    ranks = [line.rank for line in lines if line.rank is not None]
    return {
        line.user_id: sum(rank > line.rank for rank in ranks) / max(1, len(ranks) - 1)
        for line in lines
        if line.rank is not None
    }


def week_lines(days: Collection[Sequence[RaceLine]]) -> list[WeekLine]:
    """The members of a week, best first."""
    found: dict[int, list[float]] = {}
    for lines in days:
        for user_id, share in shares_beaten(lines).items():
            found.setdefault(user_id, []).append(share)
    scores = sorted(((round(100 * sum(shares)), user_id) for user_id, shares in found.items()), key=lambda one: -one[0])
    ranks = shared_ranks([score for score, _ in scores])
    return [WeekLine(user, rank, score, len(found[user])) for rank, (score, user) in zip(ranks, scores, strict=True)]


def days_of_week(day: int) -> range:
    """The days from Monday to this one. Day 1 is a Thursday."""
    return range(day - (day + 2) % WEEK, day + 1)


def streak(finished: Sequence[int], today: int) -> int:
    """How many days a member has finished since they last missed more than one day of a week, which begins on Monday.

    ``finished`` are the days that the member has finished. Today is not missed before it is over. Day 5 is a Monday.

    >>> streak([12, 11, 9, 8], 12), streak([12, 11, 9, 7], 12), streak([9, 8], 12), streak([9, 8], 11)
    (4, 3, 0, 2)
    """
    played = set(finished)
    day = today if today in played else today - 1
    missed_in, days = set[int](), 0
    while played and day >= min(played):
        week = day - len(days_of_week(day))
        if day in played:
            days += 1
        elif week in missed_in:
            break
        else:
            missed_in.add(week)
        day -= 1
    return days


def by_day(
    tries: Collection[TryRecord], days: Collection[int], games: Mapping[str, Game[Any]]
) -> dict[int, list[RaceLine]]:
    """The ranking of each of these days."""
    return {day: _lines_of([one for one in tries if one.deal == day], games) for day in days}


def _lines_of(tries: Sequence[TryRecord], games: Mapping[str, Game[Any]]) -> list[RaceLine]:
    game = games.get(tries[0].game) if tries else None
    form = game.daily if game else None
    return race_lines(tries, fewest_points_win=form is not None and form.fewest_points_win)
