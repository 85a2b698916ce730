"""Who meets whom in which round of a league, and when rounds end. Plain data only.

>>> round_robin([1, 2, 3, 4])
[[(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]]
>>> divided(list(range(12)), 5)
[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]
>>> pod_sizes(11, range(3, 6))
[4, 4, 3]
>>> pods([1, 2, 3, 4, 5, 6], [3, 3], Counter({pair(1, 2): 1, pair(1, 3): 1, pair(2, 3): 1}))
[(2, 3, 4), (1, 5, 6)]
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo
from itertools import accumulate, combinations
from zoneinfo import ZoneInfo

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


def times_met(matches: Sequence[Sequence[int]]) -> Counter[Pair]:
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


WEEK = timedelta(days=7)
SMALLEST_GROUP, LARGEST_GROUP = 4, 6
SUNDAY, EVENING = 6, time(20)
"""When rounds end in the server's zone: people are there then, and nobody has to be at work."""
FULL_WEEK = timedelta(days=6)
"""From a Monday to the Sunday; the first round lasts at least so long."""

Pairing = tuple[int, ...]
"""The numbers of those who meet."""


def round_robin(players: Sequence[int]) -> list[list[Pairing]]:
    """All rounds in which each meets each once, by the circle method. Of an odd number, one has no match in a round."""
    circle: list[int | None] = [*players, None] if len(players) % 2 else list(players)
    rounds: list[list[Pairing]] = []
    for _ in range(len(circle) - 1):
        across = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        met = [(one, other) for one, other in across if one is not None and other is not None]
        rounds.append(sorted((min(both), max(both)) for both in met))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def rounds_needed(players: int) -> int:
    """How many rounds it takes until all have met."""
    return players - 1 if players % 2 == 0 else players


def divided(players: Sequence[int], rounds: int) -> list[list[int]]:
    """The groups of a league, the best first: of four to six, as few as can be in which all meet within ``rounds``."""
    most = max(1, len(players) // SMALLEST_GROUP)
    largest = {count: -(-len(players) // count) for count in range(1, most + 1)}
    fitting = (count for count, size in largest.items() if size <= LARGEST_GROUP and rounds_needed(size) <= rounds)
    count = next(fitting, most)
    small, larger = divmod(len(players), count)
    ends = list(accumulate([small + 1] * larger + [small] * (count - larger)))
    return [list(players[start:end]) for start, end in zip([0, *ends], ends, strict=False)]


def rounds_played(groups: Sequence[Sequence[int]], rounds: int) -> int:
    """How many of so many rounds groups of pairs play: all meet once, or twice and so on if there is time."""
    needed = max(rounds_needed(len(group)) for group in groups)
    return rounds if needed > rounds else rounds // needed * needed


def pairs_of_round(players: Sequence[int], number: int) -> list[Pairing]:
    """The pairs of a group in round ``number``, which counts from 1. After the last they begin anew."""
    rounds = round_robin(players)
    return rounds[(number - 1) % len(rounds)]


def pods_of_round(players: Sequence[int], sizes: range, met: Counter[Pair], played: Counter[int]) -> list[Pairing]:
    """The tables of a round of a game for several. Whoever has played most sits out if not all find a place."""
    seats = pod_sizes(len(players), sizes)
    chosen = sorted(players, key=lambda number: played[number])[: sum(seats)]
    return pods([number for number in players if number in chosen], seats, met)


def weeks_later(when: datetime, weeks: int, zone: ZoneInfo) -> datetime:
    """The Sunday evening there, by its calendar, that ends so many full weeks: when rounds end."""
    first = when.astimezone(zone).date() + FULL_WEEK
    day = first + timedelta(days=SUNDAY - first.weekday()) + (weeks - 1) * WEEK
    return datetime.combine(day, EVENING, zone).astimezone(UTC)


def later(when: datetime, time: timedelta, zone: tzinfo) -> datetime:
    """So much later by the clocks of a zone, as above."""
    return (when.astimezone(zone) + time).astimezone(UTC)


_MEET_AGAIN, _LEFT_AGAIN, _LEFT_OVER, _POINTS = 10**13, 10**12, 10**9, 10**4
_NOBODY = -1


def paired(
    ranked: Sequence[int], points: Mapping[int, float], met: Counter[Pair], left_over: Counter[int]
) -> tuple[list[Pairing], int | None]:
    """The pairs of a round, and who of an odd number is left over.

    ``ranked`` are the players, best first. ``met`` counts how often two have met, ``left_over`` how often somebody had
    nobody to play with. The pairing is a matching of the least cost. What matters, in order: no two meet again, nobody
    is left over twice, whoever is has few points, those who meet have equal points; then, as in the Dutch system of
    chess, the upper half of those with equal points meets the lower half.
    """
    # Imported only here, because it takes a while, and few processes ever pair an evening.
    from rustworkx import PyGraph, max_weight_matching

    players = [*ranked]
    position = _positions(players, points)
    half = {number: sum(points[other] == points[number] for other in players) / 2 for number in players}
    graph: PyGraph[int, int] = PyGraph()
    graph.add_nodes_from([*players, _NOBODY][: len(players) + len(players) % 2])
    for index, one in enumerate(players):
        for behind, other in enumerate(players[index + 1 :], index + 1):
            cost = met[pair(one, other)] * _MEET_AGAIN + round(_POINTS * (points[one] - points[other]) ** 2)
            if points[one] == points[other]:
                cost += round(abs(abs(position[one] - position[other]) - half[one]) * 10)
            graph.add_edge(index, behind, -cost)
        if len(players) % 2:
            low = round((points[one] - min(points[other] for other in players)) * _LEFT_OVER)
            graph.add_edge(index, len(players), -(left_over[one] * _LEFT_AGAIN + low - index))
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    pairs = [(graph[first], graph[second]) for first, second in sorted(map(sorted, matching))]
    alone = next((one for one, other in pairs if other == _NOBODY), None)
    return [both for both in pairs if _NOBODY not in both], alone


def _positions(players: Sequence[int], points: Mapping[int, float]) -> dict[int, int]:
    """Where each stands among those with equal points."""
    seen: Counter[float] = Counter()
    found: dict[int, int] = {}
    for number in players:
        found[number] = seen[points[number]]
        seen[points[number]] += 1
    return found
