"""Divides players into tables of three to five, so that they meet as few as possible again. Plain data only.

>>> pod_sizes(11, range(3, 6))
[4, 4, 3]
>>> pods([1, 2, 3, 4, 5, 6], [3, 3], Counter({pair(1, 2): 1, pair(1, 3): 1, pair(2, 3): 1}))
[(2, 3, 4), (1, 5, 6)]
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

SIZES = range(3, 6)
"""How many play at a table of several."""
_USUAL = 4

Pair = frozenset[int]


def pair(one: int, other: int) -> Pair:
    """Two players, in whichever order."""
    return frozenset((one, other))


def table_sizes(seats: range) -> range:
    """How many may play at one table of a game for so many: two, or three to five if the game takes them."""
    if seats[-1] < SIZES[0]:
        return range(2, 3)
    return range(max(seats[0], SIZES[0]), min(seats[-1], SIZES[-1]) + 1) or range(seats[0], seats[0] + 1)


def pod_sizes(players: int, sizes: range) -> list[int]:
    """How many play at each table, largest first. Who finds no place sits out, which is as few as possible."""
    for seated in range(players, 0, -1):
        counts = [count for count in range(1, seated + 1) if count * sizes[0] <= seated <= count * sizes[-1]]
        if counts:
            count = min(counts, key=lambda count: (abs(seated / count - _USUAL), count))
            small, larger = divmod(seated, count)
            return [small + 1] * larger + [small] * (count - larger)
    return []


def meetings(matches: Sequence[Sequence[int]]) -> Counter[Pair]:
    """How often each two players have met in these matches."""
    return Counter(pair(*both) for match in matches for both in combinations(match, 2))


def pods(players: Sequence[int], sizes: Sequence[int], met: Counter[Pair]) -> list[tuple[int, ...]]:
    """Divide the players, in their order, into tables of these sizes; then swap two as long as fewer meet again."""
    tables: list[list[int]] = []
    rest = list(players)
    for size in sizes:
        tables.append(rest[:size])
        rest = rest[size:]
    while _improved(tables, met):
        pass
    return [tuple(sorted(table, key=list(players).index)) for table in tables]


def repeats(table: Sequence[int], met: Counter[Pair]) -> int:
    """How bad it is that these meet again: the second time costs more than the first, so that nobody always does."""
    return sum(met[pair(*both)] ** 2 for both in combinations(table, 2))


def _improved(tables: list[list[int]], met: Counter[Pair]) -> bool:
    """Make the best swap of two players at different tables, if one helps."""
    best, least = None, 0
    for one, other in combinations(range(len(tables)), 2):
        before = repeats(tables[one], met) + repeats(tables[other], met)
        for i in range(len(tables[one])):
            for j in range(len(tables[other])):
                first, second = _swapped(tables[one], tables[other], i, j)
                change = repeats(first, met) + repeats(second, met) - before
                if change < least:
                    best, least = (one, other, first, second), change
    if best is None:
        return False
    one, other, first, second = best
    tables[one], tables[other] = first, second
    return True


def _swapped(one: list[int], other: list[int], i: int, j: int) -> tuple[list[int], list[int]]:
    first, second = one.copy(), other.copy()
    first[i], second[j] = other[j], one[i]
    return first, second
