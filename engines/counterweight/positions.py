"""Loads positions of Counterweight from documents (Annex B)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Game
from engines.counterweight.actions import COLLECT, MOVE, OVER, RELOCATE, Action
from engines.counterweight.document import GivenDocument
from engines.counterweight.rules import FITS, NO_FIT, covered, is_couple
from engines.counterweight.state import CounterweightState
from engines.documents import fill


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
