"""What a hand scores, and how totals are placed (9, 10)."""

from collections.abc import Sequence

from engines.counter.actions import HAND_SIZE


def points(bid: int, won: int, seats: int) -> int:
    """The points of one player for a hand (9.2).

    >>> points(3, 3, 4), points(1, 1, 4), points(3, 0, 4), points(3, 5, 4), points(3, 6, 4)
    (3, 2, 1, 0, 5)
    """
    if won == bid:
        return max(bid, 2)
    if won == 0:
        return 1
    return won - 1 if won + seats >= HAND_SIZE else 0


def places(totals: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats in groups of equal totals, the highest first (10.2)."""
    return tuple(
        tuple(seat for seat, total in enumerate(totals) if total == level)
        for level in sorted(set(totals), reverse=True)
    )
