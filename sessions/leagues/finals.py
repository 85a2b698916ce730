"""Semi-finals and finals: who plays in them, and how a series of up to three games ends. Plain data only."""

from collections.abc import Sequence

from db.league_records import MatchRecord
from sessions.leagues.standings import Line, has_won, margin, share

WINS = 2
GAMES = 3
"""A series ends when somebody has won two games, or after three."""
MOST_AT_FINAL = 4
"""How many play in the final of a game for several."""


def qualified(tables: Sequence[Sequence[Line]], count: int) -> list[int]:
    """The best ``count`` of all groups: their winners first, then those in second place and so on, each best first.

    Groups may differ in size, so they are compared by points for each game.
    """
    ranks = max(map(len, tables))
    rows = ([table[rank] for table in tables if rank < len(table)] for rank in range(ranks))
    ordered = [line.number for row in rows for line in sorted(row, key=_average)]
    return ordered[:count]


def semi_finals(seeds: Sequence[int], groups: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of four, best first: the first against the last; but two of one group only if it cannot be helped."""
    first, second, third, fourth = seeds
    usual, other = [(first, fourth), (second, third)], [(first, third), (second, fourth)]
    of = dict(zip(seeds, groups, strict=True))

    def clashes(pairs: list[tuple[int, int]]) -> int:
        return sum(of[one] == of[two] for one, two in pairs)

    return min(usual, other, key=clashes)


def is_decided(series: Sequence[MatchRecord]) -> bool:
    """Whether a series needs no more games: none is open, and somebody has won two, or three are over."""
    if any(match.is_open for match in series):
        return False
    wins = [sum(has_won(match, number) for match in series) for number in series[0].numbers]
    return max(wins) >= WINS or len(series) >= GAMES


def ranking(series: Sequence[MatchRecord], seeds: Sequence[int]) -> list[int]:
    """Those who play a series, best first: by games won, then by all points, by the difference, by the seeds."""
    over = [match for match in series if not match.is_open]

    def key(number: int) -> tuple[float, ...]:
        return (
            -sum(has_won(match, number) for match in over),
            -sum(share(match, number) for match in over),
            -sum(margin(match, number) for match in over),
            seeds.index(number),
        )

    return sorted(series[0].numbers, key=key)


def _average(line: Line) -> tuple[float, float, int]:
    games = max(1, line.games)
    return -line.points / games, -line.difference / games, line.number
