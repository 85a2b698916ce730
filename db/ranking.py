"""Places in a ranking, which equals share."""

from collections.abc import Sequence


def shared_ranks(ordered: Sequence[object], ahead: int = 0, first: int | None = None) -> list[int]:
    """The place of each of these values, best first: equals share one, and the next place counts all before it.

    So many others are ``ahead``. The ``first`` value shares its place with some of them unless it is ``None``.

    >>> shared_ranks([9, 7, 7, 3]), shared_ranks([7, 7, 3], ahead=10, first=9)
    ([1, 2, 2, 4], [9, 9, 13])
    """
    ranks: list[int] = []
    for position, value in enumerate(ordered):
        if position == 0:
            ranks.append(ahead + 1 if first is None else first)
        else:
            ranks.append(ranks[-1] if value == ordered[position - 1] else ahead + position + 1)
    return ranks
