"""The position of a game of Counter, and how actions change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from engines.cards import Card, pack
from engines.contract import Outcome, State
from engines.counter import actions, news
from engines.counter.actions import BID, HAND_SIZE, OVER, PASS, PLAY, Action, Bid, Pass, Phase, Play
from engines.counter.document import write
from engines.counter.knowledge import Shown
from engines.counter.ranks import JACK
from engines.counter.refusals import refuse
from engines.counter.scoring import places, points
from engines.counter.trick import Trick, led_suit, settle
from engines.counter.view import CounterView, look
from engines.shuffling import shuffle

if TYPE_CHECKING:
    from engines.counter.game import Counter
    from engines.counter.options import Options

_TURN_OF = tuple((seat,) for seat in range(5))
_BY_SUIT = tuple(13 * (card & 3) + (card >> 2) for card in range(52))
"""By card: its place in a sorted hand."""


def sort_hand(hand: list[Card]) -> None:
    """Sort a hand by suit, then rank."""
    hand.sort(key=_BY_SUIT.__getitem__)


class CounterState(State[Action]):
    """A position. Hidden in it: the hands, the stack, and what has been chosen for passing.

    ``face_up`` are the indicator and the jacks on top of it, ``stack`` the cards below, face down.
    ``turn`` is the seat on turn, or the next leader while cards are passed. ``trick`` and ``showing``
    are the cards of the trick in progress and the fours shown with them; ``played`` are those of the
    tricks before it in this hand, without jacks. ``shown`` are the fours that each seat has shown in
    this hand, ``passing`` what each has chosen to pass, ``passed`` the passes of this hand that are done.
    ``known`` is what all that tells about the hands.
    """

    __slots__ = (
        "_game",
        "bids",
        "dealer",
        "face_up",
        "hand_no",
        "hands",
        "known",
        "last_trick",
        "mult",
        "options",
        "passed",
        "passing",
        "phase",
        "played",
        "scores",
        "seed",
        "showing",
        "shown",
        "stack",
        "target",
        "trick",
        "trick_no",
        "turn",
        "unclaimed",
        "won",
    )

    def __init__(self, game: Counter, options: Options, seats: int, seed: str, dealer: int) -> None:
        self.news = None
        self._game = game
        self.options = options
        self.seed = seed
        self.dealer = dealer
        self.target = options.target_for(seats)
        self.scores = [0] * seats
        self.hand_no = 1
        self.last_trick: Trick | None = None
        self.clear(seats)

    def clear(self, seats: int) -> None:
        """Take up all cards, for a new hand."""
        self.hands: list[list[Card]] = [[] for _ in range(seats)]
        self.face_up: list[Card] = []
        self.stack: tuple[Card, ...] = ()
        self.phase: Phase = BID
        self.turn = (self.dealer + 1) % seats
        self.bids: list[int | None] = [None] * seats
        self.won = [0] * seats
        self.unclaimed = 0
        self.trick_no = 1
        self.mult = 1
        self.trick: list[Card] = []
        self.showing: list[Card | None] = []
        self.played: list[Card] = []
        self.shown: list[tuple[Card, ...]] = [()] * seats
        self.passing: list[Card | None] = [None] * seats
        self.passed: list[tuple[Card, ...]] = []
        self.known = Shown(seats)

    def deal(self) -> None:
        """Deal the hand with the number ``hand_no`` (2.1)."""
        seats = len(self.hands)
        self.clear(seats)
        deck = pack()
        # Chance event 0 of a seed is the draw for the first dealer, so hand 1 is shuffled by event 1.
        shuffle(deck, self.seed, self.hand_no)
        dealt = HAND_SIZE * seats
        self.hands = [deck[start : start + HAND_SIZE] for start in range(0, dealt, HAND_SIZE)]
        for hand in self.hands:
            sort_hand(hand)
        self.face_up = [deck[dealt]]
        self.stack = tuple(deck[dealt + 1 :])

    @property
    def game(self) -> Counter:
        """The rules."""
        return self._game

    @property
    def led(self) -> int | None:
        """The led suit of the trick in progress, ``None`` before the lead (5.2)."""
        return led_suit(self.trick[0], self.face_up[-1] & 3) if self.trick else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seat on turn; while cards are passed all that have not chosen; nobody when the game is over."""
        if self.phase == PASS:
            return tuple([seat for seat, card in enumerate(self.passing) if card is None])
        return () if self.phase == OVER else _TURN_OF[self.turn]

    def actions(self, seat: int) -> list[Action]:
        """All legal actions of ``seat``."""
        phase = self.phase
        if phase == PLAY:
            return actions.plays(self.hands[seat], self.led) if seat == self.turn else []
        if phase == PASS:
            return actions.passes(self.hands[seat]) if self.passing[seat] is None else []
        return actions.bids() if phase == BID and seat == self.turn else []

    def forced(self) -> tuple[int, Action] | None:
        """The last card of a hand, to be passed on or played: everybody knows that its player has no choice."""
        if self.trick_no == HAND_SIZE and self.phase in (PLAY, PASS):
            for seat in self.to_act:
                if len(self.hands[seat]) == 1:
                    return seat, self.actions(seat)[0]
        return None

    def check(self, seat: int, action: Action) -> None:
        """Refuse an illegal action by what its seat can see, so that the reason gives nothing away."""
        if action not in self.actions(seat):
            raise refuse(self.view(seat), action)

    def apply(self, seat: int, action: Action) -> None:
        """Play a legal action."""
        if self.news is not None:
            news.tell_action(self, seat, action)
        if isinstance(action, Play):
            self._play(seat, action)
        elif isinstance(action, Pass):
            self._choose(seat, action.card)
        else:
            self._bid(seat, action)

    def _bid(self, seat: int, bid: Bid) -> None:
        self.bids[seat] = bid.tricks
        self.turn = (seat + 1) % len(self.hands)
        if None not in self.bids:
            self.phase = PLAY
            self.turn = (self.dealer + 1) % len(self.hands)

    def _play(self, seat: int, play: Play) -> None:
        self.known.played(seat, play.card, play.shown, self.led)
        self.hands[seat].remove(play.card)
        self.trick.append(play.card)
        self.showing.append(play.shown)
        if play.shown is not None and play.shown not in self.shown[seat]:
            self.shown[seat] += (play.shown,)
        self.turn = (seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            self._finish_trick()

    def _finish_trick(self) -> None:
        """Decide the trick (6 to 8). Whoever played last sits before the leader, so ``turn`` is the leader."""
        # In a real hand the cards last for ten tricks; a position may have been set up with fewer.
        last = self.trick_no >= HAND_SIZE or not all(self.hands)
        keep = self.options.king_rule == "keep"
        cards = tuple(self.trick)
        trick = settle(self.turn, cards, tuple(self.showing), self.face_up[-1] & 3, self.mult, keep, last)
        self.last_trick = trick
        self.trick = []
        self.showing = []
        for card in cards:
            (self.face_up if card >> 2 == JACK else self.played).append(card)
        if trick.winning is None:
            self.unclaimed += 1
        else:
            self.won[(self.turn + trick.winning) % len(cards)] += 1
        if self.news is not None:
            news.tell_trick(self, trick)
        if last:
            self._finish_hand()
            return
        self.trick_no += 1
        self.turn = trick.next_leader
        self.mult = 1 if trick.lone_six is None else 2
        if trick.passing:
            self.phase = PASS

    def _choose(self, seat: int, card: Card) -> None:
        """A card is laid out for passing; when all are, they change hands (8.4)."""
        self.hands[seat].remove(card)
        self.passing[seat] = card
        chosen = [choice for choice in self.passing if choice is not None]
        if len(chosen) < len(self.hands):
            return
        for giver, given in enumerate(chosen):
            taker = self.hands[(giver + 1) % len(chosen)]
            taker.append(given)
            sort_hand(taker)
        self.passed.append(tuple(chosen))
        self.known.passed()
        self.passing = [None] * len(chosen)
        self.phase = PLAY
        if self.news is not None:
            news.tell_passes(self)

    def _finish_hand(self) -> None:
        """Score the hand (9), then end the game or deal on (10)."""
        seats = len(self.hands)
        gains = [points(bid or 0, won, seats) for bid, won in zip(self.bids, self.won, strict=True)]
        self.scores = [total + gain for total, gain in zip(self.scores, gains, strict=True)]
        if self.news is not None:
            news.tell_scores(self, gains)
        if max(self.scores) >= self.target or self.hand_no >= self.options.max_hands:
            self.phase = OVER
            return
        self.hand_no += 1
        self.dealer = (self.dealer + 1) % seats
        self.deal()
        if self.news is not None:
            news.tell_deal(self)

    @property
    def outcome(self) -> Outcome | None:
        """The result: the highest total wins, equal ones share it (10.2); "cap" is the limit of 10.3."""
        if self.phase != OVER:
            return None
        placed = places(self.scores)
        reason = "target" if max(self.scores) >= self.target else "cap"
        return Outcome(placed, tuple(self.scores), reason, placed[0])

    def can_take_back(self, seat: int) -> bool:
        """A card chosen for passing, until all have chosen: nobody has seen it."""
        return self.passing[seat] is not None

    def view(self, seat: int | None) -> CounterView:
        """What ``seat`` may know (11)."""
        return look(self, seat)

    def dump(self) -> dict[str, Any]:
        """The whole position, with the keys of Annex B."""
        return write(self)

    def clone(self) -> Self:
        """An independent copy."""
        copy = type(self).__new__(type(self))
        copy.news = None
        copy._game = self._game
        copy.options = self.options
        copy.seed = self.seed
        copy.target = self.target
        copy.dealer = self.dealer
        copy.hand_no = self.hand_no
        copy.phase = self.phase
        copy.turn = self.turn
        copy.trick_no = self.trick_no
        copy.mult = self.mult
        copy.unclaimed = self.unclaimed
        copy.stack = self.stack
        copy.last_trick = self.last_trick
        copy.hands = [hand[:] for hand in self.hands]
        copy.face_up = self.face_up[:]
        copy.bids = self.bids[:]
        copy.won = self.won[:]
        copy.scores = self.scores[:]
        copy.trick = self.trick[:]
        copy.showing = self.showing[:]
        copy.played = self.played[:]
        copy.shown = self.shown[:]
        copy.passing = self.passing[:]
        copy.passed = self.passed[:]
        copy.known = self.known.copy()
        return copy
