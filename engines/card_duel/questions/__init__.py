"""How Card Duel asks for moves (Annex C): for a starting hand, then card by card."""

from collections.abc import Sequence

from engines.card_duel.actions import BUILD, OVER, Action
from engines.card_duel.questions.starting_hand import ask_for_hand
from engines.card_duel.questions.supplying import ask_for_card
from engines.card_duel.view import CardDuelView
from engines.contract import GAME_OVER, NOT_YOUR_TURN, IllegalAction
from engines.scenes import Decision, Question
from engines.texts import say


def ask(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the actions that they add up to."""
    if view.may_act:
        return ask_for_hand(view, path) if view.phase == BUILD else ask_for_card(view, path)
    if view.phase == BUILD and view.seat is not None:
        raise IllegalAction(say("Your hand is ready; your opponent is still choosing."))
    raise IllegalAction(GAME_OVER if view.phase == OVER else NOT_YOUR_TURN)
