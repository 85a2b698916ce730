"""Samples positions of Counterweight that a viewer cannot tell from the real one (9)."""

from itertools import chain
from random import Random

from engines.cards import Card
from engines.contract import Game
from engines.counterweight.actions import Action
from engines.counterweight.rules import newest_pile
from engines.counterweight.state import CounterweightState
from engines.counterweight.view import CounterweightView
from engines.kit.sampling import own_seed, split, unseen

_TRIES = 60
"""The most cards swapped to make a hand consistent with what its player has proved; nearly always enough."""


def sample(game: Game[Action], view: CounterweightView, rng: Random) -> CounterweightState:
    """Deal the cards that the viewer cannot see; collected cards stay where everybody saw them go."""
    state = CounterweightState(game, view.options, own_seed(rng), view.starter)
    known = [view.hand if seat == view.seat else view.collected[seat] for seat in (0, 1)]
    hidden = unseen(chain(*known, *view.limbo, *view.piles.values()))
    rng.shuffle(hidden)
    counts = [count - len(cards) for count, cards in zip(view.counts, known, strict=True)]
    *dealt, stock = split(hidden, [*counts, view.stock])
    for seat in (0, 1):
        if seat != view.seat:
            _agree(view, seat, dealt[seat], stock, rng)
        state.hands[seat] = sorted([*known[seat], *dealt[seat]])
    state.stock = stock
    _copy_public_part(view, state)
    return state


def _copy_public_part(view: CounterweightView, state: CounterweightState) -> None:
    state.limbo = [list(cards) for cards in view.limbo]
    state.piles = dict(view.piles)
    state.begun = [newest_pile(view.piles, seat) for seat in (0, 1)]
    state.collected, state.barren = list(view.collected), list(view.barren)
    state.turn, state.phase, state.placed, state.idle = view.turn, view.phase, view.placed, view.idle
    state.game_no, state.totals, state.wins = view.game_no, list(view.totals), list(view.wins)
    state.ending = view.ending


def _agree(view: CounterweightView, seat: int, dealt: list[Card], stock: list[Card], rng: Random) -> None:
    """Swap cards with the stock until the hand is consistent with what its player has proved.

    A player who began a pile had no couple (9.5). That applies to all their cards except the one drawn afterwards,
    which is the last one dealt here. With an empty stock the player to move has a couple (3.2), but then there is
    nothing to swap: the opponent knows the hand, and only spectators are still in the dark.
    """
    proof = view.barren[seat]
    if proof is None or not stock or not dealt:
        return
    for _ in range(_TRIES):
        found = proof.couples_with([*view.collected[seat], *dealt[:-1]])
        useful = {card for couple in found for card, _ in couple.placed}
        places = [place for place, card in enumerate(dealt[:-1]) if card in useful]
        if not places:
            return
        place, other = rng.choice(places), rng.randrange(len(stock) + 1)
        if other == len(stock):
            dealt[place], dealt[-1] = dealt[-1], dealt[place]
        else:
            dealt[place], stock[other] = stock[other], dealt[place]
