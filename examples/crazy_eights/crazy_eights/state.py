"""The position, and how actions change it."""

from typing import Any

from typing_extensions import override

from crazy_eights.actions import DRAW, Action, Play
from crazy_eights.document import Document
from crazy_eights.events import Acted, Dealt, Drew, DrewUnseen
from crazy_eights.options import Options
from crazy_eights.rules import EIGHT, legal_actions
from crazy_eights.scoring import penalty
from crazy_eights.view import CrazyEightsView
from engines.cards import Card, pack, rank
from engines.contract import Game, Outcome, State
from engines.documents import write
from engines.kit.scoring import places_by
from engines.shuffling import shuffle


class CrazyEightsState(State[Action]):
    """A position. Hidden in it: the hands, and ``draw``, which lies with its next card last."""

    __slots__ = tuple(Document.model_fields)  # a position is what its document says, and nothing else

    def __init__(self, game: Game[Action], options: Options, seed: str, seats: int, starter: int) -> None:
        super().__init__(game)
        self.options, self.seed, self.starter = options, seed, starter
        self.shuffles = 1  # chance event 0 of a seed is the draw for the first start
        self.totals = [0] * seats
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.deal()

    def deal(self) -> None:
        """Deal the cards and turn up the first one (2)."""
        self._shuffle(pack())
        for hand in self.hands:
            hand[:] = [self.draw.pop() for _ in range(7 if self.seats == 2 else 5)]
        self.discard = [self.draw.pop()]
        while rank(self.discard[-1]) == EIGHT:
            self.discard.append(self.draw.pop())
        self.suit: int | None = None
        self.turn, self.drew = self.starter, False

    def _shuffle(self, cards: list[Card]) -> None:
        shuffle(cards, self.seed, self.shuffles)
        self.draw = cards
        self.shuffles += 1

    @property
    @override
    def seats(self) -> int:
        return len(self.hands)

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        return (self.turn,) if all(self.hands) else ()

    @override
    def actions(self, seat: int) -> list[Action]:
        if seat not in self.to_act:
            return []
        return legal_actions(self.hands[seat], self.discard, self.suit, self.drew, len(self.draw))

    @override
    def apply(self, seat: int, action: Action) -> None:
        if action == DRAW:
            self._draw(seat)
            return
        if isinstance(action, Play):
            self.hands[seat].remove(action.card)
            self.discard.append(action.card)
            self.suit = action.suit
        self.turn, self.drew = (seat + 1) % self.seats, False
        if self.events is not None:
            self.events.append(Acted(seat, action))
        if not self.hands[seat]:
            self._score()

    def _draw(self, seat: int) -> None:
        """Draw a card, after shuffling the discards if there is none (3.5)."""
        if not self.draw:
            self._shuffle(self.discard[:-1])
            del self.discard[:-1]
        self.hands[seat].append(self.draw.pop())
        self.drew = True
        if self.events is not None:
            self.events += [DrewUnseen(seat), Drew(seat, self.hands[seat][-1])]

    def _score(self) -> None:
        """Add the penalty points of a deal (4.2), and begin the next one if the target is not reached (5.2)."""
        self.totals = [total + penalty(hand) for total, hand in zip(self.totals, self.hands, strict=True)]
        if self.options.target is None or max(self.totals) >= self.options.target:
            return
        self.starter = (self.starter + 1) % self.seats
        self.deal()
        if self.events is not None:
            self.events.append(Dealt(self.starter))

    @property
    @override
    def outcome(self) -> Outcome | None:
        if self.to_act:
            return None
        places = places_by([-total for total in self.totals])
        return Outcome(places, tuple(self.totals), "deal" if self.options.target is None else "match", places[0])

    @override
    def view(self, seat: int | None) -> CrazyEightsView:
        return CrazyEightsView(
            seat=seat,
            to_act=self.to_act,
            hand=() if seat is None else tuple(self.hands[seat]),
            counts=tuple(map(len, self.hands)),
            draw=len(self.draw),
            discard=tuple(self.discard),
            suit=self.suit,
            turn=self.turn,
            drew=self.drew,
            starter=self.starter,
            totals=tuple(self.totals),
            options=self.options,
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)
