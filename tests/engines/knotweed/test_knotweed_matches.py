"""Matches of Knotweed (rules 2.4 and 10)."""

import pytest

from engines.knotweed.options import Options
from tests.engines.knotweed.positions import GAME, position


def test_the_standings_of_a_match_are_shown() -> None:
    """Rule 10.1 on screen: everybody's rounds won and points."""
    state = position(options={"rounds": 3}, round=2, points=[1.5, 0.5], wins=[1, 0])
    scene = GAME.scene(state.view(None))
    assert str(scene.headline) == "Round 2 of 3 · turn 1 of 100"
    assert [str(fact.text) for fact in scene.places[0].facts] == ["4 cards", "1 round won", "1.5 points"]
    wins = GAME.scene(position(options={"wins": 2}, round=2).view(None))
    assert str(wins.headline) == "Round 2, first to win 2 · turn 1 of 100"


@pytest.mark.parametrize(
    ("seats", "options", "words"), [(1, {}, "2 to 8"), (9, {}, "2 to 8"), (3, {"first": 3}, "0 to 2")]
)
def test_impossible_deals_are_rejected(seats: int, options: dict[str, int], words: str) -> None:
    """Rules 1.1 and 1.4."""
    with pytest.raises(ValueError, match=words):
        GAME.deal(seats=seats, seed="x", options=Options.model_validate(options))


@pytest.mark.parametrize(
    "options", [{"decks": 0}, {"decks": 7}, {"turn_cap": 0}, {"rounds": 0}, {"wins": 0}, {"first": 8}]
)
def test_out_of_range_options_are_rejected(options: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(options))):
        Options.model_validate(options)
