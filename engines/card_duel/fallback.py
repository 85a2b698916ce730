"""The least harmful action, played when a player runs out of time."""

from engines.card_duel.actions import BUILD, DECK, DONE, PLAYS, Action
from engines.card_duel.rules import VALUES
from engines.card_duel.view import CardDuelView


def most_harmless(view: CardDuelView) -> Action | None:
    """Finish the hand as it is; stop an attack with the lowest card that can; otherwise play from the deck."""
    actions = view.actions()
    if not actions:
        return None
    if view.phase == BUILD:
        return DONE
    attack = view.attack_to_stop
    if attack is not None:
        for card in view.hand:
            if VALUES[card] >= VALUES[attack]:
                return PLAYS[card]
    return DECK if DECK in actions else actions[-1]
