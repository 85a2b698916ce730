"""What piles and cards cost (7.3), who wins a game and who wins a match (7.4, 10.1)."""

from collections.abc import Sequence

from engines.contract import Outcome
from engines.counterweight.options import Options
from engines.counterweight.rules import Piles, own_piles
from engines.kit.scoring import places_by


def penalty(piles: Piles, seat: int, cards: int) -> int:
    """The penalty points of a seat with ``cards`` cards in hand and set aside (7.3)."""
    own = own_piles(piles, seat)
    return len(own) * sum(len(piles[pile]) for pile in own) + cards


def add_game(wins: list[float], penalties: Sequence[int]) -> None:
    """Count a finished game: a win for the lower penalty, half a win each for a draw (10.1)."""
    best = _fewest_first(penalties)[0]
    for seat in best:
        wins[seat] += 1 / len(best)


def is_last_game(options: Options, played: int, wins: Sequence[float]) -> bool:
    """Whether the match is decided after this number of games (10.1).

    A match for wins ends when one player has more than half of them; a match for points plays all its games.
    """
    if options.games is not None:
        return played >= options.games
    return played >= options.best_of or max(wins) > options.best_of / 2


def result(
    options: Options, reason: str, penalties: Sequence[int], totals: Sequence[int], wins: Sequence[float]
) -> Outcome:
    """The outcome: penalty points of the single game or of all games, or games won."""
    if not options.is_match:
        points, places = penalties, _fewest_first(penalties)
    elif options.games is not None:
        points, places = totals, _fewest_first(totals)
    else:
        points, places = wins, places_by(wins)
    return Outcome(places, tuple(points), "match" if options.is_match else reason, places[0])


def _fewest_first(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return places_by([-amount for amount in points])
