"""What happened, as sentences."""

from functools import singledispatch

from crazy_eights.actions import Play
from crazy_eights.events import Acted, Dealt, Drew, DrewUnseen
from crazy_eights.words import SUIT_NAMES
from engines.contract import Event
from engines.texts import Player, Text, cards, say


@singledispatch
def tell(event: Event, reader: int | None) -> Text:
    """An event as a sentence for the player at seat ``reader``; ``None``: for everybody."""
    raise TypeError(f"Crazy Eights has no such event: {event}")


@tell.register
def _(event: Acted, reader: int | None) -> Text:
    action, is_you, player = event.action, event.seat == reader, Player(event.seat)
    if not isinstance(action, Play):
        return say("You pass.") if is_you else say("{player} passes.", player=player)
    card = cards([action.card])
    if action.suit is None:
        return say("You play {card}.", card=card) if is_you else say("{player} plays {card}.", player=player, card=card)
    suit = SUIT_NAMES[action.suit]
    if is_you:
        return say("You play {card} and name {suit}.", card=card, suit=suit)
    return say("{player} plays {card} and names {suit}.", player=player, card=card, suit=suit)


@tell.register
def _(event: Drew, reader: int | None) -> Text:
    return say("You draw {card}.", card=cards([event.card]))


@tell.register
def _(event: DrewUnseen, reader: int | None) -> Text:
    return say("{player} draws a card.", player=Player(event.seat))


@tell.register
def _(event: Dealt, reader: int | None) -> Text:
    if event.starter == reader:
        return say("The next cards are dealt. You start.")
    return say("The next cards are dealt. {player} starts.", player=Player(event.starter))
