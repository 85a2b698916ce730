"""How 3 Piles asks for a move: one question for the card and where it goes.

Cards in hand that keep a pile the most open are offered first.
"""

from collections.abc import Sequence

from engines.cards import CARD_TEXTS, RANKS, Card, rank
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say
from engines.three_piles.actions import PASS, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.rules import fitting, gap, unlike
from engines.three_piles.view import ThreePilesView
from engines.three_piles.words import label, span


def ask(view: ThreePilesView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the action that they lead to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    ahead = follow(_offered(view), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    return Question(_question(view), tuple(_choice(view, key, action) for key, action in ahead.items()))


def _offered(view: ThreePilesView) -> list[Action]:
    """The legal actions, with only the first of several interchangeable empty piles (Annex C)."""
    return sorted(unlike(view.actions(), view.own_piles), key=lambda action: _ranks_lost(view, action))


def _ranks_lost(view: ThreePilesView, action: Action) -> int:
    """How many ranks a card from the hand shuts out of its pile; takes sort before, plays onto stacks after.

    Of these, cards that fit none of the own piles come first.
    """
    if isinstance(action, Take):
        return -1
    if isinstance(action, ToStack):
        return len(RANKS) + bool(fitting(view.own_piles)[rank(action.card)])
    if not isinstance(action, ToPile):
        return len(RANKS)
    return gap(view.own_piles[action.pile], action.card)


def _path_to(action: Action) -> tuple[str, ...]:
    """The choice that leads to an action."""
    if isinstance(action, Take):
        return (f"take-{action.stack}-{action.pile}",)
    if isinstance(action, ToPile):
        return (f"{CARD_TEXTS[action.card]}-pile-{action.pile}",)
    if isinstance(action, ToStack):
        return (f"{CARD_TEXTS[action.card]}-stack-{action.stack}",)
    return (str(action),)


def _question(view: ThreePilesView) -> Text:
    if view.drawn is not None:
        return say("You drew {card}. Which card will you play, and where?", card=cards([view.drawn]))
    actions = view.actions()
    can_take = any(isinstance(action, Take) for action in actions)
    if view.deck:
        if can_take:
            return say("Take a card from a stack, or draw one and then play one?")
        return say("None of the top cards fits your piles. Draw a card, then play one.")
    if view.hand:
        if can_take:
            return say("Take a card from a stack, or play one from your hand?")
        return say("Which card will you play, and where?")
    return say("There is nothing you can do now.") if actions == [PASS] else say("Which card will you take?")


def _choice(view: ThreePilesView, key: str, action: Action) -> Choice:
    match action:
        case Take(stack, pile):
            return Choice(key, label(view, action), _pile_hint(view.own_piles[pile]), view.stacks[stack][-1])
        case ToPile(card, pile):
            where = say("{card} on pile {pile}", card=cards([card]), pile=pile + 1)
            return Choice(key, where, _pile_hint(view.own_piles[pile]), card)
        case ToStack(card, stack):
            where = say("{card} on stack {stack}", card=cards([card]), stack=stack + 1)
            return Choice(key, where, _stack_hint(view.stacks[stack]), card)
        case Draw():
            return Choice(key, label(view, action), say("can't be undone"), weight=Weight.MAIN)
        case _:
            return Choice(key, label(view, action), weight=Weight.MAIN)


def _pile_hint(pile: Sequence[Card]) -> Text:
    return say("now {span}", span=span(pile)) if pile else say("empty")


def _stack_hint(stack: Sequence[Card]) -> Text:
    return say("covers {card}", card=cards(stack[-1:])) if stack else say("empty")
