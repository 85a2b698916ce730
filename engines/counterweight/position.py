"""From the written form of a position to the position, with everything checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.counterweight import legal
from engines.counterweight.actions import Phase
from engines.counterweight.document import Document
from engines.counterweight.knowledge import NewPile
from engines.counterweight.piles import FITS, NO_FIT, covered
from engines.counterweight.state import CounterweightState

if TYPE_CHECKING:
    from engines.counterweight.game import Counterweight


def read_position(game: Counterweight, document: Mapping[str, Any]) -> CounterweightState:
    """The position that a document describes; raises ``ValueError`` if it describes none.

    In the phase "move" the player ``turn`` is about to begin the turn: 3.1 and 3.2 are applied first,
    so the game may be over at once.
    """
    read = Document.model_validate(dict(document))
    starter = ((read.options.first or 0) + read.game_no) % 2 if read.starter is None else read.starter
    state = CounterweightState(game, read.options, read.seed, starter)
    state.hands = [sorted(hand) for hand in read.hands]
    state.limbo = read.limbo
    state.piles = read.piles_by_number()
    state.stock = read.stock[::-1]
    state.begun = read.begun_piles()
    state.turn, state.phase, state.placed, state.idle = read.turn, read.phase, read.couple(), read.idle
    state.game_no, state.totals, state.wins, state.ending = read.game_no, read.totals, read.wins, read.ending
    state.shown.collected = [tuple(sorted(cards)) for cards in read.collected]
    state.shown.barren = [proof and NewPile(proof.card, tuple(proof.tops)) for proof in read.barren]
    _check_couple(state)
    if state.phase is Phase.MOVE:
        state.begin_turn()
    return state


def _check_couple(state: CounterweightState) -> None:
    """A couple is given if and only if there is something to decide about it, and it lies as it was placed."""
    if state.phase in (Phase.MOVE, Phase.OVER):
        if state.placed:
            raise ValueError("placed is for the phases “relocate” and “collect” only")
        return
    if not _lies_right(state):
        raise ValueError("placed must be a couple or a sole card on top of other cards")
    if len(state.actions(state.to_act[0])) < 2:
        raise ValueError(f"there is nothing to decide in the phase “{state.phase.value}”")
    if state.phase is Phase.COLLECT and not state.hands[state.turn]:
        raise ValueError("with an empty hand all own piles are collected without a choice")
    if state.phase is Phase.RELOCATE and (not state.options.amendment or (len(state.placed) == 1 and _hand(state))):
        raise ValueError("the phase “relocate” needs the amendment, and a sole card an empty hand")


def _hand(state: CounterweightState) -> list[int]:
    return state.hands[state.turn]


def _lies_right(state: CounterweightState) -> bool:
    """Whether the cards of the couple lie on top of cards that they could cover."""
    piles, placed = state.piles, state.placed
    if not placed or len({pile for _, pile in placed}) < len(placed):
        return False
    if any(len(piles.get(pile, ())) < 2 or piles[pile][-1] != card for card, pile in placed):
        return False
    tops = covered(piles, placed)
    ways = [FITS[tops[pile]][card] for card, pile in placed]
    return legal.is_couple(*ways) if len(ways) == 2 else ways[0] != NO_FIT
