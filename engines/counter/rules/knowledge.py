"""What the play has revealed about the hands: suits that a player is void in (5) and fours that they hold (11.3)."""

from engines.cards import SUITS, Card
from engines.cloning import Cloneable
from engines.counter.actions import HAND_SIZE
from engines.counter.rules.values import EIGHT


class Knowledge(Cloneable):
    """Public knowledge about all hands, as an attentive player would remember it.

    ``most`` says how many cards of each suit each seat can hold, not counting the eight: a lone eight need not follow
    suit (5.4), so it is always possible. ``fours`` are the fours that each seat has shown and certainly still holds.
    """

    __slots__ = ("fours", "most")

    def __init__(self, seats: int) -> None:
        self.most: list[tuple[int, ...]] = [(HAND_SIZE,) * len(SUITS)] * seats
        self.fours: list[tuple[Card, ...]] = [()] * seats

    def played(self, seat: int, card: Card, shown: Card | None, led: int | None) -> None:
        """Learn from a card played to a trick with this led suit; ``None``: the card was led."""
        suit, limits = card & 3, self.most[seat]
        if led is not None and suit != led and limits[led]:
            limits = (*limits[:led], 0, *limits[led + 1 :])
        if card >> 2 != EIGHT and limits[suit]:
            limits = (*limits[:suit], limits[suit] - 1, *limits[suit + 1 :])
        self.most[seat] = limits
        fours = self.fours[seat]
        if card in fours:
            self.fours[seat] = fours = tuple(four for four in fours if four != card)
        if shown is not None and shown not in fours:
            self.fours[seat] = (*fours, shown)

    def passed(self) -> None:
        """Forget what a pass makes uncertain: everybody received a card of any suit and may have given a four (8.4)."""
        self.most = [tuple(min(limit + 1, HAND_SIZE) for limit in limits) for limits in self.most]
        self.fours = [()] * len(self.fours)
