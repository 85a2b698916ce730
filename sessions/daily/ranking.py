"""Ranks the members who have played the game of the day, by day and by week."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.daily_records import TryRecord
from engines.contract import Game

WEEK = 7


@dataclass(frozen=True, slots=True)
class DayLine:
    """A line of a day's ranking. Equal points share a ``rank``. Without ``points`` the game was not finished."""

    user_id: int
    rank: int | None
    points: float | None


@dataclass(frozen=True, slots=True)
class WeekLine:
    """A line of a week's ranking. ``score`` sums up which percentage of the others the member has beaten each day."""

    user_id: int
    rank: int
    score: int
    days: int


def day_lines(tries: Collection[TryRecord], fewest_points_win: bool) -> list[DayLine]:
    """The finished tries of a day, best first, followed by those that were broken off."""
    finished = [(one.points, one.user_id) for one in tries if one.points is not None]
    finished.sort(key=lambda line: line[0], reverse=not fewest_points_win)
    values = [points for points, _ in finished]
    lines = [DayLine(user_id, values.index(points) + 1, points) for points, user_id in finished]
    return lines + [DayLine(one.user_id, None, None) for one in tries if one.points is None and not one.is_open]


def shares_beaten(lines: Sequence[DayLine]) -> dict[int, float]:
    """The share of the other finishers that each one has beaten, from 0 to 1. A single finisher has beaten nobody."""
    ranks = [line.rank for line in lines if line.rank is not None]
    return {
        line.user_id: sum(rank > line.rank for rank in ranks) / max(1, len(ranks) - 1)
        for line in lines
        if line.rank is not None
    }


def week_lines(days: Collection[Sequence[DayLine]]) -> list[WeekLine]:
    """The members of a week, best first."""
    found: dict[int, list[float]] = {}
    for lines in days:
        for user_id, share in shares_beaten(lines).items():
            found.setdefault(user_id, []).append(share)
    scores = sorted(((round(100 * sum(shares)), user_id) for user_id, shares in found.items()), key=lambda one: -one[0])
    values = [score for score, _ in scores]
    return [WeekLine(user_id, values.index(score) + 1, score, len(found[user_id])) for score, user_id in scores]


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


def visible(tries: Collection[TryRecord], user_id: int | None) -> list[TryRecord]:
    """The tries that this member may see: their own, and those of members who are not hidden from leaderboards.

    ``None`` stands for everybody.
    """
    return [one for one in tries if one.user_id == user_id or not one.is_hidden]


def by_day(
    tries: Collection[TryRecord], days: Collection[int], games: Mapping[str, Game[Any]]
) -> dict[int, list[DayLine]]:
    """The ranking of each of these days."""
    return {day: _lines_of([one for one in tries if one.day == day], games) for day in days}


def _lines_of(tries: Sequence[TryRecord], games: Mapping[str, Game[Any]]) -> list[DayLine]:
    game = games.get(tries[0].game) if tries else None
    return day_lines(tries, game is not None and game.daily is not None and game.daily.fewest_points_win)
