"""Positions that a viewer cannot tell from the true one (Annex A)."""

from random import Random

from crazy_eights.actions import Action
from crazy_eights.state import CrazyEightsState
from crazy_eights.view import CrazyEightsView
from engines.contract import Game
from engines.kit.sampling import own_seed, split, unseen


def sample(game: Game[Action], view: CrazyEightsView, rng: Random) -> CrazyEightsState:
    """Deal the cards that the viewer does not see to the other hands and the draw pile."""
    state = CrazyEightsState(game, view.options, own_seed(rng), len(view.counts), view.starter)
    hidden = unseen((*view.hand, *view.discard))
    rng.shuffle(hidden)
    counts = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    *state.hands, state.draw = split(hidden, [*counts, view.draw])
    if view.seat is not None:
        state.hands[view.seat] = list(view.hand)
    state.discard, state.suit, state.totals = list(view.discard), view.suit, list(view.totals)
    state.turn, state.drew = view.turn, view.drew
    return state
