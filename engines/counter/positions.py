"""Positions of Counter: read from documents (Annex B), or sampled so that a viewer cannot tell them apart (11)."""

from collections.abc import Iterator, Mapping
from itertools import chain
from random import Random
from typing import Any

from engines.cards import Card
from engines.contract import Game
from engines.counter.actions import BID, PASS, Action
from engines.counter.document import Document, TrickDocument, check_showing, trick_document
from engines.counter.options import Options
from engines.counter.rules.trick import Trick, settle
from engines.counter.rules.values import EIGHT
from engines.counter.state import CounterState, sort_hand
from engines.counter.view import CounterView
from engines.documents import fill, per_seat
from engines.kit.sampling import own_seed, split, unseen


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
    for cards in (*given.passed, *filter(None, [given.last_hand])):
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


_TRIES = 400
"""The most swaps tried to make all hands consistent with what the play has shown; usually a few are enough."""


def sample(game: Game[Action], view: CounterView, rng: Random) -> CounterState:
    """Deal the cards that the viewer cannot see so that no hand holds more of a suit than its play allows."""
    seats = view.seats
    state = CounterState(game, view.options, seats, own_seed(rng), view.dealer)
    _set_table(state, view)
    sure = [_sure(view, seat) for seat in range(seats)]
    own = [] if view.passing is None else [view.passing]
    hidden = unseen(chain(*sure, own, view.face_up, view.trick, view.played))
    rng.shuffle(hidden)
    # A card chosen for passing is dealt as part of its owner's hand and set aside afterwards.
    chosen = [view.chosen[seat] and seat != view.seat for seat in range(seats)]
    counts = [view.counts[seat] + chosen[seat] - len(sure[seat]) for seat in range(seats)]
    *dealt, stack = split(hidden, [*counts, view.stack])
    _respect_limits(view, sure, dealt, stack, rng)
    for seat in range(seats):
        hand = [*sure[seat], *dealt[seat]]
        if chosen[seat]:
            state.passing[seat] = hand.pop(rng.randrange(len(hand)))
        sort_hand(hand)
        state.hands[seat] = hand
    state.stack = tuple(stack)
    state.passed = list(_passes(view, hidden, rng))
    return state


def _set_table(state: CounterState, view: CounterView) -> None:
    """Set what is public, and the card that the viewer has chosen to pass."""
    state.phase, state.turn, state.hand_no = view.phase, view.turn, view.hand_no
    state.trick_no, state.mult, state.unclaimed = view.trick_no, view.mult, view.unclaimed
    state.bids, state.won, state.scores = list(view.bids), list(view.won), list(view.scores)
    state.face_up, state.trick, state.showing = list(view.face_up), list(view.trick), list(view.showing)
    state.played, state.shown = list(view.played), list(view.shown)
    state.last_trick, state.last_hand = view.last_trick, view.last_hand
    state.known.most, state.known.fours = list(view.most), list(view.fours)
    if view.seat is not None:
        state.passing[view.seat] = view.passing


def _passes(view: CounterView, hidden: list[Card], rng: Random) -> Iterator[tuple[Card, ...]]:
    """The passes of this hand: the viewer knows what it gave and what it received (11.2)."""
    if view.seat is None:
        return
    for given, received in zip(view.given, view.received, strict=True):
        known = {view.seat: given, view.right: received}
        yield tuple(known[seat] if seat in known else rng.choice(hidden) for seat in range(view.seats))


def _sure(view: CounterView, seat: int) -> list[Card]:
    """The cards that the viewer knows ``seat`` to hold: shown fours, and the last card that the viewer passed left."""
    if seat == view.seat:
        return list(view.hand)
    sure = list(view.fours[seat])
    if view.seat is not None and view.given and seat == view.left:
        given = view.given[-1]
        if given not in sure and given not in view.played and given not in view.trick and given not in view.face_up:
            sure.append(given)
    return sure


def _respect_limits(
    view: CounterView, sure: list[list[Card]], dealt: list[list[Card]], stack: list[Card], rng: Random
) -> None:
    """Swap cards that their holders cannot have until there are none left."""
    groups = [*dealt, stack]
    for _ in range(_TRIES):
        excess = [
            (seat, at)
            for seat, cards in enumerate(dealt)
            if seat != view.seat
            for at, card in enumerate(cards)
            if _room(view, seat, sure[seat] + cards, card & 3) < 0 and card >> 2 != EIGHT
        ]
        if not excess:
            return
        seat, at = rng.choice(excess)
        card, held = dealt[seat][at], sure[seat] + dealt[seat]
        partners = [
            (group, place)
            for owner, group in enumerate(groups)
            if owner != seat and owner != view.seat and _takes(view, owner, sure, dealt, card)
            for place, other in enumerate(group)
            if other >> 2 == EIGHT or (other & 3 != card & 3 and _room(view, seat, held, other & 3) > 0)
        ]
        if not partners:
            # Swap two hidden cards at random to get out of a dead end.
            hidden = [group for owner, group in enumerate(groups) if group and owner != view.seat]
            one, two = rng.choice(hidden), rng.choice(hidden)
            at, place = rng.randrange(len(one)), rng.randrange(len(two))
            one[at], two[place] = two[place], one[at]
            continue
        group, place = rng.choice(partners)
        dealt[seat][at], group[place] = group[place], card


def _takes(view: CounterView, owner: int, sure: list[list[Card]], dealt: list[list[Card]], card: Card) -> bool:
    return owner == view.seats or _room(view, owner, sure[owner] + dealt[owner], card & 3) > 0


def _room(view: CounterView, seat: int, held: list[Card], suit: int) -> int:
    """How many more cards of a suit a hand may have, not counting the eight."""
    return view.most[seat][suit] - sum(card & 3 == suit and card >> 2 != EIGHT for card in held)
