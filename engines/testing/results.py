"""Checks how games end."""

from typing import Any

from engines.contract import State


def check_result(state: State[Any], seats: int) -> None:
    """A finished game ranks every seat once and names winners among the best."""
    game, outcome = state.game, state.outcome
    assert outcome is not None, "nobody may act any more, but there is no outcome"
    ranked = sorted(seat for group in outcome.places for seat in group)
    assert ranked == list(range(seats)), f"the places do not name each of the {seats} seats once: {outcome.places}"
    assert len(outcome.points) == seats, f"there are not points for each of the {seats} seats: {outcome.points}"
    assert outcome.reason, "the outcome has no reason"
    assert outcome.winners, "the outcome has no winners; in a draw all share the win"
    assert set(outcome.winners) <= set(outcome.places[0]), (
        f"seats {outcome.winners} win, but seats {outcome.places[0]} have the first place"
    )
    assert state.view(None).actions() == [], "a spectator has actions"
    endings = {str(game.ending(state.view(seat))) for seat in (None, *range(seats))}
    assert len(endings) == 1, f"the ending is told in different words: {endings}"
    assert min(endings).endswith("."), f"the ending is told without a full stop: {endings}"
    for points in outcome.points:
        assert str(game.score(state.view(None), points)), f"score() says nothing of {points} points"
