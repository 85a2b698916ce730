"""An exchange as a player wants to see it: attack, defence, and what it did."""

from engines.beats import NOTHING, Part
from engines.card_duel.actions import ATTACK, DEFEND
from engines.card_duel.events import AttackStopped, AttackSucceeded, Damaged, Picked, Supplied
from engines.card_duel.narration import tell
from engines.contract import Event
from engines.texts import Text, cards, say

EXCHANGE = "exchange"


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of an exchange, which belongs to the attacker."""
    match event:
        case Supplied(seat, step):
            return Part(EXCHANGE if step == ATTACK else None, seat, (_card(event),))
        case AttackStopped():
            return Part(None, moves=(say("stopped"),), closes=True)
        case Damaged():
            return Part(None, effects=(tell(event, viewer),), closes=True)
        case Picked() | AttackSucceeded():
            return NOTHING
        case _:
            return None


def _card(event: Supplied) -> Text:
    card, is_from_deck = cards([event.card]), event.source == "deck"
    if event.step == ATTACK:
        return say("{card} attacks from the deck", card=card) if is_from_deck else say("{card} attacks", card=card)
    if event.step == DEFEND:
        return say("{card} defends from the deck", card=card) if is_from_deck else say("{card} defends", card=card)
    return say("{card} hits from the deck", card=card) if is_from_deck else say("{card} hits", card=card)
