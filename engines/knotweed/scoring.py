"""Rankings, points and who begins the next round (8.3, 9, 10)."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeAlias

from engines.knotweed.options import Options

Places: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats in groups, best first; seats in one group share the place."""


def _grouped(seats: Iterable[int], key: Callable[[int], Any]) -> Places:
    """The seats in groups of equal keys, smallest key first."""
    return tuple(tuple(group) for _, group in groupby(sorted(seats, key=key), key))


def round_places(out: Sequence[int], hands: Sequence[Sequence[int]]) -> Places:
    """The ranking of a round: by order of going out, then by cards left, fewest first (8.3, 9.1)."""
    left = [seat for seat in range(len(hands)) if seat not in out]
    return *((seat,) for seat in out), *_grouped(left, lambda seat: len(hands[seat]))


def round_points(places: Places) -> list[float]:
    """One point for each player that you beat; players who share a place share the average (10.1)."""
    seats = sum(len(group) for group in places)
    points = [0.0] * seats
    behind = seats
    for group in places:
        behind -= len(group)
        for seat in group:
            points[seat] = behind + (len(group) - 1) / 2
    return points


def next_starter(winners: Sequence[int], starter: int, seats: int) -> int:
    """Who begins the next round: the first winner clockwise from the previous starter (2.4, 10.1)."""
    return min(winners, key=lambda seat: (seat - starter - 1) % seats)


def final_places(points: Sequence[float], wins: Sequence[int], by_wins: bool) -> Places:
    """The final ranking: by points, or by rounds won and then points; equal totals tie (10.1)."""
    return _grouped(range(len(points)), lambda seat: (-wins[seat] if by_wins else 0, -points[seat]))


def ending(options: Options, reason: str, rounds: int, wins: Sequence[int]) -> str | None:
    """Why the game is over after a round ended for this ``reason``; ``None``: another round follows (10.1)."""
    if options.wins is not None:
        return "wins" if max(wins) >= options.wins else None
    if options.rounds > 1:
        return "rounds" if rounds >= options.rounds else None
    return reason
