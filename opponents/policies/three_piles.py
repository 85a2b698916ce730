"""Quick judgement for 3 Piles: grow one long pile without gaps, run others from ace to king, mind the diamonds.

``_Collection`` and ``_Chances`` are made for every decision of a simulation, so they are written for speed.
"""

from collections.abc import Sequence
from itertools import accumulate
from random import Random

from engines.cards import Card
from engines.three_piles.actions import CHOOSE, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.rules import ACE, DIAMONDS, KING, score
from engines.three_piles.state import ThreePilesState
from opponents.policies.base import Policy, duel

LIVE = (0.0, 0.4, 0.48, 0.55, 0.66)
"""The value, in points, of a rank that a pile still accepts, by how many cards of that rank lie on no pile."""
HALF_CLOSED = (0.0, 0.35, 0.45, 0.58, 0.6)
"""The expected bonus of a pile that holds an ace or a king, by how many of the others lie on no pile."""
UNCLOSED = (0.0, 0.34, 0.45, 0.5, 0.58)
"""The same for a pile that holds neither, by the aces or kings that lie on no pile, whichever are fewer."""
BONUS = 3.0
"""The points for a pile with an ace and a king."""
TIME_TO_FILL = 2.0
"""With at least this many turns left, the future counts in full."""
SHORTER = 0.23
"""What a card is worth on a pile that does not become the longest, as a share of what it would add to the longest."""
DIAMOND = 0.7
"""The value of a diamond."""
DENIAL = 0.6
"""The value of denying the opponent a card, as a share of what the opponent would gain from it."""
UNKNOWN_CARD = 1.1
"""The average gain from a card drawn from the deck."""
RESERVED = 0.87
"""The cost of playing a card that was safe in hand."""
WIDEST = 10
"""How many actions to consider."""
SCALE = 4.0
"""A lead of this many points makes a win e times as likely as a loss."""
NOWHERE = -9.0
"""Less than any card can add to a pile."""

Piles = Sequence[Sequence[Card]]


class _Chances:
    """What can still come: how many cards of each rank lie on no pile, and the time left."""

    __slots__ = ("half_closed", "sums", "time", "unclosed", "whole")

    def __init__(self, state: ThreePilesState) -> None:
        live = [4] * 13
        for piles in state.piles:
            for pile in piles:
                for card in pile:
                    live[card >> 2] -= 1
        turns = (len(state.deck) + len(state.hands[0]) + len(state.hands[1])) / 2
        time = self.time = min(1.0, turns / TIME_TO_FILL)
        self.sums = [time * worth for worth in accumulate([LIVE[left] for left in live], initial=0.0)]
        """The value of all ranks below each rank."""
        self.whole = self.sums[-1]
        aces, kings = live[ACE], live[KING]
        self.half_closed = time * HALF_CLOSED[kings], time * HALF_CLOSED[aces]
        """The expected bonus of a pile with an ace, and of one with a king."""
        self.unclosed = time * UNCLOSED[min(aces, kings)]

    def bonus(self, low: int, high: int) -> float:
        """What a pile with these ends scores, or is expected to score, for having an ace and a king."""
        if low == ACE:
            return BONUS if high == KING else self.half_closed[0]
        return self.half_closed[1] if high == KING else self.unclosed


class _Collection:
    """A seat's piles: their expected value, and what a card would add."""

    __slots__ = ("_best", "_gains", "_places", "bonuses", "chances", "lines")

    def __init__(self, piles: Piles, chances: _Chances) -> None:
        self.chances = chances
        sums, whole, bonus = chances.sums, chances.whole, chances.bonus
        self.lines = [
            len(pile) + sums[pile[0] >> 2] + whole - sums[(pile[-1] >> 2) + 1] if pile else whole for pile in piles
        ]
        self.bonuses = [bonus(pile[0] >> 2, pile[-1] >> 2) if pile else chances.unclosed for pile in piles]
        one, two, three = self.lines
        others = two if two > three else three, one if one > three else three, one if one > two else two
        self._places = [
            (pile[0] >> 2 if pile else None, pile[-1] >> 2 if pile else 0, len(pile) + 1 + whole, line, longest, bonus)
            for pile, line, longest, bonus in zip(piles, self.lines, others, self.bonuses, strict=True)
        ]
        """Of each pile: its ends, its length with one more card, and what it is worth now beside the longest other."""
        self._gains: dict[int, list[float]] = {}
        self._best: dict[Card, float] = {}

    def gain(self, card: Card, number: int) -> float:
        """What this card adds to the pile with this number, which must accept it."""
        found = self._of_rank(card >> 2)[number]
        return found + DIAMOND if card & 3 == DIAMONDS else found

    def best(self, card: Card) -> float:
        """The most that this card can add; 0 if it only does harm, because nobody has to take it."""
        found = self._best.get(card)
        if found is None:
            most = max(self._of_rank(card >> 2))
            if card & 3 == DIAMONDS:
                most += DIAMOND
            found = self._best[card] = most if most > 0.0 else 0.0
        return found

    def _of_rank(self, rank: int) -> list[float]:
        """What a card of this rank adds to each pile, not counting diamonds; ``NOWHERE`` if it does not fit."""
        found = self._gains.get(rank)
        if found is not None:
            return found
        sums, bonus_of = self.chances.sums, self.chances.bonus
        found = self._gains[rank] = []
        for low, high, longer, line, others, bonus in self._places:
            if low is None:
                low = high = rank
            elif rank < low:
                low = rank
            elif rank > high:
                high = rank
            else:
                found.append(NOWHERE)
                continue
            longer += sums[low] - sums[high + 1]
            added = (longer if longer > others else others) - (others if others > line else line)
            found.append(added + SHORTER * (longer - line - added) + bonus_of(low, high) - bonus)
        return found


class ThreePilesPolicy(Policy[Action]):
    """Takes what adds most to its own piles and, to a lesser extent, denies the opponent good cards."""

    rewards_patience = False
    """With five times the time, a player decides as a hard one: by its own figures it gains 0.7 % ± 1.1 of a win."""

    def prefer(self, state: ThreePilesState, seat: int, rng: Random) -> Action:
        """The action with the best balance between its own gain and what it leaves the opponent."""
        actions = state.actions(seat)
        if len(actions) == 1:
            return actions[0]
        values = _values(state, seat, actions)
        return actions[values.index(max(values))]

    def candidates(self, state: ThreePilesState, seat: int, rng: Random) -> list[Action]:
        """The best few actions; drawing is always one of them."""
        actions = state.actions(seat)
        values = _values(state, seat, actions)
        ranked = sorted(range(len(actions)), key=lambda number: -values[number])
        found = [actions[number] for number in ranked[:WIDEST]]
        if state.phase == CHOOSE and state.deck and len(ranked) > WIDEST and actions[-1] not in found:
            found.append(actions[-1])
        return found

    def chapter(self, state: ThreePilesState) -> int:
        """The number of the game in a match."""
        return state.game_no

    def standing(self, state: ThreePilesState) -> tuple[float, ...]:
        """Judged by all points of the match so far."""
        first, second = [total + score(piles).total for total, piles in zip(state.totals, state.piles, strict=True)]
        return duel(first - second, SCALE)


def _values(state: ThreePilesState, seat: int, actions: list[Action]) -> list[float]:
    chances = _Chances(state)
    mine, theirs = _Collection(state.piles[seat], chances), _Collection(state.piles[1 - seat], chances)
    stacks = state.stacks
    denied = covered = [0.0, 0.0, 0.0]
    if state.phase == CHOOSE:
        denied = [_denied(stack, theirs) if stack else 0.0 for stack in stacks]
    if state.phase != CHOOSE or not state.deck:
        covered = [theirs.best(stack[-1]) - mine.best(stack[-1]) if stack else 0.0 for stack in stacks]
    values = list[float]()
    for action in actions:
        if isinstance(action, ToStack):
            card = action.card
            values.append(DENIAL * (covered[action.stack] - theirs.best(card) - mine.best(card) / 2))
        elif isinstance(action, ToPile):
            values.append(mine.gain(action.card, action.pile))
        elif isinstance(action, Take):
            values.append(mine.gain(stacks[action.stack][-1], action.pile) + denied[action.stack])
        elif isinstance(action, Draw):
            hand = max(map(mine.best, state.hands[seat]), default=0.0)
            values.append(max(hand - RESERVED, UNKNOWN_CARD * chances.time))
        else:
            values.append(0.0)
    return values


def _denied(stack: Sequence[Card], theirs: _Collection) -> float:
    """What the opponent loses when the top card of this stack is taken."""
    return DENIAL * (theirs.best(stack[-1]) - (theirs.best(stack[-2]) if len(stack) > 1 else 0.0))
