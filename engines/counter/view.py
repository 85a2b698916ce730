"""What one seat may know of a position of Counter (11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from engines.cards import CARD_TEXTS, Card, write_cards
from engines.contract import View
from engines.counter import menu, table, wording
from engines.counter.actions import BID, PASS, PLAY, Action, Bid, Pass, Phase, Play, bids, passes, playable, plays
from engines.counter.document import write_shown, write_trick
from engines.counter.options import Options
from engines.counter.refusals import must_follow
from engines.counter.trick import Trick, led_suit
from engines.scenes import Decision, Question, Scene
from engines.texts import Text

if TYPE_CHECKING:
    from engines.counter.state import CounterState


@dataclass(frozen=True, slots=True)
class CounterView(View[Action]):
    """The public part of a position (11.1) and what ``seat`` alone knows (11.2), empty for spectators.

    Public: everything up to ``chosen``, which says who has chosen a card while cards are passed (11.4);
    ``stack`` is a number, ``shown`` are the fours that each seat has shown in this hand (11.3), ``most`` and
    ``fours`` are what the play tells about the hands (see ``knowledge``). Private: the
    ``hand``, the card ``passing`` chosen in a pass that is not complete, and the cards ``given`` to the left
    and ``received`` from the right neighbour in the passes of this hand, in order.
    """

    seat: int | None
    to_act: tuple[int, ...]
    options: Options
    target: int
    phase: Phase
    turn: int
    dealer: int
    hand_no: int
    trick_no: int
    bids: tuple[int | None, ...]
    won: tuple[int, ...]
    unclaimed: int
    scores: tuple[int, ...]
    counts: tuple[int, ...]
    face_up: tuple[Card, ...]
    stack: int
    mult: int
    trick: tuple[Card, ...]
    showing: tuple[Card | None, ...]
    last_trick: Trick | None
    played: tuple[Card, ...]
    shown: tuple[tuple[Card, ...], ...]
    most: tuple[tuple[int, ...], ...]
    fours: tuple[tuple[Card, ...], ...]
    chosen: tuple[bool, ...]
    hand: tuple[Card, ...]
    passing: Card | None
    given: tuple[Card, ...]
    received: tuple[Card, ...]

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.counts)

    @property
    def trump(self) -> int:
        """The suit of the indicator."""
        return self.face_up[-1] & 3

    @property
    def led(self) -> int | None:
        """The led suit of the trick in progress, ``None`` before the lead (5.2)."""
        return led_suit(self.trick[0], self.trump) if self.trick else None

    @property
    def leader(self) -> int:
        """Who leads or led to the trick in progress."""
        return (self.turn - len(self.trick)) % self.seats

    def actions(self) -> list[Action]:
        """All legal actions of this seat."""
        if self.seat not in self.to_act:
            return []
        if self.phase == PLAY:
            return plays(self.hand, self.led)
        return passes(self.hand) if self.phase == PASS else bids()

    def ask(self, path: Sequence[str]) -> Question | Decision[Action]:
        """The question after these picks: a bid or a card, and for a four whether to show another one (Annex C)."""
        return menu.ask(self, path)

    def label(self, action: Action) -> Text:
        """An action of this seat in words."""
        return menu.label(self, action)

    def refusals(self) -> tuple[tuple[Card, Text], ...]:
        """The cards that may not be played to the trick in progress because suit must be followed."""
        if self.seat not in self.to_act or self.phase != PLAY or self.led is None:
            return ()
        allowed = playable(self.hand, self.led)
        return tuple((card, must_follow(self, card)) for card in self.hand if card not in allowed)

    def fallback(self) -> Action | None:
        """A bid of one trick, else the lowest card that may be played or passed; no four is shown."""
        if self.seat not in self.to_act:
            return None
        if self.phase == BID:
            return Bid(1)
        card = min(playable(self.hand, self.led))
        return Play(card) if self.phase == PLAY else Pass(card)

    def sample_world(self, rng: Random) -> CounterState:
        """A position that agrees with all that this seat knows."""
        from engines.counter.worlds import sample  # not above: positions import their views

        return sample(self, rng)

    def scene(self) -> Scene:
        """The table as this viewer sees it."""
        return table.scene(self)

    def ending(self) -> Text | None:
        """Why the game is over, in a sentence; ``None`` while it goes on."""
        return wording.ending(self)

    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data."""
        return {
            "seat": self.seat,
            "to_act": list(self.to_act),
            "options": self.options.model_dump(),
            "target": self.target,
            "phase": self.phase,
            "turn": self.turn,
            "dealer": self.dealer,
            "hand_no": self.hand_no,
            "trick_no": self.trick_no,
            "bids": list(self.bids),
            "won": list(self.won),
            "unclaimed": self.unclaimed,
            "scores": list(self.scores),
            "counts": list(self.counts),
            "face_up": write_cards(self.face_up),
            "stack": self.stack,
            "mult": self.mult,
            "trick": write_cards(self.trick),
            "showing": write_shown(self.showing),
            "last_trick": None if self.last_trick is None else write_trick(self.last_trick),
            "played": write_cards(self.played),
            "shown": [write_cards(fours) for fours in self.shown],
            "most": [list(limits) for limits in self.most],
            "fours": [write_cards(fours) for fours in self.fours],
            "chosen": list(self.chosen),
            "hand": write_cards(self.hand),
            "passing": None if self.passing is None else CARD_TEXTS[self.passing],
            "given": write_cards(self.given),
            "received": write_cards(self.received),
        }


def look(state: CounterState, seat: int | None) -> CounterView:
    """What ``seat`` may know of ``state``; ``None``: what everybody may know."""
    return CounterView(
        seat=seat,
        to_act=state.to_act,
        options=state.options,
        target=state.target,
        phase=state.phase,
        turn=state.turn,
        dealer=state.dealer,
        hand_no=state.hand_no,
        trick_no=state.trick_no,
        bids=tuple(state.bids),
        won=tuple(state.won),
        unclaimed=state.unclaimed,
        scores=tuple(state.scores),
        counts=tuple(map(len, state.hands)),
        face_up=tuple(state.face_up),
        stack=len(state.stack),
        mult=state.mult,
        trick=tuple(state.trick),
        showing=tuple(state.showing),
        last_trick=state.last_trick,
        played=tuple(state.played),
        shown=tuple(state.shown),
        most=tuple(state.known.most),
        fours=tuple(state.known.fours),
        chosen=tuple(card is not None for card in state.passing),
        hand=() if seat is None else tuple(state.hands[seat]),
        passing=None if seat is None else state.passing[seat],
        given=() if seat is None else tuple(cards[seat] for cards in state.passed),
        received=() if seat is None else tuple(cards[seat - 1] for cards in state.passed),
    )
