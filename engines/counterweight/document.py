"""The document format for positions of Counterweight (Annex B)."""

from typing import Annotated, Any, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, Field, model_validator

from engines.cards import Card
from engines.counterweight.actions import MOVE, OVER, PERMANENT, Phase, Pile, Placement
from engines.counterweight.options import Options
from engines.counterweight.rules import NewPile, newest_pile
from engines.documents import Count, DrawPile


def _in_order(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(sorted(parts))


Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
Wins: TypeAlias = Annotated[float, Field(ge=0)]
Hand: TypeAlias = Annotated[list[Card], AfterValidator(sorted)]
Seen: TypeAlias = Annotated[tuple[Card, ...], AfterValidator(_in_order)]
Couple: TypeAlias = Annotated[tuple[Placement, ...], Field(max_length=2), AfterValidator(_in_order)]
PileCards: TypeAlias = Annotated[tuple[Card, ...], Field(min_length=1)]


class Document(BaseModel, extra="forbid"):
    """A position as a document. Omitted fields are empty, zero or the default.

    ``limbo`` holds the set-aside cards. Keys added to those of the annex: ``placed``, where this turn's couple lies, in
    the phases "relocate" and "collect"; ``begun``, how many piles each seat has begun (default: the highest number on
    the table); the state of a match (``game_no``, ``starter``, ``totals``, ``wins``); ``ending``, why a finished game
    ended; ``collected``, cards in hand that everybody has seen, and ``barren``, what new piles prove about the hands;
    and ``seed``, from which further games are dealt.

    A card may appear twice: worked cases are not complete packs, and their stock may repeat a card.
    """

    hands: Annotated[list[Hand], Field(min_length=2, max_length=2)] = [[], []]
    limbo: Annotated[list[list[Card]], Field(min_length=2, max_length=2)] = [[], []]
    piles: dict[Pile, PileCards] = {}
    stock: DrawPile = []
    turn: Seat = 0
    phase: Phase = MOVE
    placed: Couple = ()
    idle: Count = 0
    begun: Annotated[list[Count], Field(min_length=2, max_length=2)] | None = None
    game_no: Count = 0
    starter: Seat | None = None
    totals: Annotated[list[Count], Field(min_length=2, max_length=2)] = [0, 0]
    wins: Annotated[list[Wins], Field(min_length=2, max_length=2)] = [0.0, 0.0]
    ending: str | None = None
    collected: Annotated[list[Seen], Field(min_length=2, max_length=2)] = [(), ()]
    barren: Annotated[list[NewPile | None], Field(min_length=2, max_length=2)] = [None, None]
    options: Options = Options()
    seed: str = ""


class GivenDocument(Document):
    """The format accepted when loading: piles may also be given as ``P1``, ``P2`` and ``temp``, as in the annex."""

    P1: PileCards | None = None
    P2: PileCards | None = None
    temp: dict[Pile, PileCards] = Field(default={})

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        """Gather the piles. Reject a pile given twice, labels that could be reused (1.3), and an incomplete ending."""
        permanent = {pile: cards for pile, cards in zip(PERMANENT, (self.P1, self.P2), strict=True) if cards}
        given = len(permanent) + len(self.temp) + len(self.piles)
        self.piles = permanent | self.temp | self.piles
        if len(self.piles) < given:
            raise ValueError("a pile is given twice")
        newest = [newest_pile(self.piles, seat) for seat in (0, 1)]
        if self.begun is None:
            self.begun = newest
        if any(begun < least for begun, least in zip(self.begun, newest, strict=True)):
            raise ValueError("begun must be at least the highest number of a pile of that seat")
        if any(set(seen).difference(hand) for seen, hand in zip(self.collected, self.hands, strict=True)):
            raise ValueError("collected cards must be in the hand of the player who collected them")
        if (self.phase == OVER) != (self.ending is not None):
            raise ValueError("ending must be given in the phase “over”, and only then")
        return self
