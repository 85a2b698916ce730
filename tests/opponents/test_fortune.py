"""How good a deal was."""

from random import Random

import pytest

from engines import GAMES
from opponents import fortune


@pytest.mark.parametrize("key", GAMES)
def test_the_shares_of_all_seats_are_the_wins_and_follow_from_the_arguments(key: str) -> None:
    game = GAMES[key]
    seats = game.seats[0]
    shares = [fortune(game, seats, "oak", game.Options(), 6, Random(1)) for _ in range(2)]
    assert sum(shares[0]) == pytest.approx(1)
    assert shares[0] == shares[1]


def test_a_better_deal_wins_more() -> None:
    """With few points to play for, who is ahead from the start nearly always wins."""
    game = GAMES["three_piles"]
    deals = [fortune(game, 2, str(seed), game.Options(), 8, Random(seed))[0] for seed in range(12)]
    assert max(deals) > 0.7
    assert min(deals) < 0.3


def test_a_match_is_not_played_on_for_ever() -> None:
    """3 Piles 8: whatever was agreed on, a worker must come back; who leads then is likelier to win."""
    game = GAMES["three_piles"]
    options = game.Options.model_validate({"target": 1_000_000, "max_games": 1_000_000})
    shares = fortune(game, 2, "oak", options, 3, Random(1))
    assert sum(shares) == pytest.approx(1)
    assert shares[0] != shares[1]
