"""Quick judgement for Counter: how many tricks a hand should win, and how to win exactly as many as were bid.

The powers make it hard to reason out how likely a card wins a trick: an ace that is led wins more often than a king. So
each rank has its own odds, as a trump and as another card, as counted in games of computers of this policy, in each of
three situations:

- ``held``: in hand, that the card wins some trick later
- ``lead``: led to a trick
- ``win``: played to a trick that it would win if nobody played after it
"""

from collections.abc import Iterable
from itertools import product
from math import exp
from random import Random
from typing import TypeAlias

from engines.cards import RANKS, Card
from engines.counter.actions import BID, HAND_SIZE, Action, Bid, Play
from engines.counter.game import Counter
from engines.counter.rules.trick import points, settle
from engines.counter.state import CounterState
from opponents.policies.base import Policy, shares
from opponents.policies.weights import WEIGHTS

_FITTED = WEIGHTS[Counter.key]
_MOST_SEATS = max(Counter.seats)

Table: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]
"""The chances of cards that are no trumps, and of trumps, by rank."""

BEATEN = 0.04
"""The chance of a card that another one beats already: powers may still turn that around."""
SHOWN = 0.95
"""The chance of a four that is played with another four shown: only a queen can stop it (7.1)."""


def _table(situation: str, others: float) -> Table:
    """The chances in this situation; ``others`` are the log-odds of everything but the card."""
    side, trumps = (
        tuple(1 / (1 + exp(-_FITTED[f"{situation} {kind}{rank}"] - others)) for rank in RANKS)
        for kind in ("", "trump ")
    )
    return side, trumps


def _by_behind_and_left(situation: str) -> dict[tuple[int, int], Table]:
    """The chances by the number of players still to play and the number of cards in hand."""
    behind, left = _FITTED[f"{situation} behind"], _FITTED[f"{situation} left"]
    numbers = product(range(1, _MOST_SEATS), range(1, HAND_SIZE + 1))
    return {(more, cards): _table(situation, behind * more + left * cards) for more, cards in numbers}


HELD = tuple(_table("held", _FITTED["held seats"] * seats) for seats in range(_MOST_SEATS + 1))
"""By the number of players."""
LEAD = _by_behind_and_left("lead")
WIN = _by_behind_and_left("win")


def expected_tricks(cards: Iterable[Card], trump: int, seats: int) -> float:
    """How many tricks these cards win on average; the more players, the fewer."""
    held = HELD[seats]
    return sum([held[card & 3 == trump][card >> 2] for card in cards])


def promised_tricks(seats: int) -> float:
    """How many tricks all hands together expect for each trick that there is.

    Chances are counted card by card. Their sum may differ from the number of tricks, which does not matter when cards
    are compared but would be false as a number.
    """
    side, trumps = HELD[seats]
    return seats * (3 * sum(side) + sum(trumps)) / (4 * len(RANKS))


POINT = 0.5
"""The value of a point: one more multiplies the odds of winning by e to this power."""
CROWD = 1.0
"""How fast the chance of a card falls when players want more tricks than there are, and grows when they want fewer."""
CONTROL = 1.3
"""How far from the expected number of tricks, in tricks, a player can often still steer to the bid."""


class CounterPolicy(Policy[Action]):
    """Plays the card that brings the tricks the hand should still win closest to those still needed."""

    rewards_patience = False
    """With five times the time, a player decides as a hard one: by its own figures it gains 0.1 % ± 0.2 of a win."""
    horizon = 100
    oversights = 0.85
    """One good card in two makes no bid: who overlooked less would win as often as a beginner."""
    lapses = 0.0
    """Lapses are so costly here that they would make the normal level hardly better than the easy one."""

    def prefer(self, state: CounterState, seat: int, rng: Random) -> Action:
        """The bid that promises most, or the card that brings the tricks closest to the bid."""
        return self.candidates(state, seat, rng)[0]

    def overlook(self, state: CounterState, seat: int, rng: Random) -> Action:
        """A beginner misjudges a hand by up to three tricks, but bids no ten of them; else anything."""
        if state.phase == BID:
            best = self.prefer(state, seat, rng)
            assert isinstance(best, Bid)
            return Bid(max(best.tricks + rng.choice((-3, -2, 2, 3)), 0))
        return super().overlook(state, seat, rng)

    def candidates(self, state: CounterState, seat: int, rng: Random) -> list[Action]:
        """The bids that promise most, or all cards, best first."""
        hand, trump = state.hands[seat], state.face_up[-1] & 3
        seats = len(state.hands)
        if state.phase == BID:
            expected = expected_tricks(hand, trump, seats)
            bids = sorted(range(HAND_SIZE + 1), key=lambda bid: _promise(bid, expected, seats), reverse=True)
            return [Bid(bid) for bid in bids[:4]]
        actions = state.actions(seat)
        if len(actions) == 1:
            return actions
        chances = _chances(state, hand, trump)
        short = _wanted(state, seat) - sum(chances.values())
        misses = dict[Action, float]()
        for action in actions:  # how far off target the seat expects to end up: a strong card wins or is wasted
            assert not isinstance(action, Bid)
            won = _chance(state, seat, action) if isinstance(action, Play) else 0.0
            misses[action] = abs(short + chances[action.card] - won)
        return sorted(actions, key=misses.__getitem__)

    def chapter(self, state: CounterState) -> int:
        """The number of the hand."""
        return state.hand_no

    def standing(self, state: CounterState) -> tuple[float, ...]:
        """Judged by points, even beyond the target: the highest total wins."""
        return shares([POINT * score for score in state.scores])


def _promise(bid: int, expected: float, seats: int) -> float:
    """What a bid should earn: its points (9.2), less likely the further it is from the expected number of tricks."""
    return points(bid, bid, seats) * exp(-(((bid - expected) / CONTROL) ** 2) / 2)


def _chances(state: CounterState, hand: list[Card], trump: int) -> dict[Card, float]:
    """How likely each of these cards wins: less likely, the more tricks all players together still want."""
    seats, left = len(state.hands), HAND_SIZE + 1 - state.trick_no
    wanted = sum([_wanted(state, seat) for seat in range(seats)])
    scale, held = exp(-CROWD * (wanted - left) / left), HELD[seats]
    return {card: scale * held[card & 3 == trump][card >> 2] for card in hand}


def _wanted(state: CounterState, seat: int) -> float:
    """How many of the remaining tricks to aim for."""
    won = state.won[seat]
    left = HAND_SIZE + 1 - state.trick_no
    missing = (state.bids[seat] or 0) - won
    if 0 <= missing <= left:
        return missing
    # The bid is lost: taking many tricks still scores, and taking none scores a little (9.2).
    return left if won else 0


def _chance(state: CounterState, seat: int, play: Play) -> float:
    """The chance that this card wins the trick: exact for the last player, an estimate for the others."""
    seats, card = len(state.hands), play.card
    cards, trump = (*state.trick, card), state.face_up[-1] & 3
    behind = seats - len(cards)
    if len(cards) > 1:
        leader, keep = (seat - len(state.trick)) % seats, state.options.king_rule == "keep"
        trick = settle(seats, leader, cards, (*state.showing, play.shown), trump, state.mult, keep, False)
        wins = trick.winning == len(cards) - 1
        if not behind:
            return 1.0 if wins else 0.0
        if not wins:
            return BEATEN
    if play.shown is not None:
        return SHOWN
    return (LEAD if len(cards) == 1 else WIN)[behind, len(state.hands[seat])][card & 3 == trump][card >> 2]
