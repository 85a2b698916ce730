"""Samples positions of Counter that a viewer cannot tell from the real one (11)."""

from collections.abc import Iterator
from itertools import chain
from random import Random

from engines.cards import Card
from engines.contract import Game
from engines.counter.actions import Action
from engines.counter.rules.ranks import EIGHT
from engines.counter.state import CounterState, sort_hand
from engines.counter.view import CounterView
from engines.kit.sampling import own_seed, split, unseen

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
    state.played, state.shown, state.last_trick = list(view.played), list(view.shown), view.last_trick
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
            _stir([group for owner, group in enumerate(groups) if group and owner != view.seat], rng)
            continue
        group, place = rng.choice(partners)
        dealt[seat][at], group[place] = group[place], card


def _stir(groups: list[list[Card]], rng: Random) -> None:
    """Swap two hidden cards at random to get out of a dead end."""
    one, two = rng.choice(groups), rng.choice(groups)
    at, place = rng.randrange(len(one)), rng.randrange(len(two))
    one[at], two[place] = two[place], one[at]


def _takes(view: CounterView, owner: int, sure: list[list[Card]], dealt: list[list[Card]], card: Card) -> bool:
    """Whether a hand, or the stack, has room for one more card of this suit."""
    return owner == view.seats or _room(view, owner, sure[owner] + dealt[owner], card & 3) > 0


def _room(view: CounterView, seat: int, held: list[Card], suit: int) -> int:
    """How many more cards of a suit a hand may have, not counting the eight."""
    return view.most[seat][suit] - sum(card & 3 == suit and card >> 2 != EIGHT for card in held)
