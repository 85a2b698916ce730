"""Positions of Knotweed that a viewer cannot tell from the true one (13)."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from engines.knotweed.game import Knotweed
from engines.knotweed.state import KnotweedState
from engines.worlds import own_seed, split, unseen

if TYPE_CHECKING:
    from engines.knotweed.view import KnotweedView

_GAME = Knotweed()


def sample(view: KnotweedView, rng: Random) -> KnotweedState:
    """Deal what the viewer does not see to the other hands and the draw pile.

    Of the answers in a challenge window only who has given one matters: a challenge that was right has
    closed it already (11.2, 11.3).
    """
    seats = len(view.counts)
    state = KnotweedState(_GAME, view.options, seats, own_seed(rng), view.starter)
    piles = {pile.number: list(pile.cards) for pile in view.piles}
    hidden = unseen(chain(view.hand, view.discarded, *piles.values()), view.options.decks_for(seats))
    rng.shuffle(hidden)
    counts = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    *hands, state.draw = split(hidden, [*counts, view.draw])
    state.hands = [sorted(hand) for hand in hands]
    if view.seat is not None:
        state.hands[view.seat] = list(view.hand)
    state.piles = [piles.get(number, []) for number in range(1, max(piles, default=0) + 1)]
    state.discard = list(view.discarded)
    state.phase, state.turn, state.turns, state.passes = view.phase, view.turn, view.turns, view.passes
    state.out, state.laid, state.taken = list(view.out), list(view.laid), list(view.taken)
    state.closed = {number for laid in state.laid for number in (laid.pile, *laid.opened)}
    state.to_prune, state.round = view.to_prune, view.round
    state.points, state.wins = list(view.points), list(view.wins)
    state.ending = None if view.outcome is None else view.outcome.reason
    waiting = set(view.to_act)
    state.answers = {seat: False for seat in state.judges() if seat not in waiting} if view.judging else {}
    return state
