"""A turn as a player wants to see it: the card, where it went, and what was turned up."""

from engines.beats import Part
from engines.cards import Card
from engines.contract import Event
from engines.texts import Text, cards, say
from engines.three_piles.events import Drew, DrewUnseen, PlayedToPile, PlayedToStack, Took, TurnedUp
from engines.three_piles.narration import tell


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case Took(seat, card, _, pile) | PlayedToPile(seat, card, pile):
            return Part(seat, seat, (_to_pile(card, pile),))
        case PlayedToStack(seat, card, stack):
            return Part(seat, seat, (say("{card} → stack {stack}", card=cards([card]), stack=stack + 1),))
        case Drew(seat, card):
            return Part(seat, seat, (say("{card} drawn", card=cards([card])),))
        case DrewUnseen(seat):
            return Part(seat, seat, (say("a card drawn"),))
        case TurnedUp():
            return Part(None, effects=(tell(event, viewer),), closes=True)
        case _:
            return None


def _to_pile(card: Card, pile: int) -> Text:
    return say("{card} → pile {pile}", card=cards([card]), pile=pile + 1)
