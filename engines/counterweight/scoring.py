"""Who wins a game and who a match (7.4, 10.1)."""

from __future__ import annotations

from collections.abc import Sequence

from engines.contract import Outcome
from engines.counterweight.options import Options

Places = tuple[tuple[int, ...], ...]


def places(points: Sequence[float], *, fewest_win: bool) -> Places:
    """The seats, best first; equal points are a draw (7.4)."""
    if points[0] == points[1]:
        return ((0, 1),)
    return ((0,), (1,)) if (points[0] < points[1]) is fewest_win else ((1,), (0,))


def add_game(wins: list[float], penalties: Sequence[int]) -> None:
    """Count a finished game: a win for the lower penalty, half a win for each in a draw (10.1)."""
    best = places(penalties, fewest_win=True)[0]
    for seat in best:
        wins[seat] += 1 / len(best)


def is_last_game(options: Options, played: int, wins: Sequence[float]) -> bool:
    """Whether the match is decided after so many games (10.1).

    More than half of the wins cannot be caught up with; all games of a points match are played.
    """
    if options.games is not None:
        return played >= options.games
    return played >= options.best_of or max(wins) > options.best_of / 2


def result(
    options: Options, reason: str, penalties: Sequence[int], totals: Sequence[int], wins: Sequence[float]
) -> Outcome:
    """The outcome: penalty points of the single game, total penalty points or games won of a match."""
    if not options.is_match:
        points, fewest_win = penalties, True
    elif options.games is not None:
        points, fewest_win = totals, True
    else:
        points, fewest_win = wins, False
    ranking = places(points, fewest_win=fewest_win)
    return Outcome(ranking, tuple(points), "match" if options.is_match else reason, ranking[0])
