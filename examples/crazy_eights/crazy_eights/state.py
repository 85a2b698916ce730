"""The position, what each seat may know of it, and how actions change it."""

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field
from typing_extensions import override

from crazy_eights.rules import DRAW, EIGHT, Action, Options, Play, legal_actions, penalty
from engines.cards import Card, pack, rank
from engines.contract import Event, Game, OthersEvent, Outcome, PrivateEvent, State, View
from engines.documents import Count, DrawPile, write
from engines.kit.scoring import places_by
from engines.shuffling import shuffle


class Document(BaseModel, extra="forbid"):
    """The document format of a position (Annex B). Omitted fields are empty, zero or the default."""

    hands: Annotated[list[list[Card]], Field(min_length=2, max_length=5)]
    draw: DrawPile = []
    discard: Annotated[list[Card], Field(min_length=1)]
    suit: Annotated[int, Field(ge=0, le=3)] | None = None
    turn: Count = 0
    drew: bool = False
    starter: Count = 0
    totals: list[Count] = []
    shuffles: Count = 0
    options: Options = Options()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Acted(Event):
    """A player played a card or passed (3)."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Drew(PrivateEvent):
    """The player at ``seat`` drew this card (3.4)."""

    card: Card


@dataclass(frozen=True, slots=True)
class DrewUnseen(OthersEvent):
    """The player at ``seat`` drew a card that the others do not see (A.2)."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """One deal of a match is over and the next begins (5.2)."""

    starter: int


@dataclass(frozen=True, slots=True)
class CrazyEightsView(View[Action]):
    """The public part of the position (A.1) and the hand of ``seat`` (A.2), which is empty for spectators."""

    seat: int | None
    to_act: tuple[int, ...]
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    draw: int
    discard: tuple[Card, ...]
    suit: int | None
    turn: int
    drew: bool
    starter: int
    totals: tuple[int, ...]
    options: Options

    @override
    def actions(self) -> list[Action]:
        return legal_actions(self.hand, self.discard, self.suit, self.drew, self.draw) if self.may_act else []


class CrazyEightsState(State[Action]):
    """A position. The hands and ``draw`` are hidden; the next card to draw is last."""

    __slots__ = tuple(Document.model_fields)  # a position is exactly what its document says

    def __init__(self, game: Game[Action], options: Options, seed: str, seats: int, starter: int) -> None:
        super().__init__(game)
        self.options, self.seed, self.starter = options, seed, starter
        self.shuffles = 1  # chance event 0 of a seed picks the first starter
        self.totals = [0] * seats
        self.deal()

    def deal(self) -> None:
        """Deal the cards and turn up the first one (2)."""
        self._shuffle(pack())
        self.hands = [[self.draw.pop() for _ in range(7 if self.seats == 2 else 5)] for _ in range(self.seats)]
        self.discard = [self.draw.pop()]
        while rank(self.discard[-1]) == EIGHT:
            self.discard.append(self.draw.pop())
        self.suit: int | None = None
        self.turn, self.drew = self.starter, False

    def _shuffle(self, cards: list[Card]) -> None:
        shuffle(cards, self.seed, self.shuffles)
        self.draw, self.shuffles = cards, self.shuffles + 1

    @property
    @override
    def seats(self) -> int:
        return len(self.totals)

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
            if not self.draw:  # the discards become the draw pile (3.5)
                self._shuffle(self.discard[:-1])
                del self.discard[:-1]
            self.hands[seat].append(self.draw.pop())
            self.drew = True
            if self.events is not None:
                self.events += [DrewUnseen(seat), Drew(seat, self.hands[seat][-1])]
            return
        if isinstance(action, Play):
            self.hands[seat].remove(action.card)
            self.discard.append(action.card)
            self.suit = action.suit
        self.turn, self.drew = (seat + 1) % self.seats, False
        if self.events is not None:
            self.events.append(Acted(seat, action))
        if self.hands[seat]:
            return
        self.totals = [total + penalty(hand) for total, hand in zip(self.totals, self.hands, strict=True)]
        if self.options.target is not None and max(self.totals) < self.options.target:  # a match goes on (5.2)
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
