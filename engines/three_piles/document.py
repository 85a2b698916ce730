"""The document format for positions of 3 Piles (Annex B)."""

from collections import Counter
from itertools import chain, pairwise
from typing import Annotated, Self, TypeAlias

from pydantic import BaseModel, Field, model_validator

from engines.cards import CARD_TEXTS, Card, rank
from engines.documents import Count, DrawPile
from engines.three_piles.actions import CHOOSE, PLAY, Phase
from engines.three_piles.options import Options

Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
Group: TypeAlias = list[Card]
Piles: TypeAlias = Annotated[list[Group], Field(min_length=3, max_length=3)]


class Document(BaseModel, extra="forbid"):
    """A position as in Annex B. Omitted fields are empty, zero or the default.

    Keys added to those of the annex: ``starter``, the seat that began this game (default: whatever the options and
    ``game_no`` determine, 8.4; seat 0 in the first game if they leave it open), and ``seed``, from which further games
    are dealt.
    """

    hands: Annotated[list[Group], Field(min_length=2, max_length=2)] = [[], []]
    stacks: Piles = [[], [], []]
    deck: DrawPile = []
    piles: Annotated[list[Piles], Field(min_length=2, max_length=2)] = [[[], [], []], [[], [], []]]
    turn: Seat = 0
    phase: Phase = CHOOSE
    totals: Annotated[list[Count], Field(min_length=2, max_length=2)] = [0, 0]
    game_no: Count = 0
    starter: Seat | None = None
    options: Options = Options()
    seed: str = ""

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        """Reject impossible positions: duplicate cards (1.1), equal ranks in a pile (4.2), play from an empty hand."""
        cards = chain(self.deck, *self.hands, *self.stacks, *self.piles[0], *self.piles[1])
        twice = [CARD_TEXTS[card] for card, count in Counter(cards).items() if count > 1]
        if twice:
            raise ValueError(f"there is only one {twice[0]} in the pack")
        for pile in chain.from_iterable(self.piles):
            pile.sort()
            if any(rank(low) == rank(high) for low, high in pairwise(pile)):
                raise ValueError("a pile cannot hold two cards of one rank")
        if self.phase == PLAY and not self.hands[self.turn]:
            raise ValueError("a player who has drawn a card must hold one")
        return self
