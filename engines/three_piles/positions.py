"""Positions of 3 Piles: read from documents (Annex B), or sampled so that a viewer cannot tell them apart (9)."""

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any

from engines.contract import Game
from engines.documents import fill
from engines.kit.sampling import own_seed, split, unseen
from engines.three_piles.actions import OVER, Action
from engines.three_piles.document import Document
from engines.three_piles.state import ThreePilesState
from engines.three_piles.view import ThreePilesView


def read(game: Game[Action], document: Mapping[str, Any]) -> ThreePilesState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid.

    If neither seat can act, the position is scored like a game that has just ended (6.1), unless its phase is "over",
    which means that it has been scored already.
    """
    given = Document.model_validate(dict(document))
    if given.starter is None:
        given.starter = ((given.options.first or 0) + given.game_no) % 2
    state = ThreePilesState(game, given.options, given.seed, given.starter)
    fill(state, given)
    state.refit()
    if given.phase != OVER:
        state.settle()
    elif not state.blocked:
        raise ValueError("the game is not over: there is still something to do")
    return state


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
