"""Samples positions of 3 Piles that a viewer cannot tell from the real one (9)."""

from itertools import chain
from random import Random

from engines.contract import Game
from engines.kit.sampling import own_seed, split, unseen
from engines.three_piles.actions import Action
from engines.three_piles.state import ThreePilesState
from engines.three_piles.view import ThreePilesView


def sample(game: Game[Action], view: ThreePilesView, rng: Random) -> ThreePilesState:
    """Deal the hidden cards to the other hands and the deck. Once the deck is empty, there is nothing left to guess."""
    state = ThreePilesState(game, view.options, own_seed(rng), view.starter)
    hidden = unseen(chain(view.hand, *view.stacks, *chain.from_iterable(view.piles)))
    rng.shuffle(hidden)
    counts = [0 if seat == view.seat else count for seat, count in enumerate(view.hand_counts)]
    *state.hands, state.deck = split(hidden, [*counts, view.deck])
    if view.seat is not None:
        state.hands[view.seat] = list(view.hand)
    state.stacks = [list(stack) for stack in view.stacks]
    state.piles = [[list(pile) for pile in piles] for piles in view.piles]
    state.refit()
    state.turn, state.phase = view.turn, view.phase
    state.totals, state.game_no = list(view.totals), view.game_no
    return state
