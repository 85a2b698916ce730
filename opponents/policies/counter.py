"""Quick judgement for Counter: how many tricks a hand should win, and how to win exactly as many as were bid."""

from math import exp
from random import Random

from engines.cards import Card
from engines.counter.actions import BID, HAND_SIZE, PASS, Action, Bid, Pass, Play
from engines.counter.rules.trick import points, settle
from engines.counter.state import CounterState
from opponents.policies.base import Policy, shares
from opponents.policies.trick_chances import BEATEN, HELD, LEAD, SHOWN, WIN, expected_tricks

POINT = 0.5
"""The value of a point: one more multiplies the odds of winning by e to this power."""
CROWD = 1.0
"""How fast the chance of a card falls when players want more tricks than there are, and grows when they want fewer."""
CONTROL = 1.3
"""How far from the expected number of tricks, in tricks, a player can often still steer to the bid."""

Chances = dict[Card, float]


class CounterPolicy(Policy[Action]):
    """Plays the card that brings the tricks the hand should still win closest to those still needed."""

    horizon = 100
    lapses = 0.0
    """Lapses are so costly here that they would make the normal level hardly better than the easy one."""

    def prefer(self, state: CounterState, seat: int, rng: Random) -> Action:
        """The bid that promises most, or the card that brings the tricks closest to the bid."""
        return self.candidates(state, seat, rng)[0]

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
        wanted = _wanted(state, seat)
        chances = _chances(state, hand, trump)
        whole = sum(chances.values())
        miss = _pass_miss if state.phase == PASS else _play_miss
        misses = {action: miss(state, seat, action, wanted - whole, chances) for action in actions}
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


def _chances(state: CounterState, hand: list[Card], trump: int) -> Chances:
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


def _pass_miss(state: CounterState, seat: int, action: Action, short: float, chances: Chances) -> float:
    """How far off target the seat expects to end up without this card. ``short`` is what its whole hand leaves open."""
    return abs(short + chances[action.card]) if isinstance(action, Pass) else 0.0


def _play_miss(state: CounterState, seat: int, action: Action, short: float, chances: Chances) -> float:
    """How far off target the seat expects to end up after this card: a strong card wins tricks or is wasted."""
    return abs(short + chances[action.card] - _chance(state, seat, action)) if isinstance(action, Play) else 0.0


def _chance(state: CounterState, seat: int, play: Play) -> float:
    """The chance that this card wins the trick: exact for the last player, an estimate for the others."""
    seats, card = len(state.hands), play.card
    cards, trump = (*state.trick, card), state.face_up[-1] & 3
    behind = seats - len(cards)
    if len(cards) > 1:
        trick = settle(
            seats,
            (seat - len(state.trick)) % seats,
            cards,
            (*state.showing, play.shown),
            trump,
            state.mult,
            state.options.king_rule == "keep",
            False,
        )
        wins = trick.winning == len(cards) - 1
        if not behind:
            return 1.0 if wins else 0.0
        if not wins:
            return BEATEN
    if play.shown is not None:
        return SHOWN
    return (LEAD if len(cards) == 1 else WIN)[behind, len(state.hands[seat])][card & 3 == trump][card >> 2]
