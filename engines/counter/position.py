"""From the written form of a position to the position, with everything checked."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from engines.cards import CARD_TEXTS, SUITS, Card
from engines.counter.actions import BID, PASS
from engines.counter.document import PositionDocument, TrickDocument, write_findings
from engines.counter.options import Options
from engines.counter.ranks import FOUR
from engines.counter.state import CounterState, sort_hand
from engines.counter.trick import Trick, settle

if TYPE_CHECKING:
    from engines.counter.game import Counter

T = TypeVar("T")


def read(game: Counter, document: Mapping[str, Any]) -> CounterState:
    """The position that ``document`` describes; cards may be missing from it.

    Raises ``ValueError`` for unknown keys, malformed values and positions that contradict themselves.
    """
    given = PositionDocument.model_validate(dict(document))
    seats = len(given.hands)
    dealer = seats - 1 if given.dealer is None else given.dealer
    if max(dealer, given.turn, given.options.dealer or 0) >= seats:
        raise ValueError(f"with {seats} players the seats are 0 to {seats - 1}")
    state = CounterState(game, given.options, seats, given.seed, dealer)
    state.hands = given.hands
    for hand in state.hands:
        sort_hand(hand)
    state.face_up = _face_up(given)
    state.stack = tuple(given.stack)
    state.turn, state.phase, state.mult = given.turn, given.phase, given.mult
    state.trick_no, state.hand_no, state.unclaimed = given.trick_no, given.hand_no, given.unclaimed
    state.bids = _per_seat("bids", given.bids, [None if given.phase == BID else 0] * seats)
    state.won = _per_seat("won", given.won, [0] * seats)
    state.scores = _per_seat("scores", given.scores, [0] * seats)
    state.trick, state.played = given.trick, given.played
    state.showing = _showing(given.trick, given.showing)
    state.shown = [tuple(fours) for fours in _per_seat("shown", given.shown, [[]] * seats)]
    state.passing = [card[0] if card else None for card in _per_seat("passing", given.passing, [[]] * seats)]
    state.passed = [tuple(_per_seat("passed", cards, [0] * seats)) for cards in given.passed]
    state.known.most = [tuple(limits) for limits in _per_seat("most", given.most, [*map(list, state.known.most)])]
    state.known.fours = [tuple(fours) for fours in _per_seat("fours", given.fours, [[]] * seats)]
    state.last_trick = None if given.last_trick is None else _last_trick(given.last_trick, given.options, seats)
    _check_cards(state)
    _check_phase(state)
    return state


def _per_seat(name: str, values: list[T] | None, default: list[T]) -> list[T]:
    if values is None:
        return default
    if len(values) != len(default):
        raise ValueError(f"{name} must have an entry for each of the {len(default)} players")
    return values


def _face_up(given: PositionDocument) -> list[Card]:
    """The indicator and the jacks on it (2.1, 8.2)."""
    if given.face_up:
        if given.indicator not in (None, given.face_up[-1]):
            raise ValueError("the indicator is the last card of face_up")
        return given.face_up
    if given.indicator is None:
        raise ValueError("a position needs an indicator")
    return [given.indicator]


def _showing(trick: list[Card], showing: list[Card | None] | None) -> list[Card | None]:
    """For each card of a trick the other four that was shown with it (5.7)."""
    if showing is None:
        return [None] * len(trick)
    if len(showing) != len(trick):
        raise ValueError("showing must have an entry for each card of the trick")
    for card, shown in zip(trick, showing, strict=True):
        if shown is not None and (card >> 2 != FOUR or shown >> 2 != FOUR or shown == card):
            raise ValueError("only with a four can another four be shown")
    return showing


def _last_trick(given: TrickDocument, options: Options, seats: int) -> Trick:
    """The trick before; what follows from it must be what the document says, if it says it."""
    if len(given.cards) != seats or given.leader >= seats:
        raise ValueError("the last trick must have a card of every player")
    trick, findings = _settle(
        given.leader,
        tuple(given.cards),
        tuple(_showing(given.cards, given.showing)),
        SUITS.index(given.trump),
        given.mult,
        options.king_rule == "keep",
        given.last,
    )
    for name, finding in findings.items():
        if name in given.model_fields_set and getattr(given, name) != finding:
            raise ValueError(f"{name} of the last trick should be {finding}")
    return trick


@lru_cache(maxsize=16)
def _settle(*played: Any) -> tuple[Trick, dict[str, Any]]:
    """A finished trick and what was found, as a document; kept, since a trick is the last one for several positions."""
    trick = settle(*played)
    return trick, write_findings(trick)


def _check_cards(state: CounterState) -> None:
    """One pack (1.1): no card lies in two places."""
    chosen = [card for card in state.passing if card is not None]
    cards = [*chain(*state.hands, state.face_up, state.stack, state.trick, state.played, chosen)]
    if len(set(cards)) < len(cards):
        twice = next(card for card, count in Tally(cards).items() if count > 1)
        raise ValueError(f"there is only one {CARD_TEXTS[twice]} in the pack")


def _check_phase(state: CounterState) -> None:
    """What each phase needs, so that everybody who is asked can do something."""
    chosen = state.passing.count(None) < len(state.passing)
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
