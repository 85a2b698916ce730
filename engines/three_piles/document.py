"""Positions of 3 Piles as documents (Annex B)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engines.cards import CARD_TEXTS, CardField, rank
from engines.three_piles.actions import CHOOSE, OVER, PLAY, Phase
from engines.three_piles.options import Options
from engines.three_piles.state import ThreePilesState

if TYPE_CHECKING:
    from engines.three_piles.game import ThreePiles

Seat = Annotated[int, Field(strict=True, ge=0, le=1)]
Number = Annotated[int, Field(strict=True, ge=0)]
Group = list[CardField]


class Document(BaseModel):
    """A position as in Annex B. What is left out is empty, zero or the default.

    Added to the keys of the annex: ``starter``, the seat that began this game (default: as the options
    and ``game_no`` have it, 8.4; seat 0 in the first game if they leave it open), and ``seed``, from
    which further games are dealt.
    """

    model_config = ConfigDict(extra="forbid")

    hands: Annotated[list[Group], Field(min_length=2, max_length=2)] = [[], []]
    stacks: Annotated[list[Group], Field(min_length=3, max_length=3)] = [[], [], []]
    deck: Group = []
    piles: Annotated[
        list[Annotated[list[Group], Field(min_length=3, max_length=3)]], Field(min_length=2, max_length=2)
    ] = [[[], [], []], [[], [], []]]
    turn: Seat = 0
    phase: Phase = CHOOSE
    totals: Annotated[list[Number], Field(min_length=2, max_length=2)] = [0, 0]
    game_no: Number = 0
    starter: Seat | None = None
    options: Options = Options()
    seed: str = ""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        """Refuse what no game can come to: a card twice (1.1), equal ranks in a pile (4.2), a play without cards."""
        twice = [CARD_TEXTS[card] for card, count in Counter(self._cards()).items() if count > 1]
        if twice:
            raise ValueError(f"there is only one {twice[0]} in the pack")
        for pile in chain.from_iterable(self.piles):
            pile.sort()
            if any(rank(low) == rank(high) for low, high in pairwise(pile)):
                raise ValueError("a pile cannot hold two cards of one rank")
        if self.phase == PLAY and not self.hands[self.turn]:
            raise ValueError("who has drawn a card must hold one")
        return self

    def _cards(self) -> Iterator[int]:
        return chain(self.deck, *self.hands, *self.stacks, *self.piles[0], *self.piles[1])


def read_position(game: ThreePiles, document: Mapping[str, Any]) -> ThreePilesState:
    """The position that a document describes; raises ``ValueError`` if it describes none.

    If neither seat can act in it, it is scored like a game that has just ended (6.1), unless its phase
    is "over": then that has been done.
    """
    read = Document.model_validate(dict(document))
    starter = ((read.options.first or 0) + read.game_no) % 2 if read.starter is None else read.starter
    state = ThreePilesState(game, read.options, read.seed, starter)
    state.hands = read.hands
    state.stacks = read.stacks
    state.deck = read.deck[::-1]
    state.piles = read.piles
    state.refit()
    state.turn = read.turn
    state.phase = read.phase
    state.totals = read.totals
    state.game_no = read.game_no
    if read.phase != OVER:
        state.settle()
    elif not state.blocked:
        raise ValueError("the game is not over: there is still something to do")
    return state
