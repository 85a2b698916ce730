"""How 3 Piles asks for a move: one question for the card and where it goes.

Cards in hand that keep a pile the most open are offered first.
"""

from collections.abc import Mapping, Sequence

from engines.cards import CARD_TEXTS, RANKS, Card, rank
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import Text, cards, say, say_count
from engines.three_piles.actions import PASS, THREE, Action, Take, ToPile, ToStack
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
    choices = tuple(_choice(view, key, action) for key, action in ahead.items())
    grid = _grid(view, {choice.key: choice for choice in choices})
    if not grid:
        return Question(_question(view), choices, rows=(choices,))
    stack_moves = sum(isinstance(action, ToStack) for action in ahead.values())
    menu = say_count("On a stack: {count} move", "On a stack: {count} moves", stack_moves)
    legend = say("−9: 9 ranks lost · ✓: none · +: empty")
    return Question(_question(view), choices, rows=grid, menu=menu, menu_first=view.drawn is not None, legend=legend)


def _grid(view: ThreePilesView, offered: Mapping[str, Choice]) -> tuple[tuple[Choice, ...], ...]:
    """A row for each top card and each card in hand that fits somewhere, with a button for each own pile.

    Drawing and passing stand above them. Places where a card does not fit keep their buttons.
    """
    sources = [(f"take-{stack}", view.stacks[stack][-1]) for stack in THREE if view.stacks[stack]]
    sources += [(f"{CARD_TEXTS[card]}-pile", card) for card in sorted(view.hand)]
    numbers = [say("{pile}", pile=pile + 1) for pile in THREE]
    rows = [
        [Choice(f"{source}-{pile}", number, card=card, short=number) for pile, number in enumerate(numbers)]
        for source, card in sources
    ]
    grid = [tuple(offered.get(choice.key, choice) for choice in row) for row in rows]
    single = [(choice,) for choice in offered.values() if choice.card is None]
    found = [row for row in grid if any(choice.key in offered for choice in row)]
    return (*single, *found) if found else ()


def _short(view: ThreePilesView, card: Card, pile: int) -> Text:
    """A place on a button: the number of the pile, and the ranks that the card would shut out of it."""
    lying = view.own_piles[pile]
    if not lying:
        return say("{pile} +", pile=pile + 1)
    lost = gap(lying, card)
    return say("{pile} −{lost}", pile=pile + 1, lost=lost) if lost > 0 else say("{pile} ✓", pile=pile + 1)


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
        return say("You drew {card}. What goes where?", card=cards([view.drawn]))
    actions = view.actions()
    can_take = any(isinstance(action, Take) for action in actions)
    if view.deck:
        if can_take:
            return say("Take a card, or draw one?")
        return say("No top card fits. Draw a card.")
    if view.hand:
        if can_take:
            return say("Take a card, or play one?")
        return say("Which card goes where?")
    return say("There is nothing you can do now.") if actions == [PASS] else say("Which card will you take?")


def _choice(view: ThreePilesView, key: str, action: Action) -> Choice:
    match action:
        case Take(stack, pile):
            card = view.stacks[stack][-1]
            hint = _pile_hint(view.own_piles[pile])
            return Choice(key, label(view, action), hint, card, short=_short(view, card, pile))
        case ToPile(card, pile):
            where = say("{card} on pile {pile}", card=cards([card]), pile=pile + 1)
            return Choice(key, where, _pile_hint(view.own_piles[pile]), card, short=_short(view, card, pile))
        case ToStack(card, stack):
            where = say("{card} on stack {stack}", card=cards([card]), stack=stack + 1)
            short = say("stack {stack}", stack=stack + 1)
            return Choice(key, where, _stack_hint(view.stacks[stack]), card, short=short)
        case _:
            return Choice(key, label(view, action))


def _pile_hint(pile: Sequence[Card]) -> Text:
    return say("now {span}", span=span(pile)) if pile else say("empty")


def _stack_hint(stack: Sequence[Card]) -> Text:
    return say("covers {card}", card=cards(stack[-1:])) if stack else say("empty")
