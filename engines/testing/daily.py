"""Checks in random games that a game keeps its promises as the game of the day."""

from typing import Any

from engines.contract import Game, State
from engines.testing.play import play


def check_daily(game: Game[Any], longest: int) -> None:
    """It can be dealt as described, no decision has a time limit, and the winners have the better points."""
    daily = game.daily
    if daily is None:
        return
    seats = daily.opponents + 1
    assert seats in game.seats, f"the game of the day has {seats} players, which the game does not allow"
    options = game.Options(**daily.options)

    def look(state: State[Any], seat: int, action: Any) -> None:
        assert state.time_limit() is None, "a decision of the game of the day has a time limit"

    for seed in ("a", "b", "c"):
        outcome = play(game, seats, seed, options, look, longest=longest)[0].outcome
        assert outcome is not None, "the game of the day has no end"
        best = (min if daily.fewest_points_win else max)(outcome.points)
        points = [outcome.points[seat] for seat in outcome.winners]
        assert set(points) == {best}, f"the winners have {points} points, and {best} would be better"
