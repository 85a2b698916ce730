"""Checks how games end."""

from typing import Any

from engines.contract import Outcome, State
from engines.sides import Sides
from engines.texts import Text


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
    check_sides(game.sides(seats), outcome, seats)
    assert state.view(None).actions() == [], "a spectator has actions"
    endings = {str(game.ending(state.view(seat))) for seat in (None, *range(seats))}
    assert len(endings) == 1, f"the ending is told in different words: {endings}"
    assert min(endings).endswith("."), f"the ending is told without a full stop: {endings}"
    for reader in (None, *range(seats)):
        check_verdict(game.verdict(state.view(reader), outcome, reader), reader, seats)
    for points in outcome.points:
        assert str(game.score(state.view(None), points)), f"score() says nothing of {points} points"


def check_verdict(verdict: Text | None, reader: int | None, seats: int) -> None:
    """The sentence about the end names nobody twice, and calls its reader "you" unless a win is shared."""
    if verdict is None:
        return
    told = str(verdict)
    assert told.endswith("."), f"the verdict is no sentence: {told}"
    named = [told.count(f"player {seat + 1}") for seat in range(seats)]
    assert max(named) <= 1, f"the verdict names a player twice: {told}"
    if reader is not None and "share" not in told and not told.startswith("A draw"):
        assert not named[reader], f"the verdict calls its reader by name: {told}"
        assert "you" in told.lower(), f"the verdict says nothing of its reader: {told}"


def check_sides(sides: Sides, outcome: Outcome, seats: int) -> None:
    """The sides are made of all seats, and partners have the same place and points, and win together."""
    seated = sorted(seat for side in sides for seat in side)
    assert seated == list(range(seats)), f"the sides do not name each of the {seats} seats once: {sides}"
    places = {seat: place for place, group in enumerate(outcome.places, 1) for seat in group}
    for side in sides:
        ends = {(places[seat], outcome.points[seat], seat in outcome.winners) for seat in side}
        assert len(ends) == 1, f"seats {side} are partners, but end differently (place, points, won): {ends}"
