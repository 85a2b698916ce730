"""What a player can plan in Counterweight: a couple, a new pile, and to leave the opponent's cards where they are."""

from collections.abc import Iterator, Sequence

from engines.cards import CARD_TEXTS
from engines.counterweight import actions
from engines.counterweight.rules import collections, collects_next, couples, own_piles
from engines.counterweight.view import CounterweightView
from engines.counterweight.words import label, pile_names, placing, tops_of
from engines.kit.plans import ALWAYS, Plan, if_legal, read_plan
from engines.scenes import PlanOffer
from engines.texts import Text, cards, say

STUCK = "stuck"
"""The condition that no couple can be placed."""


def offers(view: CounterweightView) -> Sequence[PlanOffer]:
    """The plans for this seat's next turn, and a standing one for couples on its own piles."""
    if view.seat is None or view.may_act or view.phase == actions.OVER:
        return ()
    found = [PlanOffer(plan.key, _label(view, plan)) for plan in _plans(view, view.seat)]
    if view.options.amendment:
        stay: Plan[actions.Action] = Plan(ALWAYS, "", (actions.Relocate(),))
        found.insert(0, PlanOffer(stay.key, say("Always leave the cards where they are"), standing=True))
    return tuple(found)


def planned(view: CounterweightView, key: str) -> Sequence[actions.Action] | None:
    """What a plan plays now; plans for a turn wait while cards can be relocated."""
    plan = read_plan(key, actions.parse_action)
    if plan is None or plan.part not in (ALWAYS, view.game_no + 1) or not plan.actions:
        return ()
    first = plan.actions[0]
    if view.phase != (actions.RELOCATE if isinstance(first, actions.Relocate) else actions.MOVE):
        return None
    legal = view.actions()
    if isinstance(first, actions.Place) and (first not in legal or _tops(view, first) != plan.condition):
        return ()
    if plan.condition == STUCK and any(isinstance(action, actions.Place) for action in legal):
        return ()
    return if_legal(plan.actions, legal)


def _tops(view: CounterweightView, place: actions.Place) -> str:
    return "-".join(CARD_TEXTS[top] for top in tops_of(view, place))


def _plans(view: CounterweightView, seat: int) -> Iterator[Plan[actions.Action]]:
    """Couples as the piles lie now, each with every way to collect after it; then new piles."""
    hand = sorted((*view.hand, *view.limbo[seat]))  # set-aside cards are picked up first (3.1)
    part = view.game_no + 1
    for place in couples(hand, view.piles):
        condition = _tops(view, place)
        if collects_next(seat, hand, place.placed, view.options):
            yield from (Plan(part, condition, (place, collect)) for collect in collections(place.placed, seat))
        else:
            yield Plan(part, condition, (place,))
    if view.stock:
        condition = "" if view.options.free_new_pile else STUCK
        yield from (Plan(part, condition, (actions.New(card),)) for card in hand)


def _label(view: CounterweightView, plan: Plan[actions.Action]) -> Text:
    first, *rest = plan.actions
    if isinstance(first, actions.New):
        card = cards([first.card])
        if plan.condition == STUCK:
            return say("Begin a new pile with {card} if no couple fits", card=card)
        return say("Begin a new pile with {card}", card=card)
    if not rest or not isinstance(first, actions.Place):
        return label(view, first)
    (collect,) = rest
    assert isinstance(collect, actions.Collect)
    shown = placing(first.placed, tops_of(view, first))
    if not collect.piles:
        return say("{card} on {top} ({pile}), {other_card} on {other_top} ({other_pile}); collect nothing", **shown)
    return say(
        "{card} on {top} ({pile}), {other_card} on {other_top} ({other_pile}); collect {piles}",
        piles=pile_names(collect.piles),
        **shown,
    )


def most_harmless(view: CounterweightView) -> actions.Action | None:
    """The action that keeps penalty points off both players; ``None`` if the seat may not act.

    Permanent piles cost nobody anything, so they come first. A new pile begins with the lowest card.
    """
    return min(view.actions(), key=lambda action: _harm(view, action), default=None)


def _harm(view: CounterweightView, action: actions.Action) -> tuple[int, int]:
    """How many penalty points an action adds for its own player, and a tie-breaker."""
    own = own_piles(view.piles, view.seat or 0)
    lying = sum(len(view.piles[pile]) for pile in own)
    if isinstance(action, actions.Place):
        owners = [actions.pile_owner(pile) for _, pile in action.placed]
        on_own = owners.count(view.seat)
        return on_own * len(own) - len(owners), len(owners) - on_own - owners.count(None)
    if isinstance(action, actions.Collect):
        taken = sum(len(view.piles[pile]) for pile in action.piles)
        return taken + (lying - taken) * (len(own) - len(action.piles)), len(action.piles)
    if isinstance(action, actions.Relocate):
        return -len(action.moved), 0
    return lying + len(own) + 1, action.card
