"""Pairs the players of an evening: those with equal points, nobody twice if that is possible. Plain data only.

The pairing is a matching of the least cost. Costs are ordered by what matters: that no two meet again, that nobody is
left over twice, that whoever is left over has few points, that the points of those who meet are close; then, as in the
Dutch system of chess, that the upper half of those with equal points meets the lower half.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from sessions.leagues.pods import Pair, pair
from sessions.leagues.schedule import Pairing

_MEET_AGAIN, _LEFT_AGAIN, _LEFT_OVER, _POINTS = 10**13, 10**12, 10**9, 10**4
_NOBODY = -1


def paired(
    ranked: Sequence[int], points: Mapping[int, float], met: Counter[Pair], left_over: Counter[int]
) -> tuple[list[Pairing], int | None]:
    """The pairs of a round, and who of an odd number is left over.

    ``ranked`` are the players, best first. ``met`` counts how often two have met, ``left_over`` how often somebody had
    nobody to play with.
    """
    # Imported only here, because it takes a while, and few processes ever pair an evening.
    from networkx import Graph, max_weight_matching

    graph: Graph[int] = Graph()
    players = list(ranked)
    position = _positions(players, points)
    half = {number: sum(points[other] == points[number] for other in players) / 2 for number in players}
    for index, one in enumerate(players):
        for other in players[index + 1 :]:
            cost = met[pair(one, other)] * _MEET_AGAIN + round(_POINTS * (points[one] - points[other]) ** 2)
            if points[one] == points[other]:
                cost += round(abs(abs(position[one] - position[other]) - half[one]) * 10)
            graph.add_edge(one, other, weight=-cost)
        if len(players) % 2:
            low = round((points[one] - min(points[other] for other in players)) * _LEFT_OVER)
            graph.add_edge(one, _NOBODY, weight=-(left_over[one] * _LEFT_AGAIN + low - index))
    matching = max_weight_matching(graph, maxcardinality=True)
    order = {number: index for index, number in enumerate(players)} | {_NOBODY: len(players)}
    pairs = sorted((tuple(sorted(both, key=order.__getitem__)) for both in matching), key=lambda both: order[both[0]])
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
