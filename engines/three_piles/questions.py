"""How a move of 3 Piles is asked (Annex C): at most two questions, of at most 12 choices each."""

from collections.abc import Sequence

from engines.cards import CARD_TEXTS, Card
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say, say_count
from engines.three_piles.actions import PASS, PLAY, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.view import ThreePilesView
from engines.three_piles.words import label, span


def ask(view: ThreePilesView, path: Sequence[str]) -> Question | Decision[Action]:
    """The question after these choices, or the action that they come to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    ahead = follow(_offered(view), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    if path:
        card = next(action.card for action in ahead.values() if isinstance(action, ToPile | ToStack))
        question = say("Where do you put {card}?", card=cards([card]))
        return Question(question, tuple(_destination(view, key, action) for key, action in ahead.items()))
    return Question(_first_question(view), tuple(_first_choice(view, key, action) for key, action in ahead.items()))


def _offered(view: ThreePilesView) -> list[Action]:
    """The legal actions; of several empty piles, which are interchangeable, only the first is offered (Annex C)."""
    spare = [number for number, pile in enumerate(view.own_piles) if not pile][1:]
    return [action for action in view.actions() if not (isinstance(action, Take | ToPile) and action.pile in spare)]


def _path_to(action: Action) -> tuple[str, ...]:
    """The choices that lead to an action."""
    if isinstance(action, Take):
        return (f"take-{action.stack}-{action.pile}",)
    if isinstance(action, ToPile):
        return CARD_TEXTS[action.card], f"pile-{action.pile}"
    if isinstance(action, ToStack):
        return CARD_TEXTS[action.card], f"stack-{action.stack}"
    return (str(action),)


def _first_question(view: ThreePilesView) -> Text:
    if view.drawn is not None:
        return say("You drew {card}. Which card do you play?", card=cards([view.drawn]))
    if view.deck:
        return say("Take a card from a stack, or draw one and then play one?")
    if view.hand:
        return say("Take a card from a stack, or play one from your hand?")
    return say("You can do nothing now.") if view.actions() == [PASS] else say("Which card do you take?")


def _first_choice(view: ThreePilesView, key: str, action: Action) -> Choice:
    if isinstance(action, Take):
        card = view.stacks[action.stack][-1]
        return Choice(key, label(view, action), _pile_hint(view.own_piles[action.pile]), card)
    if isinstance(action, ToPile | ToStack):
        shown = cards([action.card])
        wording = say("{card}", card=shown) if view.phase == PLAY else say("Play {card}", card=shown)
        return Choice(key, wording, _card_hint(view, action.card), action.card)
    if isinstance(action, Draw):
        return Choice(key, label(view, action), say("for good; then play a card"), weight=Weight.MAIN)
    return Choice(key, label(view, action), weight=Weight.MAIN)


def _destination(view: ThreePilesView, key: str, action: Action) -> Choice:
    if isinstance(action, ToPile):
        return Choice(key, say("Pile {number}", number=action.pile + 1), _pile_hint(view.own_piles[action.pile]))
    assert isinstance(action, ToStack)
    stack = view.stacks[action.stack]
    hint = say("covers {card}", card=cards(stack[-1:])) if stack else say("empty")
    return Choice(key, say("Stack {number}", number=action.stack + 1), hint)


def _pile_hint(pile: Sequence[Card]) -> Text:
    return say("now {span}", span=span(pile)) if pile else say("empty")


def _card_hint(view: ThreePilesView, card: Card) -> Text:
    room = sum(isinstance(action, ToPile) and action.card == card for action in _offered(view))
    return say_count("fits {count} pile", "fits {count} piles", room) if room else say("fits no pile")
