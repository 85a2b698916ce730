"""Quick judgement for 3 Piles: grow one long pile without gaps, run others from ace to king, mind the diamonds."""

from random import Random

from engines.cards import Card
from engines.three_piles.actions import CHOOSE, OVER, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.rules import DIAMONDS
from engines.three_piles.scoring import score
from engines.three_piles.state import ThreePilesState
from opponents.policies.base import Policy, duel

OPEN_RANK = 0.5
"""The value, in points, of a rank that a pile can still accept while there is plenty of time to fill it."""
HALF_CLOSED, UNCLOSED = 1.8, 1.1
"""The expected ace-and-king bonus of a pile that holds one of them, and of a pile that holds neither."""
TIME_TO_FILL = 10
"""With at least this many turns left, the future counts in full."""
DENIAL = 0.35
"""The value of denying the opponent a card, as a share of what the opponent would gain from it."""
UNKNOWN_CARD = 1.0
"""The average gain from a card drawn from the deck."""
SCALE = 4.0
"""A lead of this many points makes a win e times as likely as a loss."""
WIDEST = 10
"""How many actions to consider."""


class _Collection:
    """A seat's piles: their expected value, and what a card would add."""

    __slots__ = ("_best", "bonuses", "lines", "piles", "time")

    def __init__(self, piles: list[list[Card]], time: float) -> None:
        self.piles = piles
        self.time = time
        open_rank = OPEN_RANK * time
        self.lines = [
            len(pile) + open_rank * ((pile[0] >> 2) + 12 - (pile[-1] >> 2)) if pile else 13 * open_rank
            for pile in piles
        ]
        self.bonuses = [self._bonus(pile[0] >> 2, pile[-1] >> 2) if pile else time * UNCLOSED for pile in piles]
        self._best: dict[Card, float] = {}

    def promise(self) -> float:
        """The points that the piles are expected to score, not counting diamonds."""
        return max(self.lines) + sum(self.bonuses)

    def _bonus(self, low: int, high: int) -> float:
        """What a pile with these ends scores, or is expected to score, for having an ace and a king."""
        if low == 0:
            return 3.0 if high == 12 else self.time * HALF_CLOSED
        return self.time * (HALF_CLOSED if high == 12 else UNCLOSED)

    def gain(self, card: Card, number: int) -> float:
        """What this card adds to the pile with this number, which must accept it."""
        pile, rank = self.piles[number], card >> 2
        low = min(pile[0] >> 2, rank) if pile else rank
        high = max(pile[-1] >> 2, rank) if pile else rank
        line = len(pile) + 1 + OPEN_RANK * self.time * (low + 12 - high)
        one, two, three = self.lines
        others = max(two, three) if number == 0 else max(one, three) if number == 1 else max(one, two)
        longer = max(line, others) - max(others, self.lines[number])
        return longer + self._bonus(low, high) - self.bonuses[number] + (card & 3 == DIAMONDS)

    def best(self, card: Card) -> float:
        """The most that this card can add; 0 if it only does harm, because nobody has to take it."""
        found = self._best.get(card)
        if found is None:
            rank, found = card >> 2, 0.0
            for number, pile in enumerate(self.piles):
                if not pile or rank < pile[0] >> 2 or rank > pile[-1] >> 2:
                    found = max(found, self.gain(card, number))
            self._best[card] = found
        return found


class ThreePilesPolicy(Policy[Action]):
    """Takes what adds most to its own piles and, to a lesser extent, denies the opponent good cards."""

    horizon = 14
    exploration = 0.1

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
        """Judged by match points, the expected value of the piles, and diamonds."""
        points: list[float] = [*state.totals]
        if state.phase != OVER:
            for seat in (0, 1):
                piles = _Collection(state.piles[seat], _time(state))
                points[seat] += piles.promise() + score(state.piles[seat]).diamonds
        return duel(points[0] - points[1], SCALE)


def _time(state: ThreePilesState) -> float:
    """The time left, from 1 (plenty) down to 0, based on the turns that each player still has."""
    turns = (len(state.deck) + len(state.hands[0]) + len(state.hands[1])) / 2
    return min(1.0, turns / TIME_TO_FILL)


def _values(state: ThreePilesState, seat: int, actions: list[Action]) -> list[float]:
    """The value of each of these actions, in points."""
    time = _time(state)
    mine, theirs = _Collection(state.piles[seat], time), _Collection(state.piles[1 - seat], time)
    return [_value(state, seat, action, mine, theirs) for action in actions]


def _value(state: ThreePilesState, seat: int, action: Action, mine: _Collection, theirs: _Collection) -> float:
    if isinstance(action, Take):
        stack = state.stacks[action.stack]
        below = theirs.best(stack[-2]) if len(stack) > 1 else 0.0
        return mine.gain(stack[-1], action.pile) + DENIAL * (theirs.best(stack[-1]) - below)
    if isinstance(action, ToPile):
        return mine.gain(action.card, action.pile)
    if isinstance(action, ToStack):
        stack, card = state.stacks[action.stack], action.card
        covered = theirs.best(stack[-1]) - mine.best(stack[-1]) if stack else 0.0
        return DENIAL * (covered - theirs.best(card) - mine.best(card) / 2)
    if isinstance(action, Draw):
        return max(*map(mine.best, state.hands[seat]), UNKNOWN_CARD * mine.time) if state.hands[seat] else mine.time
    return 0.0
