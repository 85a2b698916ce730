"""Turns points into rankings."""

from collections.abc import Sequence
from itertools import groupby


def places_by(points: Sequence[float]) -> tuple[tuple[int, ...], ...]:
    """The seats in groups of equal points, highest first.

    >>> places_by([3, 5, 3])
    ((1,), (0, 2))
    """
    ranked = sorted(range(len(points)), key=lambda seat: -points[seat])
    return tuple(tuple(group) for _, group in groupby(ranked, key=points.__getitem__))


def fewest_first(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats in groups of equal points, lowest first."""
    return places_by([-amount for amount in points])


def add_win(wins: list[float], winners: Sequence[int]) -> None:
    """Count a game of a match: those who have won it share the win."""
    for seat in winners:
        wins[seat] += 1 / len(winners)


def is_decided(wins: Sequence[float], played: int, best_of: int) -> bool:
    """Whether a match for most wins is over after so many games: all are played, or nobody can catch up."""
    return played >= best_of or 2 * max(wins) > best_of
