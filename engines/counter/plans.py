"""What a player can plan in Counter: a bid, a card for the next trick, a card to pass.

A plan for the next trick says for which lead it is meant, because nobody knows yet what will be led.
"""

from collections.abc import Iterator, Sequence

from engines.cards import SUITS
from engines.counter.actions import BID, OVER, PASS, PLAY, Action, Bid, Pass, Play, parse_action
from engines.counter.rules.legal import legal_actions, playable
from engines.counter.rules.values import FIVE
from engines.counter.view import CounterView
from engines.counter.words import SUITS as SUIT_NAMES
from engines.counter.words import label
from engines.kit.plans import Plan, if_legal, read_plan
from engines.scenes import PlanOffer
from engines.texts import Text, cards, say

LEAD = "lead"
"""The condition that the player leads."""
VOID = "void"
"""The condition that the card is not of the led suit."""
ANY = ""
"""The condition of bids and passes."""

_PHASES = {Bid: BID, Play: PLAY, Pass: PASS}


def offers(view: CounterView) -> Sequence[PlanOffer]:
    """The plans for this seat's next decision."""
    if view.seat is None or view.may_act or view.phase == OVER:
        return ()
    return tuple(PlanOffer(plan.key, _label(view, plan)) for plan in _plans(view, view.seat))


def planned(view: CounterView, key: str) -> Sequence[Action] | None:
    """What a plan plays now. A card planned for a trick waits until the cards are passed."""
    plan = read_plan(key, parse_action)
    if plan is None or plan.part != view.hand_no or not plan.actions:
        return ()
    phase = _PHASES[type(plan.actions[0])]
    if phase != view.phase:
        return None if phase == PLAY else ()
    return if_legal(plan.actions, view.actions()) if phase != PLAY or _is_met(view, plan) else ()


def _is_met(view: CounterView, plan: Plan[Action]) -> bool:
    match plan.condition:
        case "lead":
            return view.led is None
        case "void":
            (action,) = plan.actions
            return view.led is not None and isinstance(action, Play) and action.card & 3 != view.led
        case suit:
            return view.led is not None and suit == SUITS[view.led]


def _plans(view: CounterView, seat: int) -> Iterator[Plan[Action]]:
    if view.phase == BID and view.bids[seat] is None:
        yield from (Plan(view.hand_no, ANY, (bid,)) for bid in legal_actions(BID, view.hand, None))
        return
    if view.led is not None and _is_yet_to_play(view, seat):
        for card in playable(view.hand, view.led):
            yield Plan(view.hand_no, SUITS[view.led] if card & 3 == view.led else VOID, (Play(card),))
        return
    for card in view.hand:
        yield Plan(view.hand_no, SUITS[card & 3], (Play(card),))
    if view.trick or view.phase == PASS:  # otherwise somebody else is about to lead
        yield from (Plan(view.hand_no, LEAD, (Play(card),)) for card in view.hand)
    yield from (Plan(view.hand_no, VOID, (Play(card),)) for card in view.hand)
    if FIVE in [card >> 2 for card in view.trick]:
        yield from (Plan(view.hand_no, ANY, (Pass(card),)) for card in view.hand)


def _is_yet_to_play(view: CounterView, seat: int) -> bool:
    """Whether a seat has not played to the trick that has begun, so that the lead is known."""
    return view.led is not None and (seat - view.leader) % view.seats >= len(view.trick)


def _label(view: CounterView, plan: Plan[Action]) -> Text:
    (action,) = plan.actions
    if not isinstance(action, Play) or _is_yet_to_play(view, view.seat or 0):
        return label(view, action)
    card = cards([action.card])
    if plan.condition == LEAD:
        return say("Lead {card} if it is your lead", card=card)
    if plan.condition == VOID:
        return say("Play {card} if you need not follow suit", card=card)
    return say("Play {card} if {suit} are led", card=card, suit=SUIT_NAMES[SUITS.index(plan.condition)])


def most_harmless(view: CounterView) -> Action | None:
    """A bid of one trick, or the lowest card, without showing a four. ``None`` if the seat may not act."""
    if not view.may_act:
        return None
    if view.phase == BID:
        return Bid(1)
    card = min(playable(view.hand, view.led))
    return Play(card) if view.phase == PLAY else Pass(card)
