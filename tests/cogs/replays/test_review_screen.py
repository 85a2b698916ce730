"""What a player reads about their own moves: praise only for who lost little, and figures only that are sure."""

from typing import Any

import pytest

from cogs.replays.screen import review_screen
from cogs.shared.rendering import Renderer
from db.records import Phase
from engines.texts import say
from sessions.replays.reviews import CostlyMove, FineMove, Review
from tests.cogs.fake_game import fake_table
from tests.cogs.reading import text

READER = Renderer("en-US", {0: "alice", 1: "bob"}, isolated=False)


def read(**found: Any) -> str:
    """The page of a review; without listed moves, unless they are given."""
    review = Review(**{"moves": (), "looked_at": 30, "decisions": 30, "luck": 0.5, "even": 0.5, **found})
    return text(review_screen(fake_table(Phase.FINISHED), 0, review, READER))


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (0.02, ["Your play: hardly a mistake.", "None of your moves cost you much. Well played!"]),
        (
            0.2,
            ["Your play: small mistakes.", "No single move clearly cost you much, but small losses may have added up."],
        ),
        (0.38, ["Your play: many small mistakes.", "No single move clearly cost you much"]),
        (None, ["Your play: the computer had too little time to judge it.", "No single move clearly cost you much"]),
    ],
)
def test_praise_needs_a_small_sum(lost: float | None, told: list[str]) -> None:
    shown = read(lost=lost)
    assert all(sentence in shown for sentence in told)
    assert ("Well played" in shown) == (lost is not None and lost < 0.08)
    assert "% of a win" not in shown


@pytest.mark.parametrize(
    ("lost", "told"), [(0.05, "small mistakes"), (0.38, "mistakes that cost you"), (1.4, "mistakes that can decide")]
)
def test_where_a_move_is_listed_one_was_bad(lost: float, told: str) -> None:
    shown = read(lost=lost, moves=(CostlyMove(1, say("Draw a card"), say("Pass"), (), 0.09, 0.04, 0.05),))
    assert f"Your play: {told}" in shown
    assert shown.count("9%") == 1


def test_the_best_move_stands_beside_the_next_best() -> None:
    shown = read(best=FineMove(12, say("Draw a card"), 0.7, 0.37))
    assert "Your best move, 12: Draw a card (70%, the next best 37%)" in shown


def test_who_had_nothing_to_decide_is_not_praised() -> None:
    shown = read(looked_at=0, decisions=0)
    assert "You had nothing to decide in this game." in shown
    assert "Well played" not in shown
