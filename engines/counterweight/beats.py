"""A turn as a player wants to see it: the couple, what it costs, what was collected or drawn."""

from engines.beats import NOTHING, Part
from engines.cards import Card
from engines.contract import Event
from engines.counterweight.actions import Pile, pile_label
from engines.counterweight.events import BeganPile, Collected, Drew, DrewUnseen, PickedUp, Placed
from engines.counterweight.rules import FITS, SAME_RANK, UP
from engines.counterweight.words import pile_names
from engines.texts import Player, Text, cards, say, say_count


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case Placed(seat, placed, tops, costs):
            moves = tuple(_move(card, pile, top) for (card, pile), top in zip(placed, tops, strict=True))
            paid = {payer: (_cost(payer, points, viewer),) for payer, points in enumerate(costs) if points}
            return Part(seat, seat, moves, paid.get(1 - seat, ()), paid.get(seat, ()))
        case BeganPile(seat, card, pile):
            return Part(seat, seat, (say("{card} begins {pile}", card=cards([card]), pile=pile_label(pile)),))
        case Drew(seat, card):
            return Part(seat, seat, (say("{card} drawn", card=cards([card])),))
        case DrewUnseen(seat):
            return Part(seat, seat, (say("a card drawn"),))
        case Collected(seat, piles, count) if piles:
            names = pile_names(piles)
            taken = say_count("{piles} collected: {count} card", "{piles} collected: {count} cards", count, piles=names)
            return Part(seat, seat, (taken,), undoes=True)  # the cards are in hand again, the piles gone
        case Collected() | PickedUp():
            return NOTHING
        case _:
            return None


def _move(card: Card, pile: Pile, top: Card) -> Text:
    shown = {"card": cards([card]), "pile": pile_label(pile)}
    fit = FITS[top][card]
    if fit == SAME_RANK:
        return say("{card} on {pile}", **shown)
    return say("{card} up on {pile}", **shown) if fit == UP else say("{card} down on {pile}", **shown)


def _cost(seat: int, points: int, viewer: int | None) -> Text:
    if seat == viewer:
        return say("You pay {points}.", points=points)
    return say("{player} pays {points}.", player=Player(seat), points=points)
