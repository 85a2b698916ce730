"""What one seat may know of a position of Counter (11)."""

from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override

from engines.cards import Card
from engines.contract import View
from engines.counter.actions import Action, Phase
from engines.counter.document import FinishedTrick
from engines.counter.options import Options
from engines.counter.rules.legal import legal_actions
from engines.counter.rules.trick import Trick, led_suit, settle


@dataclass(frozen=True, slots=True)
class CounterView(View[Action]):
    """The public part of a position (11.1) and what ``seat`` alone knows (11.2), empty for spectators.

    Everything up to ``chosen`` is public; ``chosen`` says which players have chosen a card to pass (11.4). ``stack`` is
    a number, ``last_hand`` each seat's bid and tricks in the hand before, ``shown`` the fours that each has shown in
    this one (11.3), ``most`` and ``fours`` are what the play reveals about the hands (see ``Knowledge``). The private
    part is the ``hand``, the card chosen for an unfinished pass (``passing``), and the cards ``given`` to the left and
    ``received`` from the right in the passes of this hand, in order.
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
    last_trick: FinishedTrick | None
    last_hand: tuple[tuple[int, int], ...]
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
    def left(self) -> int:
        """The seat that receives what this seat passes (8.4)."""
        return ((self.seat or 0) + 1) % self.seats

    @property
    def right(self) -> int:
        """The seat that passes to this seat (8.4)."""
        return ((self.seat or 0) - 1) % self.seats

    @property
    def trump(self) -> int:
        """The suit of the indicator."""
        return self.face_up[-1] & 3

    @property
    def led(self) -> int | None:
        """The led suit of the current trick; ``None`` before the lead (5.2)."""
        return led_suit(self.trick[0], self.trump) if self.trick else None

    @property
    def leader(self) -> int:
        """The seat that leads or led the current trick."""
        return (self.turn - len(self.trick)) % self.seats

    def settled(self, more: Sequence[tuple[Card, Card | None]] = ()) -> Trick:
        """The current trick if it ended now, or after ``more`` cards, each with any four shown alongside it."""
        cards, showing = zip(*zip(self.trick, self.showing, strict=True), *more, strict=True)
        keep = self.options.king_rule == "keep"
        return settle(self.seats, self.leader, cards, showing, self.trump, self.mult, keep, False)

    @override
    def actions(self) -> list[Action]:
        return legal_actions(self.phase, self.hand, self.led) if self.may_act else []
