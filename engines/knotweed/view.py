"""What a player or a spectator may know of a position (13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engines.cards import Card, write_cards
from engines.contract import Outcome, View
from engines.knotweed import menu, plays, table, wording
from engines.knotweed.actions import ANSWERS, Action, Discard, end, pass_
from engines.knotweed.options import KnotweedOptions
from engines.knotweed.turns import Laid, Phase
from engines.scenes import Decision, Question, Scene
from engines.texts import Text

if TYPE_CHECKING:
    from engines.knotweed.state import KnotweedState
    from engines.knotweed.tabletop import Tabletop


@dataclass(frozen=True, slots=True)
class PileSeen:
    """A play pile: its number, top card and size, and whether it is closed for the rest of the turn (13.1).

    ``cards`` are all that lie in it: they were seen when they were played (13.3), the screen need not show them.
    """

    number: int
    top: Card
    size: int
    closed: bool
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KnotweedView(View[Action]):
    """A position as one seat sees it; every field is public but ``hand`` and, with cheating, ``due``.

    ``hand`` is that of the viewer, sorted. ``counts`` are the cards in every hand, ``taken`` the cards each
    player took at the end of the latest own turn, ``discarded`` the cards of the discarded piles (13.3),
    ``passes`` the passes in a row that met an empty draw pile (8.1). ``due`` is the penalty if the turn
    ended now; where cheating is allowed only the player whose turn it is may know, since it tells whether a
    play fits (11.5).
    """

    seat: int | None
    to_act: tuple[int, ...]
    options: KnotweedOptions
    phase: Phase
    turn: int
    turns: int
    starter: int
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    piles: tuple[PileSeen, ...]
    draw: int
    discard: int
    discarded: tuple[Card, ...]
    passes: int
    out: tuple[int, ...]
    laid: tuple[Laid, ...]
    due: int | None
    taken: tuple[int, ...]
    to_prune: int
    round: int
    points: tuple[float, ...]
    wins: tuple[int, ...]
    outcome: Outcome | None

    @property
    def may_act(self) -> bool:
        """Whether the viewer may act now."""
        return self.seat in self.to_act

    @property
    def judging(self) -> bool:
        """Whether the turn just played can be challenged (11.2)."""
        return self.phase is Phase.CHALLENGE

    @property
    def tops(self) -> list[plays.Top]:
        """The piles that can still be played on this turn, with their top cards."""
        return [(pile.number, pile.top) for pile in self.piles if not pile.closed]

    @property
    def penalty(self) -> int:
        """What the viewer would take for finishing the turn now: the full penalty for a pass."""
        return (self.due or 0) if self.laid else plays.FULL_PENALTY

    def actions(self) -> list[Action]:
        """All legal actions of the viewer."""
        if not self.may_act:
            return []
        match self.phase:
            case Phase.PRUNE:
                return plays.prune_actions(pile.number for pile in self.piles)
            case Phase.CHALLENGE:
                return plays.challenge_actions()
            case _:
                played = bool(self.laid)
                return plays.turn_actions(self.hand, self.tops, played, self.penalty, self.options.cheating)

    def ask(self, path: Sequence[str]) -> Question | Decision[Action]:
        """The next question of a decision, or what it comes to."""
        return menu.ask(self, path)

    def label(self, action: Action) -> Text:
        """An action in words."""
        return wording.label(self, action)

    def refusals(self) -> tuple[tuple[int, Text], ...]:
        """The cards of the hand that cannot be played now, each with the reason."""
        return wording.refusals(self)

    def scene(self) -> Scene:
        """The table."""
        return table.scene(self)

    def ending(self) -> Text | None:
        """Why the game is over, in a sentence; ``None`` while it goes on."""
        return wording.ending(self)

    def fallback(self) -> Action | None:
        """Accept in the challenge window, discard the first pile, else pass or end with the full penalty."""
        if not self.may_act:
            return None
        if self.phase is Phase.CHALLENGE:
            return ANSWERS[0]
        if self.phase is Phase.PRUNE:
            return Discard(self.piles[0].number)
        take = self.penalty if self.options.cheating else None
        return end(take) if self.laid else pass_(take)

    def sample_world(self, rng: Random) -> KnotweedState:
        """A position that agrees with all that this seat knows."""
        from engines.knotweed.worlds import sample  # not above: positions import their views

        return sample(self, rng)

    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data. A play's cost is in it only where it gives nothing away (11.5)."""
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "options": self.options.model_dump(),
            "phase": self.phase.value,
            "turn": self.turn,
            "turns": self.turns,
            "starter": self.starter,
            "hand": write_cards(self.hand),
            "counts": list(self.counts),
            "piles": {
                str(pile.number): {"top": write_cards([pile.top])[0], "size": pile.size, "closed": pile.closed}
                for pile in self.piles
            },
            "draw": self.draw,
            "discard": self.discard,
            "out": list(self.out),
            "plays": [
                {
                    "pile": laid.pile,
                    "on": write_cards([laid.on])[0],
                    "cards": write_cards(laid.cards),
                    "opened": list(laid.opened),
                    "cost": None if self.options.cheating else laid.cost,
                }
                for laid in self.laid
            ],
            "due": self.due,
            "taken": list(self.taken),
            "to_prune": self.to_prune,
            "round": self.round,
            "points": list(self.points),
            "wins": list(self.wins),
        }


def look(state: Tabletop, seat: int | None) -> KnotweedView:
    """What ``seat`` may know of ``state``; ``None``: what everybody may know."""
    sees_due = not state.options.cheating or (seat == state.turn and state.phase is Phase.PLAY)
    return KnotweedView(
        seat=seat,
        to_act=state.to_act,
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        turns=state.turns,
        starter=state.starter,
        hand=() if seat is None else tuple(state.hands[seat]),
        counts=tuple(len(hand) for hand in state.hands),
        piles=tuple(
            PileSeen(number, pile[-1], len(pile), number in state.closed, tuple(pile))
            for number, pile in enumerate(state.piles, 1)
            if pile
        ),
        draw=len(state.draw),
        discard=len(state.discard),
        discarded=tuple(state.discard),
        passes=state.passes,
        out=tuple(state.out),
        laid=tuple(state.laid),
        due=state.due if sees_due else None,
        taken=tuple(state.taken),
        to_prune=state.to_prune,
        round=state.round,
        points=tuple(state.points),
        wins=tuple(state.wins),
        outcome=state.outcome,
    )
