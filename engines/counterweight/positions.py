"""Positions of Counterweight: read from documents (Annex B), or sampled so that a viewer cannot tell them apart (9)."""

from collections.abc import Mapping
from itertools import chain
from random import Random
from typing import Any

from engines.cards import Card
from engines.contract import Game
from engines.counterweight.actions import COLLECT, MOVE, OVER, RELOCATE, Action
from engines.counterweight.document import GivenDocument
from engines.counterweight.rules import FITS, NO_FIT, covered, is_couple, newest_pile
from engines.counterweight.state import CounterweightState
from engines.counterweight.view import CounterweightView
from engines.documents import fill
from engines.kit.sampling import own_seed, split, unseen


def read(game: Game[Action], document: Mapping[str, Any]) -> CounterweightState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid.

    In the phase "move", the player ``turn`` is about to begin their turn: 3.1 and 3.2 apply first, so the game may be
    over at once.
    """
    given = GivenDocument.model_validate(dict(document))
    if given.starter is None:
        given.starter = ((given.options.first or 0) + given.game_no) % 2
    state = CounterweightState(game, given.options, given.seed, given.starter)
    fill(state, given, without=("P1", "P2", "temp"))
    _check_couple(state)
    if state.phase == MOVE:
        state.begin_turn()
    return state


def _check_couple(state: CounterweightState) -> None:
    """Require a couple exactly when there is something to decide about it, and check that it lies as placed."""
    if state.phase in (MOVE, OVER):
        if state.placed:
            raise ValueError("placed is for the phases “relocate” and “collect” only")
        return
    if not _lies_right(state):
        raise ValueError("placed must be a couple or a sole card on top of other cards")
    if len(state.actions(state.to_act[0])) < 2:
        raise ValueError(f"there is nothing to decide in the phase “{state.phase}”")
    hand = state.hands[state.turn]
    if state.phase == COLLECT and not hand:
        raise ValueError("with an empty hand all own piles are collected without a choice")
    if state.phase == RELOCATE and (not state.options.amendment or (len(state.placed) == 1 and hand)):
        raise ValueError("the phase “relocate” needs the amendment, and a sole card an empty hand")


def _lies_right(state: CounterweightState) -> bool:
    """Whether the cards of the couple lie on cards that they could legally cover."""
    piles, placed = state.piles, state.placed
    if not placed or len({pile for _, pile in placed}) < len(placed):
        return False
    if any(len(piles.get(pile, ())) < 2 or piles[pile][-1] != card for card, pile in placed):
        return False
    tops = covered(piles, placed)
    ways = [FITS[tops[pile]][card] for card, pile in placed]
    return is_couple(*ways) if len(ways) == 2 else ways[0] != NO_FIT


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
    state.limbo = [list(cards) for cards in view.limbo]
    state.piles = dict(view.piles)
    state.begun = [newest_pile(view.piles, seat) for seat in (0, 1)]
    state.collected, state.barren = list(view.collected), list(view.barren)
    state.turn, state.phase, state.placed, state.idle = view.turn, view.phase, view.placed, view.idle
    state.game_no, state.totals, state.wins = view.game_no, list(view.totals), list(view.wins)
    state.ending = view.ending
    return state


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
