"""Places, points and who begins next (8.3, 9, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Places = tuple[tuple[int, ...], ...]
"""Seats in groups, best first; seats in one group share the place."""


def group_by(seats: Sequence[int], key: Sequence[Any]) -> Places:
    """The seats grouped by equal ``key[seat]``, smallest first."""
    groups: dict[Any, list[int]] = {}
    for seat in sorted(seats):
        groups.setdefault(key[seat], []).append(seat)
    return tuple(tuple(groups[value]) for value in sorted(groups))


def round_places(out: Sequence[int], hands: Sequence[Sequence[int]]) -> Places:
    """The places of a round: in the order of going out, then by the cards left, fewer being better (8.3, 9.1)."""
    left = [seat for seat in range(len(hands)) if seat not in out]
    return tuple((seat,) for seat in out) + group_by(left, [len(hand) for hand in hands])


def round_points(places: Places) -> list[float]:
    """One point for each player one finished ahead of; shared places share the average (10.1)."""
    seats = sum(len(group) for group in places)
    points = [0.0] * seats
    behind = seats
    for group in places:
        behind -= len(group)
        for seat in group:
            points[seat] = behind + (len(group) - 1) / 2
    return points


def next_starter(winners: Sequence[int], starter: int, seats: int) -> int:
    """Who begins the next round: of the winners, the first clockwise after the previous starter (2.4, 10.1)."""
    return min(winners, key=lambda seat: (seat - starter - 1) % seats)


def final_places(points: Sequence[float], wins: Sequence[int], by_wins: bool) -> Places:
    """The places of the whole game: by points, or by rounds won and then points; equal totals share (10.1)."""
    best_first = [(-(won if by_wins else 0), -total) for total, won in zip(points, wins, strict=True)]
    return group_by(range(len(points)), best_first)
