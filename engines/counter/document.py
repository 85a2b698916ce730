"""The document format for positions of Counter (Annex B)."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any, Self, TypeAlias

from pydantic import BaseModel, BeforeValidator, Field, PlainSerializer, WrapSerializer, model_validator

from engines.cards import CARD_TEXTS, Card
from engines.counter.actions import HAND_SIZE, PLAY, Phase
from engines.counter.options import SEATS, Options
from engines.counter.rules.trick import NO_SUIT, SUIT_TEXTS, Trick
from engines.counter.rules.values import FOUR
from engines.documents import Count, write


def _suit(text: Any) -> int:
    if text not in tuple(SUIT_TEXTS):
        raise ValueError("a suit is C, D, H or S")
    return SUIT_TEXTS.index(text)


def _chosen(cards: Any) -> Any:
    match cards:
        case []:
            return None
        case [card]:
            return card
    raise ValueError("a list of one card, or of none, says what a player passes")


Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, lt=SEATS[-1])]
Tricks: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=HAND_SIZE)]
Multiple: TypeAlias = Annotated[int, Field(strict=True, ge=1, le=2)]
Suit: TypeAlias = Annotated[int, BeforeValidator(_suit), PlainSerializer(SUIT_TEXTS.__getitem__)]
"""A suit, written ``"H"``; ``"*"`` is the suit of a two in a trick without a trump suit."""
Chosen: TypeAlias = Annotated[
    Card | None, BeforeValidator(_chosen), WrapSerializer(lambda card, write: [] if card is None else [write(card)])
]
"""The card that a player has chosen to pass, in a list that is empty if they have chosen none."""
Limits: TypeAlias = Annotated[tuple[Tricks, ...], Field(min_length=4, max_length=4)]


class TrickDocument(BaseModel, extra="forbid"):
    """A finished trick: what was played, under which conditions, and the result.

    The keys from ``led`` on follow from the others. They are for readers and may be omitted.
    """

    leader: Seat
    cards: Annotated[tuple[Card, ...], Field(min_length=SEATS[0], max_length=SEATS[-1])]
    showing: tuple[Card | None, ...]
    trump: Annotated[Suit, Field(lt=NO_SUIT)]
    mult: Multiple = 1
    last: bool = False

    led: Suit | None = None
    trump_suit: Suit | None = None
    suits: tuple[Suit, ...] | None = None
    trumps: tuple[bool, ...] | None = None
    values: tuple[int | float, ...] | None = None
    winner: Seat | None = None
    next_leader: Seat | None = None
    next_mult: Multiple | None = None


@lru_cache(maxsize=16)
def trick_document(trick: Trick) -> dict[str, Any]:
    """A finished trick as a document; cached, because several positions share it. Do not modify it."""
    return write(TrickDocument, trick)


_write_trick = PlainSerializer(trick_document)
FinishedTrick: TypeAlias = Annotated[Trick, _write_trick]
"""A finished trick, written as a ``TrickDocument``."""


class Document(BaseModel, extra="forbid"):
    """A position as in Annex B. Omitted fields are empty, zero or the default.

    Keys added to those of the annex: ``stack`` (the face-down cards), ``trick`` and ``showing`` (the cards of the trick
    in progress and the fours shown with them), ``played``, ``shown`` (per seat), ``passing`` (per seat), ``passed``
    (the passes of this hand, by giving seat), ``unclaimed``, ``most`` and ``fours`` (what the play reveals about the
    hands, see ``Knowledge``), ``hand_no``, ``last_trick``, ``last_hand`` (each seat's bid and tricks before this
    one) and ``seed``. ``face_up`` holds the indicator and the jacks put on it; ``indicator`` is the last of these, and
    enough if there is only one.
    """

    hands: Annotated[list[list[Card]], Field(min_length=SEATS[0], max_length=SEATS[-1])]
    indicator: Card | None = None
    face_up: list[Card] = []
    stack: tuple[Card, ...] = ()
    turn: Seat = 0
    phase: Phase = PLAY
    bids: list[Tricks | None] | None = None
    won: list[Count] | None = None
    scores: list[Count] | None = None
    unclaimed: Count = 0
    trick_no: Annotated[int, Field(strict=True, ge=1, le=HAND_SIZE)] = 1
    hand_no: Annotated[int, Field(strict=True, ge=1)] = 1
    dealer: Seat | None = None
    mult: Multiple = 1
    trick: list[Card] = []
    showing: list[Card | None] | None = None
    played: list[Card] = []
    shown: list[tuple[Card, ...]] | None = None
    passing: list[Chosen] | None = None
    passed: list[tuple[Card, ...]] = []
    most: list[Limits] | None = None
    fours: list[tuple[Card, ...]] | None = None
    last_trick: Annotated[TrickDocument, _write_trick] | None = None
    last_hand: tuple[tuple[Tricks, Tricks], ...] = ()
    options: Options = Options()
    seed: str = ""

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        """Reject seats that do not exist, a wrong indicator, duplicate cards (1.1) and wrongly shown fours (5.7)."""
        seats = len(self.hands)
        if max(self.dealer or 0, self.turn, self.options.dealer or 0) >= seats:
            raise ValueError(f"with {seats} players the seats are 0 to {seats - 1}")
        if not self.face_up:
            if self.indicator is None:
                raise ValueError("a position needs an indicator")
            self.face_up = [self.indicator]
        if self.indicator not in (None, self.face_up[-1]):
            raise ValueError("the indicator is the last card of face_up")
        nothing: list[Card | None] = [None] * len(self.trick)
        self.showing = nothing if self.showing is None else self.showing
        check_showing(self.trick, self.showing)
        chosen = [card for card in self.passing or () if card is not None]
        cards = Counter(chain(*self.hands, self.face_up, self.stack, self.trick, self.played, chosen))
        twice = [CARD_TEXTS[card] for card, count in cards.items() if count > 1]
        if twice:
            raise ValueError(f"there is only one {twice[0]} in the pack")
        return self


def check_showing(trick: Sequence[Card], showing: Sequence[Card | None]) -> None:
    """``showing`` holds, for each card of a trick, the other four that was shown with it (5.7)."""
    if len(showing) != len(trick):
        raise ValueError("showing must have an entry for each card of the trick")
    for card, shown in zip(trick, showing, strict=True):
        if shown is not None and (card >> 2 != FOUR or shown >> 2 != FOUR or shown == card):
            raise ValueError("only with a four can another four be shown")
