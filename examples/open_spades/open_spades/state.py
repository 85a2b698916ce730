"""The position, what each seat may know of it, and how actions change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field
from typing_extensions import override

from engines.cards import SUITS, Card, suit
from engines.contract import Event, Game, MoveEvent, Outcome, State, View
from engines.documents import Count, write
from engines.kit.scoring import places_by
from engines.shuffling import shuffle
from open_spades.rules import (
    BIDS,
    PACK,
    SEATS,
    SIDES,
    TRICKS,
    Action,
    Options,
    Play,
    declarer,
    in_order,
    legal_cards,
    partner,
    score,
    winning,
)

Seat = Annotated[int, Field(ge=0, lt=SEATS)]


class Document(BaseModel, extra="forbid"):
    """The document format of a position (Annex B)."""

    hands: Annotated[list[list[Card]], Field(min_length=SEATS, max_length=SEATS)]
    trick: Annotated[list[Card], Field(max_length=SEATS - 1)] = []
    taken: list[Card] = []
    leader: Seat = 0
    bids: Annotated[list[Annotated[int, Field(ge=0, le=TRICKS)] | None], Field(min_length=SEATS, max_length=SEATS)] = [
        None
    ] * SEATS
    won: Annotated[list[Count], Field(min_length=SEATS, max_length=SEATS)] = [0] * SEATS
    voids: Annotated[list[str], Field(min_length=SEATS, max_length=SEATS)] = [""] * SEATS
    dealer: Seat = SEATS - 1
    deal_no: Annotated[int, Field(ge=1)] = 1
    totals: Annotated[list[int], Field(min_length=2, max_length=2)] = [0, 0]
    options: Options = Options()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class HasBid(MoveEvent):
    """A player bid (2.2)."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Opened(Event):
    """The bids are over, and the declarer's partner lays down their hand (2.3)."""

    declarer: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Played(MoveEvent):
    """A card was played from the hand of ``seat``, ``by`` its player or by the declarer."""

    seat: int
    by: int
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWon(Event):
    """A player won a trick (3.3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A deal is over: what each side bid, won and scored (4.1)."""

    contracts: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenSpadesView(View[Action]):
    """The public part of the position (A.1) and the hand of ``seat`` (A.2), which is empty for spectators.

    The cards in ``turn``'s hand are to be played; ``to_act`` is who decides, the declarer for the open hand.
    """

    seat: int | None
    to_act: tuple[int, ...]
    turn: int
    hand: tuple[Card, ...]
    open_hand: tuple[Card, ...]
    counts: tuple[int, ...]
    trick: tuple[Card, ...]
    taken: tuple[Card, ...]
    leader: int
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    voids: tuple[str, ...]
    dealer: int
    deal_no: int
    totals: tuple[int, ...]
    options: Options

    @property
    def declarer(self) -> int | None:
        """Who plays for the open hand; ``None`` while bids are made."""
        return declarer(self.bids, self.dealer)

    @property
    def dummy(self) -> int | None:
        """Whose hand is open."""
        return None if self.declarer is None else partner(self.declarer)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards from which is played now, if this viewer may act."""
        return self.open_hand if self.turn == self.dummy else self.hand

    def contract(self, seat: int) -> int:
        """How many tricks the side of this seat has bid so far."""
        return (self.bids[seat] or 0) + (self.bids[partner(seat)] or 0)

    @override
    def actions(self) -> list[Action]:
        return legal_actions(self.declarer, self.cards, self.trick) if self.may_act else []


def legal_actions(declared: int | None, hand: Sequence[Card], trick: Sequence[Card]) -> list[Action]:
    """The actions of whoever may act: bids until there is a declarer, then cards of the hand whose turn it is."""
    return list(BIDS) if declared is None else [Play(card) for card in legal_cards(hand, trick)]


class OpenSpadesState(State[Action]):
    """A position. The hands are hidden, except for the open one."""

    __slots__ = tuple(Document.model_fields)  # a position is exactly what its document says

    def __init__(self, game: Game[Action], options: Options, seed: str, dealer: int) -> None:
        super().__init__(game)
        self.options, self.seed, self.dealer = options, seed, dealer
        self.deal_no, self.totals = 1, [0, 0]
        self.deal()

    def deal(self) -> None:
        """Deal the cards (2.1)."""
        cards = list(PACK)
        shuffle(cards, self.seed, self.deal_no)  # chance event 0 of a seed picks the first dealer
        self.hands = [in_order(cards[seat * TRICKS : (seat + 1) * TRICKS]) for seat in range(SEATS)]
        self.trick: list[Card] = []
        self.taken: list[Card] = []
        self.bids: list[int | None] = [None] * SEATS
        self.won, self.voids, self.leader = [0] * SEATS, [""] * SEATS, 0

    @property
    @override
    def seats(self) -> int:
        return SEATS

    @property
    def declarer(self) -> int | None:
        """Who plays for the open hand; ``None`` while bids are made."""
        return declarer(self.bids, self.dealer)

    @property
    def turn(self) -> int:
        """Who bids, or from whose hand is played."""
        if self.declarer is None:
            return (self.dealer + 1 + sum(bid is not None for bid in self.bids)) % SEATS
        return (self.leader + len(self.trick)) % SEATS

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        if not any(self.hands):
            return ()
        declared, turn = self.declarer, self.turn
        return (declared if declared is not None and turn == partner(declared) else turn,)

    @override
    def actions(self, seat: int) -> list[Action]:
        return legal_actions(self.declarer, self.hands[self.turn], self.trick) if seat in self.to_act else []

    @override
    def apply(self, seat: int, action: Action) -> None:
        if isinstance(action, Play):
            self._play(seat, action.card)
            return
        self.bids[seat] = action.tricks
        self._tell(HasBid(seat, action.tricks))
        declared = self.declarer
        if declared is not None:
            self.leader = (declared + 1) % SEATS
            self._tell(Opened(declared, tuple(self.hands[partner(declared)])))

    def _play(self, by: int, card: Card) -> None:
        seat = self.turn
        self.hands[seat].remove(card)
        if self.trick and suit(card) != suit(self.trick[0]):
            led = SUITS[suit(self.trick[0])]
            self.voids[seat] += led if led not in self.voids[seat] else ""
        self.trick.append(card)
        self._tell(Played(seat, by, card))
        if len(self.trick) == SEATS:
            self._end_trick()

    def _end_trick(self) -> None:
        self.leader = (self.leader + winning(self.trick)) % SEATS
        self.won[self.leader] += 1
        self.taken += self.trick
        self.trick = []
        self._tell(TrickWon(self.leader))
        if not any(self.hands):
            self._end_deal()

    def _end_deal(self) -> None:
        contracts = tuple(sum(self.bids[seat] or 0 for seat in side) for side in SIDES)
        tricks = tuple(sum(self.won[seat] for seat in side) for side in SIDES)
        points = tuple(map(score, contracts, tricks))
        self.totals = [total + more for total, more in zip(self.totals, points, strict=True)]
        self._tell(Scored(contracts, tricks, points))
        if self.deal_no < self.options.deals:
            self.deal_no, self.dealer = self.deal_no + 1, (self.dealer + 1) % SEATS
            self.deal()

    def _tell(self, event: Event) -> None:
        if self.events is not None:
            self.events.append(event)

    @property
    @override
    def outcome(self) -> Outcome | None:
        if any(self.hands):
            return None
        points = tuple(self.totals[seat % 2] for seat in range(SEATS))  # partners have the same points
        places = places_by(points)
        return Outcome(places, points, "deals", places[0])

    @override
    def view(self, seat: int | None) -> OpenSpadesView:
        declared = self.declarer
        return OpenSpadesView(
            seat=seat,
            to_act=self.to_act,
            turn=self.turn,
            hand=() if seat is None else tuple(self.hands[seat]),
            open_hand=() if declared is None else tuple(self.hands[partner(declared)]),
            counts=tuple(map(len, self.hands)),
            trick=tuple(self.trick),
            taken=tuple(self.taken),
            leader=self.leader,
            bids=tuple(self.bids),
            won=tuple(self.won),
            voids=tuple(self.voids),
            dealer=self.dealer,
            deal_no=self.deal_no,
            totals=tuple(self.totals),
            options=self.options,
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)
