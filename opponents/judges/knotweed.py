"""Judges positions of Knotweed by the cards that fit, and how soon each player may be out."""

from collections import defaultdict
from functools import lru_cache

from typing_extensions import override

from engines.cards import WHOLE_PACK, mask_of
from engines.knotweed.actions import PLAY, Action, Play
from engines.knotweed.game import Knotweed
from engines.knotweed.positions import chances
from engines.knotweed.rules import FULL_PENALTY, TurnEnded, cost
from engines.knotweed.state import KnotweedState
from opponents.judges.base import Judge
from opponents.judges.knotweed_sight import MOST, Kept, active

_LONG_ENOUGH = 40
"""A round is hardly ever stopped after so many turns (8.2)."""


@lru_cache(512)
def _kept(turns: tuple[TurnEnded, ...], hidden: int) -> Kept:
    """The ``hidden`` cards of a hand by how likely they are to be in it, before its player took the latest ones."""
    alike = defaultdict[float, int](int)
    for card, chance in enumerate(chances(turns, hidden)):
        if chance:
            alike[chance] |= 1 << card
    return [*alike.values()], [*alike]


class _Sight:
    """What one seat sees of a position, and of those that its actions lead to."""

    __slots__ = ("_closed", "_draw", "_due", "_hand", "_hidden", "_open", "_played", "_theirs")

    def __init__(self, state: KnotweedState, seat: int) -> None:
        self._open = tops = state.tops if state.phase == PLAY else {}
        self._closed = [pile[-1] for number, pile in state.piles.items() if number not in tops]
        self._hand, lying = mask_of(state.hands[seat]), mask_of(state.discard)
        for pile in state.piles.values():
            lying |= mask_of(pile)
        self._hidden = WHOLE_PACK & ~(self._hand | lying)
        other = 1 - seat
        self._theirs = len(state.hands[other]), state.taken[other], _kept(state.ended[other], self._hidden)
        self._draw, self._due, self._played = len(state.draw), state.due, bool(state.plays)

    def after(self, action: Action) -> list[int]:
        """What is on after an action; nothing if the seat is out."""
        hand, due, ends, opened, played = self._hand, self._due, True, [*self._open.values()], ()
        if isinstance(action, Play):
            hand, ends, played = hand & ~mask_of(action.cards), False, action.cards
            if not hand:
                return []
            opened = [top for pile, top in self._open.items() if pile != action.pile]
            due = max(due, cost(self._open[action.pile], played))
        elif not self._played:
            due = FULL_PENALTY
        tops, on = [*opened, *self._closed, *played], [0] * MOST
        return on[: active(hand, self._hidden, self._theirs, tops, len(opened), due, ends, self._draw, on)]


class KnotweedJudge(Judge[Action]):
    """Has learned with two players, one pack and no cheating, where the first one to go out wins."""

    key = Knotweed.key
    doubt = 2.0
    """Many actions look alike, and a short look ahead errs about them: with 0.3, it costs wins against *normal*."""

    @override
    def knows(self, state: KnotweedState) -> bool:
        options = state.options
        usual = options.decks_for(2) == 1 and not options.cheating and options.turn_cap_for(2) >= _LONG_ENOUGH
        return state.seats == 2 and usual

    @override
    def match(self, state: KnotweedState, seat: int) -> tuple[float, int]:
        """10.1: the first one to win so many rounds, or the one who wins more of them."""
        need, options = state.options.wins, state.options
        left = options.rounds - state.round + 1 if need is None else 2 * need - 1 - sum(state.wins)
        return state.wins[seat] - state.wins[1 - seat], max(left, 1)

    @override
    def after(self, state: KnotweedState, seat: int, action: Action) -> list[int] | float:
        return _Sight(state, seat).after(action) or self.stakes(state, seat)[1]

    @override
    def values(self, state: KnotweedState, seat: int, options: list[Action]) -> list[float]:
        sight = _Sight(state, seat)
        seen = [sight.after(action) for action in options]
        judged = iter(self.net.values_on([on for on in seen if on]))
        lost, won = self.stakes(state, seat)
        return [lost + next(judged) * (won - lost) if on else won for on in seen]
