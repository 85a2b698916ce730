"""Places on the table that several games have."""

from collections.abc import Sequence

from engines.cards import Card
from engines.contract import View
from engines.scenes import Fact, Kind, Spread, Zone
from engines.texts import Player, Text, say, say_count


def hand_of(view: View, seat: int, cards: Sequence[Card], count: int, notes: tuple[Text, ...] = ()) -> Zone:
    """The hand of a seat: ``cards`` for its own player, face down for everybody else."""
    if seat == view.seat:
        return Zone(say("Your hand"), Spread.ROW, len(cards), tuple(cards), seat, notes)
    return Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, count, owner=seat)


def piles_of(view: View, seat: int) -> Text:
    """The heading of a seat's piles."""
    return say("Your piles") if seat == view.seat else say("{player}'s piles", player=Player(seat))


def cards_held(count: int) -> Fact:
    """How many cards a player has in hand."""
    return Fact(say_count("{count} card", "{count} cards", count), Kind.HAND, count)
