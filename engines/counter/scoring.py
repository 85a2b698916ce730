"""What a hand scores (9)."""

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
