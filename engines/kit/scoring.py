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
