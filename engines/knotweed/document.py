"""The document format for positions of Knotweed (Annex B)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field, model_validator

from engines.cards import Card, rank
from engines.documents import Count, DrawPile
from engines.knotweed.actions import CHALLENGE, OVER, PLAY, PRUNE, Phase
from engines.knotweed.options import SEATS, Options
from engines.knotweed.rules import PlayMade, TurnEnded, closed_piles


def _numbered(piles: Any) -> Any:
    """Number the piles of a list 1, 2, ...; in an object the keys are the numbers."""
    return dict(enumerate(piles, 1)) if isinstance(piles, list) else piles


Hand: TypeAlias = Annotated[list[Card], AfterValidator(sorted)]
Pile: TypeAlias = Annotated[tuple[Card, ...], Field(min_length=1)]
PileNumber: TypeAlias = Annotated[int, Field(ge=1, le=52 * 6)]
"""There are never more piles than cards."""
Piles: TypeAlias = Annotated[
    dict[PileNumber, Pile], BeforeValidator(_numbered), AfterValidator(lambda piles: dict(sorted(piles.items())))
]
FromOne: TypeAlias = Annotated[int, Field(strict=True, ge=1)]
Points: TypeAlias = Annotated[float, Field(strict=True, ge=0)]
Answer: TypeAlias = Literal["accept", "challenge"]


class Document(BaseModel, extra="forbid"):
    """A position as in Annex B; the defaults are those of a round that has just begun.

    ``closed`` and ``due`` follow from ``plays`` and are for readers only. ``taken`` is how many cards each player took
    at the end of their latest turn, ``ended`` what was seen of their latest turns, ``returned`` cards that went back to
    their hands for all to see (11.3), ``passes`` the number of consecutive passes with an empty draw pile (8.1).
    ``answers`` are responses in the challenge window so far, ``ending`` is why the game ended. ``seed`` and ``chance``,
    the number of the next chance event, determine later shuffles.
    """

    options: Options = Options()
    hands: Annotated[list[Hand], Field(min_length=SEATS[0], max_length=SEATS[-1])]
    piles: Piles = {}
    draw: DrawPile = []
    discard: list[Card] = []
    phase: Phase = PLAY
    turn: Count = 0
    turns: Count = 0
    starter: Count = 0
    out: list[Count] | None = None
    plays: list[PlayMade] = []
    closed: list[PileNumber] | None = None
    due: Count | None = None
    taken: list[Count] | None = None
    ended: list[tuple[TurnEnded, ...]] | None = None
    returned: list[tuple[Card, ...]] | None = None
    passes: Count = 0
    to_prune: Count = 0
    answers: dict[int, Answer] = {}
    round: FromOne = 1
    points: list[Points] | None = None
    wins: list[Count] | None = None
    ending: str | None = None
    seed: str = ""
    chance: FromOne = 1

    @model_validator(mode="after")
    def _is_consistent(self) -> Self:
        self._check_seats()
        self._check_phase()
        self._check_plays()
        return self

    def _check_seats(self) -> None:
        """Require every named seat to exist. Players without cards are out, unless their last turn is being judged."""
        seats = range(len(self.hands))
        for seat in (self.turn, self.starter, *self.answers):
            if seat not in seats:
                raise ValueError(f"there is no seat {seat} among {len(seats)} players")
        judged = self.turn if self.phase == CHALLENGE else None
        empty = [seat for seat in seats if not self.hands[seat] and seat != judged]
        if self.out is None:
            self.out = empty
        elif sorted(self.out) != empty:
            raise ValueError(f"out must name the seats without cards, {empty}, each once")

    def _check_phase(self) -> None:
        """Require what the phase needs, and nothing that belongs to another phase."""
        active = {seat for seat, hand in enumerate(self.hands) if hand}
        if self.phase == PLAY:
            fine = len(active) >= 2 and self.turn in active
        elif self.phase == CHALLENGE:
            fine = self.options.cheating and self.answers.keys() < active - {self.turn}
        elif self.phase == PRUNE:
            just_out = (self.out or [])[-1:] == [self.turn]
            fine = len(active) >= 2 and just_out and 0 < self.to_prune < len(self.piles)
        else:
            fine = self.ending is not None
        if not fine:
            raise ValueError(f"the phase “{self.phase}” does not go with the rest of the position")
        if self.phase != OVER and self.ending is not None:
            raise ValueError("a game that has an ending must be in the phase “over”")
        if self.phase != CHALLENGE and self.answers:
            raise ValueError("there are answers only in the phase “challenge”")
        if self.phase != PRUNE and self.to_prune:
            raise ValueError("to_prune is for the phase “prune” only")

    def _check_plays(self) -> None:
        """Require the turn's plays to lie on the piles."""
        if self.plays and self.phase not in (PLAY, CHALLENGE):
            raise ValueError("there are no plays of the turn once it is over")
        closed = closed_piles(self.plays)
        if len(set(closed)) != len(closed):
            raise ValueError("a pile can be played on only once in a turn")
        for play in self.plays:
            if len({rank(card) for card in play.cards}) != 1:
                raise ValueError("the cards of a play must be of one rank")
            if len(play.opened) != len(play.cards) - 1:
                raise ValueError("a play of k cards opens k - 1 new piles")
            piles = [self.piles.get(number, ()) for number in (play.pile, *play.opened)]
            if [pile[-1:] for pile in piles] != [(card,) for card in play.cards]:
                raise ValueError("the cards of a play must be the tops of its piles")
        if self.closed is not None and set(self.closed) != set(closed):
            raise ValueError("closed must name the piles of the plays")
