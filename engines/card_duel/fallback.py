"""What the house plays for a player who has gone: without risk to the game, and without wit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.card_duel.actions import BUILD, DECK, DEFEND, DONE, PLAYS, Action
from engines.card_duel.values import VALUES

if TYPE_CHECKING:
    from engines.card_duel.view import CardDuelView


def most_harmless(view: CardDuelView) -> Action | None:
    """The hand as it has been chosen so far; then the deck, but the cheapest card that stops an attack comes first."""
    actions = view.actions()
    if not actions:
        return None
    if view.phase == BUILD:
        return DONE
    attack = view.table[0]
    if view.phase == DEFEND and attack is not None:
        for card in view.hand:
            if VALUES[card] >= VALUES[attack]:
                return PLAYS[card]
    return DECK if DECK in actions else actions[-1]
