"""The position of a game of Counter, and how actions change it."""

from typing import Any

from typing_extensions import override

from engines.cards import Card, pack
from engines.contract import Game, Outcome, State
from engines.counter import events
from engines.counter.actions import BID, HAND_SIZE, OVER, PASS, PLAY, Action, Bid, Pass, Phase, Play
from engines.counter.document import Document
from engines.counter.options import Options
from engines.counter.rules.legal import Knowledge, legal_actions
from engines.counter.rules.trick import Trick, led_suit, points, settle
from engines.counter.rules.values import JACK
from engines.counter.view import CounterView
from engines.documents import write
from engines.kit.scoring import places_by
from engines.shuffling import shuffle

_TURN_OF = tuple((seat,) for seat in range(5))
_BY_SUIT = tuple(13 * (card & 3) + (card >> 2) for card in range(52))
"""Each card's sort key within a hand."""


def sort_hand(hand: list[Card]) -> None:
    """Sort a hand by suit, then rank."""
    hand.sort(key=_BY_SUIT.__getitem__)


class CounterState(State[Action]):
    """A position. The hands, the stack and the cards chosen for passing are hidden.

    ``face_up`` holds the indicator and the jacks on top of it, ``stack`` the face-down cards below. ``turn`` is the
    seat to act, or the next leader while cards are passed. ``trick`` and ``showing`` are the cards of the current trick
    and the fours shown with them; ``played`` holds the cards of earlier tricks in this hand, without jacks. ``shown``
    are the fours that each seat has shown in this hand, ``passing`` the card that each has chosen to pass, ``passed``
    the finished passes of this hand, ``last_hand`` each seat's bid and tricks in the hand before. ``known`` is what all
    of this reveals about the hands.
    """

    __slots__ = (
        "bids", "dealer", "face_up", "hand_no", "hands", "known", "last_hand", "last_trick", "mult", "options",
        "passed", "passing", "phase", "played", "scores", "seed", "showing", "shown", "stack", "target", "trick",
        "trick_no", "turn", "unclaimed", "won",
    )  # fmt: skip

    def __init__(self, game: Game[Action], options: Options, seats: int, seed: str, dealer: int) -> None:
        super().__init__(game)
        self.options = options
        self.seed = seed
        self.dealer = dealer
        self.target = options.target_for(seats)
        self.scores = [0] * seats
        self.hand_no = 1
        self.last_trick: Trick | None = None
        self.last_hand: tuple[tuple[int, int], ...] = ()
        self._clear(seats)

    def _clear(self, seats: int) -> None:
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
        self.known = Knowledge(seats)

    def deal(self) -> None:
        """Deal hand number ``hand_no`` (2.1)."""
        seats = len(self.hands)
        self._clear(seats)
        deck = pack()
        # Chance event 0 of a seed picks the first dealer, so hand 1 is shuffled by event 1.
        shuffle(deck, self.seed, self.hand_no)
        dealt = HAND_SIZE * seats
        self.hands = [deck[start : start + HAND_SIZE] for start in range(0, dealt, HAND_SIZE)]
        for hand in self.hands:
            sort_hand(hand)
        self.face_up = [deck[dealt]]
        self.stack = tuple(deck[dealt + 1 :])

    @property
    @override
    def seats(self) -> int:
        return len(self.hands)

    @property
    def indicator(self) -> Card:
        """The card whose suit is the trump suit (2.1, 8.2)."""
        return self.face_up[-1]

    @property
    def most(self) -> list[tuple[int, ...]]:
        """How many cards of each suit each seat can hold (see ``Knowledge``)."""
        return self.known.most

    @property
    def fours(self) -> list[tuple[Card, ...]]:
        """The fours that each seat is known to hold (see ``Knowledge``)."""
        return self.known.fours

    @property
    def led(self) -> int | None:
        """The led suit of the current trick; ``None`` before the lead (5.2)."""
        return led_suit(self.trick[0], self.face_up[-1] & 3) if self.trick else None

    @property
    @override
    def to_act(self) -> tuple[int, ...]:
        """The seat whose turn it is; while cards are passed, all seats that have not chosen one."""
        if self.phase == PASS:
            return tuple([seat for seat, card in enumerate(self.passing) if card is None])
        return () if self.phase == OVER else _TURN_OF[self.turn]

    @override
    def actions(self, seat: int) -> list[Action]:
        phase = self.phase
        acts = self.passing[seat] is None if phase == PASS else seat == self.turn and phase != OVER
        return legal_actions(phase, self.hands[seat], self.led) if acts else []

    @override
    def forced(self) -> tuple[int, Action] | None:
        """Passing or playing the last card in hand: everybody knows that its player has no choice."""
        if self.trick_no == HAND_SIZE and self.phase in (PLAY, PASS):
            for seat in self.to_act:
                if len(self.hands[seat]) == 1:
                    return seat, self.actions(seat)[0]
        return None

    @override
    def apply(self, seat: int, action: Action) -> None:
        if isinstance(action, Play):
            self._play(seat, action)
        elif isinstance(action, Pass):
            self._choose(seat, action.card)
        else:
            self._bid(seat, action)

    def _bid(self, seat: int, bid: Bid) -> None:
        if self.events is not None:
            self.events.append(events.MadeBid(seat, bid.tricks))
        self.bids[seat] = bid.tricks
        self.turn = (seat + 1) % len(self.hands)
        if None not in self.bids:
            self.phase = PLAY
            self.turn = (self.dealer + 1) % len(self.hands)

    def _play(self, seat: int, play: Play) -> None:
        if self.events is not None:
            self.events.append(events.Played(seat, play.card, play.shown))
        self.known.played(seat, play.card, play.shown, self.led)
        self.hands[seat].remove(play.card)
        self.trick.append(play.card)
        self.showing.append(play.shown)
        if play.shown is not None and play.shown not in self.shown[seat]:
            self.shown[seat] += (play.shown,)
        seats = len(self.hands)
        self.turn = (seat + 1) % seats
        if len(self.trick) == seats:
            self._finish_trick()

    def _finish_trick(self) -> None:
        """Decide the trick (6 to 8). The last player sits just before the leader, so ``turn`` is the leader."""
        # In a real game a hand lasts ten tricks; a position may have been set up with fewer cards.
        last = self.trick_no >= HAND_SIZE or not all(self.hands)
        keep = self.options.king_rule == "keep"
        seats, cards = len(self.hands), tuple(self.trick)
        trick = settle(seats, self.turn, cards, tuple(self.showing), self.face_up[-1] & 3, self.mult, keep, last)
        self.last_trick = trick
        self.trick = []
        self.showing = []
        for card in cards:
            (self.face_up if card >> 2 == JACK else self.played).append(card)
        if trick.winning is None:
            self.unclaimed += 1
        else:
            self.won[(self.turn + trick.winning) % seats] += 1
        if self.events is not None:
            self.events += events.of_trick(trick)
        if last:
            self._finish_hand()
            return
        self.trick_no += 1
        self.turn = trick.next_leader
        self.mult = trick.next_mult
        if trick.passing:
            self.phase = PASS

    def _choose(self, seat: int, card: Card) -> None:
        """Set a card aside for passing; once everybody has chosen, the cards change hands (8.4)."""
        if self.events is not None:
            self.events.append(events.ChoseCard(seat))
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
        if self.events is not None:
            self.events.append(events.CardsPassed())
            for giver, given in enumerate(chosen):
                right = (giver - 1) % len(chosen)
                self.events.append(events.Gave(giver, given, (giver + 1) % len(chosen)))
                self.events.append(events.Received(giver, chosen[right], right))

    def _finish_hand(self) -> None:
        """Score the hand (9), then end the game or deal the next hand (10)."""
        bids = [bid or 0 for bid in self.bids]
        gains = [points(bid, won, len(bids)) for bid, won in zip(bids, self.won, strict=True)]
        self.last_hand = tuple(zip(bids, self.won, strict=True))
        self.scores = [total + gain for total, gain in zip(self.scores, gains, strict=True)]
        if self.events is not None:
            if self.unclaimed:
                self.events.append(events.TricksUnclaimed(self.unclaimed))
            self.events += map(events.Scored, range(len(bids)), bids, self.won, gains, self.scores)
        if max(self.scores) >= self.target or self.hand_no >= self.options.max_hands:
            self.phase = OVER
            return
        self.hand_no += 1
        self.dealer = (self.dealer + 1) % len(bids)
        self.deal()
        if self.events is not None:
            self.events.append(events.NextHand(self.hand_no, self.dealer, self.indicator))

    @property
    @override
    def outcome(self) -> Outcome | None:
        """The result: the highest total wins, ties share the win (10.2); "cap" is the limit of 10.3."""
        if self.phase != OVER:
            return None
        places = places_by(self.scores)
        reason = "target" if max(self.scores) >= self.target else "cap"
        return Outcome(places, tuple(self.scores), reason, places[0])

    @override
    def can_take_back(self, seat: int) -> bool:
        """A card chosen for passing, until everybody has chosen: nobody has seen it yet."""
        return self.passing[seat] is not None

    @override
    def view(self, seat: int | None) -> CounterView:
        return CounterView(
            seat=seat,
            to_act=self.to_act,
            options=self.options,
            target=self.target,
            phase=self.phase,
            turn=self.turn,
            dealer=self.dealer,
            hand_no=self.hand_no,
            trick_no=self.trick_no,
            bids=tuple(self.bids),
            won=tuple(self.won),
            unclaimed=self.unclaimed,
            scores=tuple(self.scores),
            counts=tuple(map(len, self.hands)),
            face_up=tuple(self.face_up),
            stack=len(self.stack),
            mult=self.mult,
            trick=tuple(self.trick),
            showing=tuple(self.showing),
            last_trick=self.last_trick,
            last_hand=self.last_hand,
            played=tuple(self.played),
            shown=tuple(self.shown),
            most=tuple(self.most),
            fours=tuple(self.fours),
            chosen=tuple(card is not None for card in self.passing),
            hand=() if seat is None else tuple(self.hands[seat]),
            passing=None if seat is None else self.passing[seat],
            given=() if seat is None else tuple(cards[seat] for cards in self.passed),
            received=() if seat is None else tuple(cards[seat - 1] for cards in self.passed),
        )

    @override
    def dump(self) -> dict[str, Any]:
        return write(Document, self)
