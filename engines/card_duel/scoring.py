"""Who has won a game (8), and when a match is decided (11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import Outcome

if TYPE_CHECKING:
    from engines.card_duel.state import CardDuelState

BOTH = (0, 1)


def less_damage(state: CardDuelState) -> tuple[int, ...]:
    """The winner of a game that has ended, or both if it is a draw (8.1, 8.2)."""
    first, second = state.hurt
    if first == second:
        return BOTH
    return (0,) if first < second else (1,)


def is_decided(state: CardDuelState) -> bool:
    """Whether no other game follows the one that has ended: all are played, or nobody can catch up any more (11)."""
    best_of = state.options.best_of
    return state.game_no + 1 >= best_of or 2 * max(state.points) > best_of


def outcome(state: CardDuelState) -> Outcome:
    """The result. ``points`` are the damage taken in a single game (8), or the points of a match (11)."""
    if state.options.best_of == 1:
        winners = less_damage(state)
        reason = "killed" if max(state.hurt) >= state.options.life else "idle"
        return _ranked(winners, tuple(state.hurt), reason)
    best = max(state.points)
    return _ranked(tuple(seat for seat in BOTH if state.points[seat] == best), tuple(state.points), "match")


def _ranked(winners: tuple[int, ...], points: tuple[float, ...], reason: str) -> Outcome:
    others = tuple(seat for seat in BOTH if seat not in winners)
    return Outcome((winners, others) if others else (winners,), points, reason, winners)
