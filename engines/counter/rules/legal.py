"""What a player may do (3 to 5, 8.4).

There are few distinct actions, so each is created once, and positions just select from tables of them.
"""

from collections.abc import Sequence

from engines.cards import CARD_TEXTS, SUITS, Card
from engines.cloning import Cloneable
from engines.counter.actions import HAND_SIZE, PASS, PLAY, Action, Bid, Pass, Phase, Play
from engines.counter.rules.values import EIGHT, FOUR


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


_DECK = range(len(CARD_TEXTS))
_BIDS: tuple[Action, ...] = tuple(Bid(tricks) for tricks in range(HAND_SIZE + 1))
_PASSES: tuple[Action, ...] = tuple(Pass(card) for card in _DECK)
_PLAYS: tuple[Action, ...] = tuple(Play(card) for card in _DECK)
_FOURS = range(4 * FOUR, 4 * FOUR + 4)
_SHOWING: dict[tuple[Card, Card], Action] = {
    (card, other): Play(card, other) for card in _FOURS for other in _FOURS if card != other
}


def legal_actions(phase: Phase, hand: Sequence[Card], led: int | None) -> list[Action]:
    """All actions of a player who may act. Any number may be bid (3.1), and any card may be passed (8.4).

    ``led`` is the led suit, ``None`` for the leader.
    """
    if phase == PLAY:
        return _plays(hand, led)
    return [_PASSES[card] for card in hand] if phase == PASS else list(_BIDS)


def playable(hand: Sequence[Card], led: int | None) -> Sequence[Card]:
    """The cards of a hand that may be played (5.1 to 5.6).

    A card in hand has only its printed suit. A lone eight of the led suit need not be played (5.4).
    """
    if led is None:
        return hand
    suited = [card for card in hand if card & 3 == led]
    return hand if not suited or (len(suited) == 1 and suited[0] >> 2 == EIGHT) else suited


def _plays(hand: Sequence[Card], led: int | None) -> list[Action]:
    """The ways to play a card; a four can be played with or without showing one other four (5.7)."""
    choice = playable(hand, led)
    fours = [card for card in hand if card >> 2 == FOUR]
    if len(fours) < 2:
        return [_PLAYS[card] for card in choice]
    found: list[Action] = []
    for card in choice:
        found.append(_PLAYS[card])
        if card in fours:
            found += [_SHOWING[card, other] for other in fours if other != card]
    return found
