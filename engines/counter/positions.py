"""Loads positions of Counter from documents (Annex B)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Game
from engines.counter.actions import BID, PASS, Action
from engines.counter.document import Document, TrickDocument, check_showing, trick_document
from engines.counter.options import Options
from engines.counter.rules.trick import Trick, settle
from engines.counter.state import CounterState, sort_hand
from engines.documents import fill, per_seat


def read(game: Game[Action], document: Mapping[str, Any]) -> CounterState:
    """The position that a document describes, which need not contain every card.

    Raises ``ValueError`` for unknown keys, malformed values and positions that contradict themselves.
    """
    given = Document.model_validate(dict(document))
    seats = len(given.hands)
    if given.dealer is None:
        given.dealer = seats - 1
    given.bids = per_seat("bids", given.bids, [None if given.phase == BID else 0] * seats)
    state = CounterState(game, given.options, seats, given.seed, given.dealer)
    for name in ("won", "scores", "shown", "passing"):
        setattr(given, name, per_seat(name, getattr(given, name), getattr(state, name)))
    for cards in given.passed:
        per_seat("passed", cards, [0] * seats)
    fill(state, given, without=("indicator", "most", "fours", "last_trick"))
    state.known.most = per_seat("most", given.most, state.known.most)
    state.known.fours = per_seat("fours", given.fours, state.known.fours)
    if given.last_trick is not None:
        state.last_trick = _last_trick(given.last_trick, given.options, seats)
    for hand in state.hands:
        sort_hand(hand)
    _check_phase(state)
    return state


def _last_trick(given: TrickDocument, options: Options, seats: int) -> Trick:
    """The previous trick; if the document also gives what follows from it, that must agree."""
    if len(given.cards) != seats or given.leader >= seats:
        raise ValueError("the last trick must have a card of every player")
    check_showing(given.cards, given.showing)
    keep = options.king_rule == "keep"
    trick = settle(seats, given.leader, given.cards, given.showing, given.trump, given.mult, keep, given.last)
    true = trick_document(trick)
    for name, said in given.model_dump(mode="json", exclude_unset=True).items():
        if said != true[name]:
            raise ValueError(f"{name} of the last trick should be {true[name]}")
    return trick


def _check_phase(state: CounterState) -> None:
    """Reject a position that lacks what its phase needs: whoever is asked must be able to do something."""
    chosen = any(card is not None for card in state.passing)
    match state.phase:
        case "bid":
            fine = state.bids[state.turn] is None and not state.trick
        case "play":
            seats = len(state.hands)
            waiting = [state.hands[(state.turn + step) % seats] for step in range(seats - len(state.trick))]
            fine = bool(waiting) and all(waiting)
        case "pass":
            fine = bool(state.to_act) and not state.trick and all(state.hands[seat] for seat in state.to_act)
        case "over":
            limit = state.hand_no >= state.options.max_hands
            fine = not state.trick and (limit or max(state.scores) >= state.target)
    if not fine or (chosen and state.phase != PASS) or (None in state.bids and state.phase != BID):
        raise ValueError(f"the position contradicts its phase, {state.phase}")
