"""Judges positions of Counter: by who makes the bid, and what points are worth in the match."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from typing_extensions import override

from engines.counter.actions import BID, OVER, PASS, Action, Pass
from engines.counter.game import Counter
from engines.counter.options import TARGETS
from engines.counter.state import CounterState
from opponents.judges.base import Judge
from opponents.judges.counter_sight import features

if TYPE_CHECKING:
    from opponents.judges.counter_ends import Ends

_LONGER = 3
"""What totals are worth has been learned in games to the usual target; of longer games it says too little."""
_LONG_ENOUGH = 12
"""A game of so many hands is hardly ever cut off before somebody reaches the target."""


@cache
def _ends(seats: int) -> Ends:
    """The trained network, read when it is first needed: the bot's own process never loads numpy."""
    from opponents.judges.counter_ends import Ends

    return Ends(seats)


class CounterJudge(Judge[Action]):
    """Sees its hand, the trick, what all players still need and what the play has shown of their suits."""

    key = Counter.key
    quick_answers = True

    @override
    def knows(self, state: CounterState) -> bool:
        """It has learned with the usual rules."""
        options = state.options
        usual = options.king_rule == "keep" and options.max_hands >= _LONG_ENOUGH
        return usual and state.target <= TARGETS[state.seats] + _LONGER

    @override
    def after(self, state: CounterState, seat: int, action: Action) -> list[float]:
        """What the others pass is still unknown."""
        return self._after(state, seat, action)[1]

    @override
    def values(self, state: CounterState, seat: int, options: list[Action]) -> list[float]:
        if len(options) == 1:  # the last card may end the hand, and nothing is compared with it
            return [1.0]
        seen = [self._after(state, seat, action) for action in options]
        return _ends(state.seats).shares([after for after, _ in seen], seat, [found for _, found in seen])

    @override
    def rests(self, state: CounterState) -> bool:
        """Between two tricks, before a pass or after it."""
        is_begun = state.trick or (state.phase == PASS and len(state.to_act) < state.seats)
        return not is_begun and state.phase != BID

    @override
    def stakes(self, state: CounterState, seat: int) -> tuple[float, float]:
        return _ends(state.seats).stakes(state, seat)

    @override
    def settled(self, state: CounterState, seat: int) -> float:
        if state.phase in (BID, OVER):
            return _ends(state.seats).before_deal(state.scores, state.target, state.dealer, seat)
        return _ends(state.seats).shares([state], seat, [features(state, seat, state.hands[seat])])[0]

    def _after(self, state: CounterState, seat: int, action: Action) -> tuple[CounterState, list[float]]:
        """The position after the action, as far as the seat knows it, and its features."""
        if isinstance(action, Pass):
            kept = [card for card in state.hands[seat] if card != action.card]
            return state, features(state, seat, kept, action.card)
        after: Any = state.clone()
        after.apply(seat, action)
        return after, features(after, seat, after.hands[seat])
