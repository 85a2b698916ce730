"""What one seat may know of a position of Knotweed (13)."""

from dataclasses import dataclass
from typing import Annotated, Self, TypeAlias

from pydantic import Field
from typing_extensions import override

from engines.cards import Card
from engines.contract import Outcome, View
from engines.knotweed import rules
from engines.knotweed.actions import Action, Phase
from engines.knotweed.options import Options
from engines.knotweed.rules import PlayMade, TurnEnded

Buried: TypeAlias = Annotated[tuple[Card, ...], Field(exclude=True)]
"""Cards that everybody saw when they were played. There is no need to show them again, so dumps omit them (13.3)."""


@dataclass(frozen=True, slots=True)
class PileSeen:
    """A play pile, and whether it is closed for the rest of the turn (13.1)."""

    top: Card
    size: int
    closed: bool
    cards: Buried


@dataclass(frozen=True, slots=True)
class PlaySeen(PlayMade):
    """A play in the current turn with its cost; where cheating is allowed, the cost is not given (11.5)."""

    cost: int | None = None

    @classmethod
    def of(cls, play: PlayMade, *, names_cost: bool) -> Self:
        """The play, with its cost if that may be shown."""
        cost = rules.cost(play.on, play.cards) if names_cost else None
        return cls(play.pile, play.on, play.cards, play.opened, cost)


@dataclass(frozen=True, slots=True)
class KnotweedView(View[Action]):
    """A position as one seat sees it; every field is public except ``hand`` and, with cheating, ``due``.

    ``hand`` is sorted. ``piles`` are in the order of their numbers. ``counts`` gives the size of each hand, ``taken``
    how many cards each player took at the end of their latest turn, ``discarded`` the cards of the discarded piles,
    ``passes`` the number of consecutive passes with an empty draw pile (8.1). ``ended`` are the latest turns of each
    player, ``returned`` the cards in each hand that went back to it when their player was caught (11.3): everybody saw
    them, but they are not shown again, so dumps omit them. ``due`` is the penalty if the turn
    ended now. Where cheating is allowed, only the player whose turn it is may know it, since it shows whether a play
    fits (11.5).
    """

    seat: int | None
    to_act: tuple[int, ...]
    options: Options
    phase: Phase
    turn: int
    turns: int
    starter: int
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    piles: dict[int, PileSeen]
    draw: int
    discard: int
    discarded: Buried
    passes: int
    out: tuple[int, ...]
    plays: tuple[PlaySeen, ...]
    due: int | None
    taken: tuple[int, ...]
    ended: Annotated[tuple[tuple[TurnEnded, ...], ...], Field(exclude=True)]
    returned: Annotated[tuple[tuple[Card, ...], ...], Field(exclude=True)]
    to_prune: int
    round: int
    points: tuple[float, ...]
    wins: tuple[int, ...]
    outcome: Outcome | None

    @property
    def tops(self) -> dict[int, Card]:
        """The top cards of the piles that are still open this turn."""
        return {number: pile.top for number, pile in self.piles.items() if not pile.closed}

    @property
    def penalty(self) -> int:
        """What the player whose turn it is would take by finishing now; without a play, that is a pass."""
        return rules.penalty(self.plays)

    @property
    def due_so_far(self) -> int:
        """What the plays of this turn cost already."""
        return self.penalty if self.plays else 0

    @property
    def best_turn(self) -> rules.Plan:
        """The plays by which the player whose turn it is sheds most cards for the least penalty (5.2).

        Once the turn has a play, those come first that raise its penalty no further.
        """
        due = self.due_so_far

        def planned() -> rules.Plan:
            plan = rules.best_turn(self.hand, self.tops, due, self.penalty)
            return sorted(
                plan, key=lambda play: bool(self.plays) and rules.cost(self.tops[play.pile], play.cards) > due
            )

        return self.remembered("best turn", planned)

    @override
    def actions(self) -> list[Action]:
        if not self.may_act:
            return []
        return rules.legal_actions(self.phase, self.hand, self.tops, self.plays, self.options.cheating)
