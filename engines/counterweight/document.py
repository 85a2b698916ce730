"""Positions of Counterweight as documents (Annex B)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from engines.cards import CARD_TEXTS, CardField, write_cards
from engines.counterweight.actions import Phase
from engines.counterweight.options import Options
from engines.counterweight.piles import (
    Pile,
    Placement,
    parse_pile,
    pile_label,
    pile_owner,
    write_piles,
    write_placements,
)

if TYPE_CHECKING:
    from engines.counterweight.state import CounterweightState


def _label(text: str) -> str:
    pile = parse_pile(text)
    if pile is None:
        raise ValueError(f"“{text}” is not a pile: piles are called P1, P2, A1, B1 and so on")
    return pile_label(pile)


Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Number = Annotated[int, Field(strict=True, ge=0)]
Wins = Annotated[float, Field(ge=0)]
Cards = list[CardField]
Label = Annotated[str, AfterValidator(_label)]
PileCards = Annotated[Cards, Field(min_length=1)]


class NewPileDocument(BaseModel):
    """A new pile that proved that there was no couple (9.5): its card and the tops at that time."""

    model_config = ConfigDict(extra="forbid")

    card: CardField
    tops: Cards


class Document(BaseModel):
    """A position as in Annex B. What is left out is empty, zero or the default.

    Piles may be given by label in ``piles``, or as in the annex in ``P1``, ``P2`` and ``temp``. ``limbo``
    are the set-aside cards. Added to the annex: ``placed``, the couple of this turn as it lies, in the
    phases "relocate" and "collect"; ``begun``, how many piles each seat has begun (default: the highest
    number on the table); the state of a match (``game_no``, ``starter``, ``totals``, ``wins``); ``ending``,
    why a game that is over ended; ``collected``, cards in hand that all have seen, and ``barren``, what new
    piles prove about the hands (see ``knowledge``); and ``seed``, from which further games are dealt.

    A card may be given twice: worked cases are not complete packs, and their stock may repeat a card.
    """

    model_config = ConfigDict(extra="forbid")

    hands: Annotated[list[Cards], Field(min_length=2, max_length=2)] = [[], []]
    limbo: Annotated[list[Cards], Field(min_length=2, max_length=2)] = [[], []]
    P1: PileCards | None = None
    P2: PileCards | None = None
    temp: dict[Label, PileCards] = {}
    piles: dict[Label, PileCards] = {}
    stock: Cards = []
    turn: Seat = 0
    phase: Phase = Phase.MOVE
    placed: Annotated[list[tuple[CardField, Label]], Field(max_length=2)] = []
    idle: Number = 0
    begun: Annotated[list[Number], Field(min_length=2, max_length=2)] | None = None
    game_no: Number = 0
    starter: Seat | None = None
    totals: Annotated[list[Number], Field(min_length=2, max_length=2)] = [0, 0]
    wins: Annotated[list[Wins], Field(min_length=2, max_length=2)] = [0.0, 0.0]
    ending: str | None = None
    collected: Annotated[list[Cards], Field(min_length=2, max_length=2)] = [[], []]
    barren: Annotated[list[NewPileDocument | None], Field(min_length=2, max_length=2)] = [None, None]
    options: Options = Options()
    seed: str = ""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Refuse a pile given twice, labels that could be used again (1.3), and half an ending."""
        labels = Counter(label for label, _ in self._piles())
        if any(count > 1 for count in labels.values()):
            raise ValueError("a pile is given twice")
        if self.begun is not None and any(
            given < least for given, least in zip(self.begun, self._highest(), strict=True)
        ):
            raise ValueError("begun must be at least the highest number of a pile of that seat")
        if any(set(seen).difference(hand) for seen, hand in zip(self.collected, self.hands, strict=True)):
            raise ValueError("collected cards must be in the hand of who collected them")
        if (self.phase is Phase.OVER) != (self.ending is not None):
            raise ValueError("ending must be given in the phase “over”, and only then")
        return self

    def _piles(self) -> Iterator[tuple[str, Cards]]:
        """Every pile with its label, wherever it is given."""
        for label, cards in (("P1", self.P1), ("P2", self.P2)):
            if cards is not None:
                yield label, cards
        yield from self.temp.items()
        yield from self.piles.items()

    def piles_by_number(self) -> dict[Pile, list[int]]:
        """Every pile by its number (see ``piles``)."""
        return {_number(label): cards for label, cards in self._piles()}

    def begun_piles(self) -> list[int]:
        """How many piles each seat has begun."""
        return self._highest() if self.begun is None else self.begun

    def _highest(self) -> list[int]:
        piles = self.piles_by_number()
        return [max((pile >> 1 for pile in piles if pile_owner(pile) == seat), default=0) for seat in (0, 1)]

    def couple(self) -> tuple[Placement, ...]:
        """The couple of this turn as it lies."""
        return tuple(sorted(Placement(card, _number(label)) for card, label in self.placed))


def _number(label: str) -> Pile:
    pile = parse_pile(label)
    assert pile is not None, "labels are checked"
    return pile


def write_position(state: CounterweightState) -> dict[str, Any]:
    """The position as a document."""
    return {
        "hands": [write_cards(hand) for hand in state.hands],
        "limbo": [write_cards(cards) for cards in state.limbo],
        "piles": write_piles(state.piles),
        "stock": write_cards(reversed(state.stock)),
        "turn": state.turn,
        "phase": state.phase.value,
        "placed": write_placements(state.placed),
        "idle": state.idle,
        "begun": list(state.begun),
        "game_no": state.game_no,
        "starter": state.starter,
        "totals": list(state.totals),
        "wins": list(state.wins),
        "ending": state.ending,
        "collected": [write_cards(cards) for cards in state.shown.collected],
        "barren": [
            None if proof is None else {"card": CARD_TEXTS[proof.card], "tops": write_cards(proof.tops)}
            for proof in state.shown.barren
        ],
        "options": state.options.model_dump(),
        "seed": state.seed,
    }
