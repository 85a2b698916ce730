"""Quick judgement for 3 Piles: grow one long pile without gaps, close others from ace to king, mind the diamonds."""

from __future__ import annotations

from random import Random

from engines.cards import Card
from engines.three_piles.actions import OVER, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.piles import DIAMONDS, score
from engines.three_piles.state import ThreePilesState
from opponents.policies.base import Policy, duel

OPEN_RANK = 0.5
"""What a rank that a pile can still take is worth, in points, while there is much time to fill it."""
HALF_CLOSED, UNCLOSED = 1.8, 1.1
"""What a pile may yet earn as an ace-king pile: with one of the two in it, and with neither."""
TIME_TO_FILL = 10
"""With so many own turns left the future counts in full."""
DENIAL = 0.35
"""What it is worth that the opponent cannot have a card, as a share of what it would bring there."""
UNKNOWN_CARD = 1.0
"""What a card from the deck brings on average."""
SCALE = 4.0
"""A lead of so many points makes a win e times as likely as a loss."""

Ends = tuple[int, int, int]
"""Number of cards, lowest and highest rank of a pile; an empty pile is as open as can be."""
EMPTY: Ends = (0, 13, -1)


def _ends(pile: list[Card]) -> Ends:
    return (len(pile), pile[0] >> 2, pile[-1] >> 2) if pile else EMPTY


def _open_ranks(ends: Ends) -> int:
    count, low, high = ends
    return low + 12 - high if count else 13


def _bonus(ends: Ends, time: float) -> float:
    """What a pile earns, or may earn, for an ace and a king."""
    _, low, high = ends
    if low == 0 and high == 12:
        return 3.0
    return time * (HALF_CLOSED if low == 0 or high == 12 else UNCLOSED)


class _Collection:
    """A seat's piles: what they promise, and what a card would add."""

    def __init__(self, piles: list[list[Card]], time: float) -> None:
        self.time = time
        self.ends = [_ends(pile) for pile in piles]
        self.lines = [ends[0] + OPEN_RANK * time * _open_ranks(ends) for ends in self.ends]
        self.bonuses = [_bonus(ends, time) for ends in self.ends]
        self.longest = max(self.lines)

    def promise(self) -> float:
        """The points that the piles will be worth, as far as one can tell, without the diamonds."""
        return self.longest + sum(self.bonuses)

    def gain(self, card: Card, pile: int) -> float | None:
        """What this card on that pile adds; ``None`` if it does not fit."""
        count, low, high = self.ends[pile]
        rank = card >> 2
        if count and low <= rank <= high:
            return None
        after = (count + 1, min(low, rank), max(high, rank))
        line = count + 1 + OPEN_RANK * self.time * _open_ranks(after)
        others = max(line for number, line in enumerate(self.lines) if number != pile)
        diamond = 1.0 if card & 3 == DIAMONDS else 0.0
        return max(line, others) - self.longest + _bonus(after, self.time) - self.bonuses[pile] + diamond

    def best(self, card: Card) -> float:
        """The most that this card can add; nothing if it only harms, for nobody needs to take it."""
        return max((gain for pile in range(3) if (gain := self.gain(card, pile)) is not None and gain > 0), default=0.0)


class ThreePilesPolicy(Policy[Action]):
    """Takes what adds most to the own piles, and a little what keeps good cards from the opponent."""

    horizon = 30

    def prefer(self, state: ThreePilesState, seat: int, rng: Random) -> Action:
        """The action with the best balance of own gain and what it leaves to the opponent."""
        return self._ranked(state, seat)[0]

    def candidates(self, state: ThreePilesState, seat: int, rng: Random) -> list[Action]:
        """Everything but the clearly worst, the best first."""
        return self._ranked(state, seat)[:8]

    def chapter(self, state: ThreePilesState) -> int:
        """The number of the game in a match."""
        return state.game_no

    def standing(self, state: ThreePilesState) -> tuple[float, ...]:
        """By points in the match, the promise of the piles and diamonds."""
        points: list[float] = [*state.totals]
        if state.phase != OVER:
            for seat in (0, 1):
                piles = _Collection(state.piles[seat], _time(state))
                points[seat] += piles.promise() + score(state.piles[seat]).diamonds
        return duel(points[0] - points[1], SCALE)

    def _ranked(self, state: ThreePilesState, seat: int) -> list[Action]:
        actions = state.actions(seat)
        if len(actions) == 1:
            return actions
        time = _time(state)
        mine, theirs = _Collection(state.piles[seat], time), _Collection(state.piles[1 - seat], time)
        tops = [(mine.best(stack[-1]), theirs.best(stack[-1])) if stack else (0.0, 0.0) for stack in state.stacks]
        values: dict[Action, float] = {}
        for action in actions:
            values[action] = self._value(state, seat, action, mine, theirs, tops)
        return sorted(actions, key=lambda action: -values[action])

    def _value(
        self,
        state: ThreePilesState,
        seat: int,
        action: Action,
        mine: _Collection,
        theirs: _Collection,
        tops: list[tuple[float, float]],
    ) -> float:
        if isinstance(action, Take):
            stack = state.stacks[action.stack]
            below = theirs.best(stack[-2]) if len(stack) > 1 else 0.0
            return (mine.gain(stack[-1], action.pile) or 0.0) + DENIAL * (tops[action.stack][1] - below)
        if isinstance(action, ToPile):
            return mine.gain(action.card, action.pile) or 0.0
        if isinstance(action, Draw):
            hand = max((mine.best(card) for card in state.hands[seat]), default=0.0)
            return max(hand, UNKNOWN_CARD * mine.time)
        if not isinstance(action, ToStack):
            return 0.0
        covered_mine, covered_theirs = tops[action.stack]
        card = action.card
        return DENIAL * (covered_theirs - theirs.best(card)) - DENIAL * (covered_mine + mine.best(card) / 2)


def _time(state: ThreePilesState) -> float:
    """From 1, a long time left, down to 0, by the turns that each player will have."""
    turns = (len(state.deck) + len(state.hands[0]) + len(state.hands[1])) / 2
    return min(1.0, turns / TIME_TO_FILL)
