"""Quick judgement for Counter: how many tricks a hand should win, and how to win exactly as many as were bid."""

from collections.abc import Iterable
from math import exp
from random import Random

from engines.cards import Card
from engines.counter.actions import BID, HAND_SIZE, PASS, Action, Bid, Pass, Play
from engines.counter.rules.trick import settle
from engines.counter.state import CounterState
from opponents.policies.base import Policy, shares

SIDE = (0.23, 0.67, 0.25, 0.05, 0.15, 0.13, 0.19, 0.20, 0.20, 0.37, 0.17, 0.24, 0.20)
"""How often a card of each rank, ace to king, wins its trick at a table of four if it is not a trump."""
TRUMP = (0.44, 0.26, 0.40, 0.07, 0.42, 0.28, 0.25, 0.45, 0.48, 0.35, 0.45, 0.50, 0.55)
"""The same for trumps."""
POINT = 0.5
"""The value of a point: one more multiplies the odds of winning by e to this power."""
CROWD = 1.5
"""How fast the chance of a card falls when players want more tricks than there are, and grows when they want fewer."""
BOLDNESS = 0.35
"""How much to add to the expected number of tricks when bidding: making a higher bid scores more."""


class CounterPolicy(Policy[Action]):
    """Plays the card that brings the tricks the hand should still win closest to those still needed."""

    horizon = 100
    lapses = 0.0
    """Lapses are so costly here that they would make the normal level hardly better than the easy one."""

    def prefer(self, state: CounterState, seat: int, rng: Random) -> Action:
        """The bid that best suits the hand, or the card that brings the tricks closest to the bid."""
        return self.candidates(state, seat, rng)[0]

    def candidates(self, state: CounterState, seat: int, rng: Random) -> list[Action]:
        """Bids near the expected number of tricks, or all cards, best first."""
        hand, trump = state.hands[seat], state.face_up[-1] & 3
        seats = len(state.hands)
        if state.phase == BID:
            expected = expected_tricks(hand, trump, seats)
            bids = sorted(range(HAND_SIZE + 1), key=lambda bid: abs(bid - expected - BOLDNESS))
            return [Bid(bid) for bid in bids[:4]]
        actions = state.actions(seat)
        if len(actions) == 1:
            return actions
        wanted = _wanted(state, seat)
        strengths = _strengths(state, hand, trump)
        whole = sum(strengths.values())
        if state.phase == PASS:
            return sorted(actions, key=lambda action: _pass_miss(action, wanted, whole, strengths))
        misses = {action: _play_miss(state, seat, action, wanted, whole, strengths) for action in actions}
        return sorted(actions, key=misses.__getitem__)

    def chapter(self, state: CounterState) -> int:
        """The number of the hand."""
        return state.hand_no

    def standing(self, state: CounterState) -> tuple[float, ...]:
        """Judged by points, even beyond the target: the highest total wins."""
        return shares([POINT * score for score in state.scores])


def expected_tricks(cards: Iterable[Card], trump: int, seats: int) -> float:
    """How many tricks these cards win on average; the more players, the fewer."""
    return 4 / seats * sum(TRUMP[card >> 2] if card & 3 == trump else SIDE[card >> 2] for card in cards)


def _strengths(state: CounterState, hand: Iterable[Card], trump: int) -> dict[Card, float]:
    """How often each of these cards wins: less often, the more tricks all players together still want."""
    seats, left = len(state.hands), HAND_SIZE + 1 - state.trick_no
    wanted = sum([_wanted(state, seat) for seat in range(seats)])
    scale = 4 / seats * exp(-CROWD * (wanted - left) / left)
    return {card: scale * (TRUMP if card & 3 == trump else SIDE)[card >> 2] for card in hand}


def _wanted(state: CounterState, seat: int) -> float:
    """How many of the remaining tricks to aim for."""
    won = state.won[seat]
    left = HAND_SIZE + 1 - state.trick_no
    missing = (state.bids[seat] or 0) - won
    if 0 <= missing <= left:
        return missing
    # The bid is lost: taking many tricks still scores, and taking none scores a little (9.2).
    return left if won else 0


def _pass_miss(action: Action, wanted: float, whole: float, strengths: dict[Card, float]) -> float:
    return abs(wanted - whole + strengths[action.card]) if isinstance(action, Pass) else 0.0


def _play_miss(
    state: CounterState, seat: int, action: Action, wanted: float, whole: float, strengths: dict[Card, float]
) -> float:
    """How far off target the seat expects to end up after this card: a strong card wins tricks or is wasted."""
    if not isinstance(action, Play):
        return 0.0
    chance = _chance(state, seat, action, strengths[action.card])
    return abs(wanted - chance - (whole - strengths[action.card]))


def _chance(state: CounterState, seat: int, play: Play, strength: float) -> float:
    """The chance that this card wins the trick: exact for the last player, an estimate for the others."""
    seats = len(state.hands)
    cards = (*state.trick, play.card)
    behind = seats - len(cards)
    leader = (seat - len(state.trick)) % seats
    if len(cards) > 1:
        trick = settle(
            seats,
            leader,
            cards,
            (*state.showing, play.shown),
            state.face_up[-1] & 3,
            state.mult,
            state.options.king_rule == "keep",
            False,
        )
        wins = trick.winning == len(cards) - 1
        if not behind:
            return 1.0 if wins else 0.0
        if not wins:
            return 0.05 * behind
    if play.shown is not None:
        return 0.85
    return min(1.0, strength * 2) ** (behind / (seats - 1)) if len(cards) > 1 else min(1.0, strength)
