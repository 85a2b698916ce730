"""Positions of Counterweight that a viewer cannot tell from the true one (9)."""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import TYPE_CHECKING

from engines.cards import Card
from engines.counterweight import legal
from engines.counterweight.actions import Place
from engines.counterweight.game import Counterweight
from engines.counterweight.piles import TEMPORARY
from engines.counterweight.state import CounterweightState
from engines.worlds import own_seed, split, unseen

if TYPE_CHECKING:
    from engines.counterweight.view import CounterweightView

_GAME = Counterweight()
_TRIES = 60
"""How many cards are exchanged to make a hand agree with what its player has proved; it is nearly always enough."""


def sample(view: CounterweightView, rng: Random) -> CounterweightState:
    """Deal what the viewer does not see; collected cards stay where everybody saw them go."""
    state = CounterweightState(_GAME, view.options, own_seed(rng), view.starter)
    state.shown.collected = list(view.collected)
    state.shown.barren = list(view.barren)
    known = [view.hand if seat == view.seat else view.collected[seat] for seat in (0, 1)]
    hidden = unseen(chain(*known, *view.limbo, *view.piles.values()))
    rng.shuffle(hidden)
    counts = [count - len(cards) for count, cards in zip(view.counts, known, strict=True)]
    *dealt, stock = split(hidden, [*counts, view.stock])
    _set_table(state, view)
    for seat in (0, 1):
        if seat != view.seat:
            _agree(view, seat, dealt[seat], stock, rng)
        state.hands[seat] = sorted([*known[seat], *dealt[seat]])
    state.stock = stock
    return state


def _set_table(state: CounterweightState, view: CounterweightView) -> None:
    """All that lies open."""
    state.limbo = [list(cards) for cards in view.limbo]
    state.piles = {pile: list(cards) for pile, cards in view.piles.items()}
    state.begun = [
        max((pile >> 1 for pile in view.piles if pile >= TEMPORARY and pile & 1 == seat), default=0) for seat in (0, 1)
    ]
    state.turn, state.phase, state.placed, state.idle = view.turn, view.phase, view.placed, view.idle
    state.game_no = view.game_no
    state.totals, state.wins = list(view.totals), list(view.wins)
    state.ending = view.reason


def _agree(view: CounterweightView, seat: int, dealt: list[Card], stock: list[Card], rng: Random) -> None:
    """Exchange cards with the stock until the hand agrees with what its player has proved.

    Who began a pile had no couple (9.5): that holds for all cards but the one drawn after it, which is the
    last one dealt here. With an empty stock who is on turn has a couple (3.2), but then there is nothing
    to exchange either: a player knows the hand, and only for spectators something remains open.
    """
    proof = view.barren[seat]
    if proof is None or not stock:
        return
    for _ in range(_TRIES):
        held = [*view.collected[seat], *dealt[:-1]]
        if not dealt or proof.agrees(held):
            return
        useful = _in_couples(held, proof.card, proof.tops)
        places = [place for place, card in enumerate(dealt[:-1]) if card in useful]
        if not places:
            return
        place, other = rng.choice(places), rng.randrange(len(stock) + 1)
        if other == len(stock):
            dealt[place], dealt[-1] = dealt[-1], dealt[place]
        else:
            dealt[place], stock[other] = stock[other], dealt[place]


def _in_couples(held: list[Card], card: Card, tops: tuple[Card, ...]) -> set[Card]:
    """The cards with which a couple could have been placed."""
    found = legal.placings([*held, card], {number: (top,) for number, top in enumerate(tops)})
    return {placement.card for place in found if isinstance(place, Place) for placement in place.placed}
