"""How a move is asked: which card, and for an eight which suit."""

from collections.abc import Sequence

from crazy_eights.actions import Action, Play
from crazy_eights.view import CrazyEightsView
from crazy_eights.words import SUIT_NAMES, label
from engines.cards import SUITS
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import cards, say


def ask(view: CrazyEightsView, path: Sequence[str]) -> Question | Decision[Action]:
    """The question after these choices, or the action that they come to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    ahead = follow(view.actions(), _path_to, path)
    if isinstance(ahead, Decision):
        return ahead
    if path:
        return Question(
            say("Which suit do you name?"), tuple(Choice(key, SUIT_NAMES[SUITS.index(key)]) for key in ahead)
        )
    return Question(say("What do you do?"), tuple(_choice(view, key, action) for key, action in ahead.items()))


def _path_to(action: Action) -> tuple[str, ...]:
    """The choices that lead to an action."""
    return tuple(str(action).removeprefix("play ").split())


def _choice(view: CrazyEightsView, key: str, action: Action) -> Choice:
    if not isinstance(action, Play):
        return Choice(key, label(view, action), weight=Weight.MAIN)
    hint = say("then name a suit") if action.suit is not None else None
    return Choice(key, say("Play {card}", card=cards([action.card])), hint, action.card)
