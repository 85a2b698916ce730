"""The written form of a position (Annex B): its keys, and writing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from engines.cards import CARD_TEXTS, Card, CardField, write_cards
from engines.counter.actions import HAND_SIZE
from engines.counter.options import SEATS, Options
from engines.counter.trick import SUIT_TEXTS, Trick

if TYPE_CHECKING:
    from engines.counter.state import CounterState

Count = Annotated[int, Field(strict=True, ge=0)]
Seat = Annotated[int, Field(strict=True, ge=0, lt=SEATS[-1])]
BidField = Annotated[int, Field(strict=True, ge=0, le=HAND_SIZE)]
Multiple = Annotated[int, Field(strict=True, ge=1, le=2)]
TrickNumber = Annotated[int, Field(strict=True, ge=1, le=HAND_SIZE)]
Group = list[CardField]
Limits = Annotated[list[Annotated[int, Field(strict=True, ge=0, le=HAND_SIZE)]], Field(min_length=4, max_length=4)]
Showing = list[CardField | None]


class TrickDocument(BaseModel):
    """A finished trick: what was played, in which circumstances, and what came of it.

    The last group of keys follows from the others. It is there to be read, and may be left out.
    """

    model_config = ConfigDict(extra="forbid")

    leader: Seat
    cards: Annotated[Group, Field(min_length=SEATS[0], max_length=SEATS[-1])]
    showing: Showing
    trump: Literal["C", "D", "H", "S"]
    mult: Multiple = 1
    last: bool = False

    led: str | None = None
    trump_suit: str | None = None
    suits: list[str] | None = None
    trumps: list[bool] | None = None
    values: list[float] | None = None
    winner: Seat | None = None
    next_leader: Seat | None = None
    next_mult: Multiple | None = None


class PositionDocument(BaseModel):
    """A position. What is left out is empty, zero or the default.

    Added to the keys of the annex: ``stack`` (the cards face down), ``trick`` and ``showing`` (the cards
    of the trick in progress and the fours shown with them), ``played``, ``shown`` (per seat), ``passing``
    (per seat the card chosen, in a list), ``passed`` (the passes of this hand, by seat that gave), ``unclaimed``,
    ``most`` and ``fours`` (what the play tells about the hands, see ``knowledge``), ``hand_no``,
    ``last_trick`` and ``seed``. ``face_up`` are the indicator and the jacks put on it; ``indicator``
    is its last card, and stands for the whole if there is only one.
    """

    model_config = ConfigDict(extra="forbid")

    hands: Annotated[list[Group], Field(min_length=SEATS[0], max_length=SEATS[-1])]
    indicator: CardField | None = None
    face_up: Group | None = None
    stack: Group = []
    turn: Seat = 0
    phase: Literal["bid", "play", "pass", "over"] = "play"
    bids: list[BidField | None] | None = None
    won: list[Count] | None = None
    scores: list[Count] | None = None
    unclaimed: Count = 0
    trick_no: TrickNumber = 1
    hand_no: Annotated[int, Field(strict=True, ge=1)] = 1
    dealer: Seat | None = None
    mult: Multiple = 1
    trick: Group = []
    showing: Showing | None = None
    played: Group = []
    shown: list[Group] | None = None
    passing: list[Annotated[Group, Field(max_length=1)]] | None = None
    passed: list[Group] = []
    most: list[Limits] | None = None
    fours: list[Group] | None = None
    last_trick: TrickDocument | None = None
    options: Options = Options()
    seed: str = ""


def write(state: CounterState) -> dict[str, Any]:
    """The position as a document."""
    return {
        "hands": [write_cards(hand) for hand in state.hands],
        "indicator": CARD_TEXTS[state.face_up[-1]],
        "face_up": write_cards(state.face_up),
        "stack": write_cards(state.stack),
        "turn": state.turn,
        "phase": state.phase,
        "bids": list(state.bids),
        "won": list(state.won),
        "scores": list(state.scores),
        "unclaimed": state.unclaimed,
        "trick_no": state.trick_no,
        "hand_no": state.hand_no,
        "dealer": state.dealer,
        "mult": state.mult,
        "trick": write_cards(state.trick),
        "showing": write_shown(state.showing),
        "played": write_cards(state.played),
        "shown": [write_cards(fours) for fours in state.shown],
        "passing": [[] if card is None else write_cards([card]) for card in state.passing],
        "passed": [write_cards(round_) for round_ in state.passed],
        "most": [list(limits) for limits in state.known.most],
        "fours": [write_cards(fours) for fours in state.known.fours],
        "last_trick": None if state.last_trick is None else write_trick(state.last_trick),
        "options": state.options.model_dump(),
        "seed": state.seed,
    }


def write_trick(trick: Trick) -> dict[str, Any]:
    """A finished trick as a document; ``*`` is the suit of a two in a trick without a trump suit."""
    return {
        "leader": trick.leader,
        "cards": write_cards(trick.cards),
        "showing": write_shown(trick.showing),
        "trump": SUIT_TEXTS[trick.trump],
        "mult": trick.mult,
        "last": trick.last,
        **write_findings(trick),
    }


def write_findings(trick: Trick) -> dict[str, Any]:
    """What follows from the other keys of a finished trick."""
    return {
        "led": SUIT_TEXTS[trick.led],
        "trump_suit": SUIT_TEXTS[trick.trump_suit],
        "suits": [SUIT_TEXTS[suit] for suit in trick.suits],
        "trumps": [suit == trick.trump_suit for suit in trick.suits],
        "values": list(trick.values),
        "winner": trick.winner,
        "next_leader": trick.next_leader,
        "next_mult": 1 if trick.lone_six is None else 2,
    }


def write_shown(showing: Iterable[Card | None]) -> list[str | None]:
    """The fours that were shown with the cards of a trick."""
    return [None if card is None else CARD_TEXTS[card] for card in showing]
