"""Numbers the inputs of networks of which few are on: each feature has classes, and one of them is on."""

from collections.abc import Mapping
from itertools import accumulate


def numbered(sizes: Mapping[str, int]) -> tuple[dict[str, int], int]:
    """The number of the first class of each feature, by how many classes these have, and how many there are in all.

    >>> numbered({"cards": 16, "piles": 42})
    ({'cards': 0, 'piles': 16}, 58)
    """
    *firsts, count = accumulate(sizes.values(), initial=0)
    return dict(zip(sizes, firsts, strict=True)), count
