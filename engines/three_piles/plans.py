"""What a player can plan in 3 Piles: to take a card that is still there, or to draw and then play one from the hand."""

from collections.abc import Iterator, Sequence

from engines.cards import CARD_TEXTS, parse_card, rank, suit
from engines.kit.plans import Plan, if_legal, read_plan
from engines.scenes import PlanOffer
from engines.texts import Text, cards, say
from engines.three_piles.actions import CHOOSE, DRAW, OVER, Action, Take, ToPile, ToStack, parse_action
from engines.three_piles.rules import ACE, DIAMONDS, KING, fitting, gap, legal_actions, unlike
from engines.three_piles.view import ThreePilesView
from engines.three_piles.words import label


def offers(view: ThreePilesView) -> Sequence[PlanOffer]:
    """The plans for this seat's next turn."""
    if view.seat is None or view.may_act or view.phase == OVER:
        return ()
    return tuple(PlanOffer(plan.key, _label(view, plan)) for plan in _plans(view))


def planned(view: ThreePilesView, key: str) -> Sequence[Action] | None:
    """What a plan plays at the start of a turn."""
    plan = read_plan(key, parse_action)
    if plan is None or view.phase != CHOOSE or plan.part != view.game_no or not plan.actions:
        return ()
    first = plan.actions[0]
    if isinstance(first, Take) and [CARD_TEXTS[top] for top in view.stacks[first.stack][-1:]] != [plan.condition]:
        return ()  # it is not there any more
    return if_legal(plan.actions, view.actions())


def _plans(view: ThreePilesView) -> Iterator[Plan[Action]]:
    """Takes as the stacks lie now, then plays of the cards in hand; of several empty piles, the first."""
    actions = legal_actions(CHOOSE, view.hand, view.stacks, fitting(view.own_piles), deck=0)
    for action in unlike(actions, view.own_piles):
        if isinstance(action, Take):
            yield Plan(view.game_no, CARD_TEXTS[view.stacks[action.stack][-1]], (action,))
        elif isinstance(action, ToPile | ToStack):
            yield Plan(view.game_no, "", (DRAW, action) if view.deck else (action,))


def _label(view: ThreePilesView, plan: Plan[Action]) -> Text:
    *before, action = plan.actions
    if isinstance(action, Take):
        card = cards([parse_card(plan.condition)])
        return say("Take {card} for pile {pile} if it is still there", card=card, pile=action.pile + 1)
    if before and isinstance(action, ToPile):
        return say("Draw, then put {card} on pile {pile}", card=cards([action.card]), pile=action.pile + 1)
    if before and isinstance(action, ToStack):
        return say("Draw, then put {card} on stack {stack}", card=cards([action.card]), stack=action.stack + 1)
    return label(view, action)


_ORDINARY = 1.5
"""The harm of drawing, passing or giving away an ordinary card; skipping one rank in a pile does less."""


def most_harmless(view: ThreePilesView) -> Action | None:
    """The action that shuts out the fewest ranks and gives away the least; ``None`` if the seat may not act.

    Collecting a card next to the end of a pile shuts out nothing and earns a point, so it comes first.
    """
    return min(view.actions(), key=lambda action: _harm(view, action), default=None)


def _harm(view: ThreePilesView, action: Action) -> float:
    if isinstance(action, Take | ToPile):
        return gap(view.own_piles[action.pile], view.moved(action))
    if isinstance(action, ToStack):
        return _ORDINARY + (suit(action.card) == DIAMONDS) + (rank(action.card) in (ACE, KING))
    return _ORDINARY
