"""Compares what members have scored with the same cards. Equals share a place."""

from collections.abc import Collection
from dataclasses import dataclass

from db.race_records import TryRecord
from db.ranking import shared_ranks


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A member's result. Equal points share a ``rank``. Without ``points`` the game was not finished."""

    user_id: int
    rank: int | None
    points: float | None


def race_lines(tries: Collection[TryRecord], *, fewest_points_win: bool) -> list[RaceLine]:
    """The finished tries at a deal, best first, followed by those that were broken off."""
    finished = [(one.points, one.user_id) for one in tries if one.points is not None]
    finished.sort(key=lambda one: one[0], reverse=not fewest_points_win)
    ranks = shared_ranks([points for points, _ in finished])
    lines = [RaceLine(user, rank, points) for rank, (points, user) in zip(ranks, finished, strict=True)]
    return lines + [RaceLine(one.user_id, None, None) for one in tries if one.points is None and not one.is_open]


def visible(tries: Collection[TryRecord], user_id: int | None) -> list[TryRecord]:
    """The tries that this member may see: their own, and those of members who are not hidden from leaderboards.

    ``None`` stands for everybody.
    """
    return [one for one in tries if one.user_id == user_id or not one.is_hidden]
