"""Who meets whom in which round of a league, and when rounds end. Plain data only.

>>> round_robin([1, 2, 3, 4])
[[(1, 4), (2, 3)], [(1, 3), (2, 4)], [(1, 2), (3, 4)]]
>>> divided(list(range(12)), 5)
[[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]
"""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

from sessions.leagues.pods import Pair, pod_sizes, pods

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
    """The tables of a round of a game for several. Who has played most sits out if not all find a place."""
    seats = pod_sizes(len(players), sizes)
    chosen = sorted(players, key=lambda number: played[number])[: sum(seats)]
    return pods([number for number in players if number in chosen], seats, met)


def weeks_later(when: datetime, weeks: int, zone: ZoneInfo) -> datetime:
    """The Sunday evening there that ends so many full weeks: when rounds end.

    Days are counted on the calendar of the server, so an hour more or less in the night of a clock change is no matter.
    """
    first = when.astimezone(zone).date() + FULL_WEEK
    day = first + timedelta(days=SUNDAY - first.weekday()) + (weeks - 1) * WEEK
    return datetime.combine(day, EVENING, zone).astimezone(UTC)
