"""Quick judgement for Counterweight: get rid of cards, keep the own penalty low and the opponent's high."""

from __future__ import annotations

from random import Random

from engines.counterweight import legal
from engines.counterweight.actions import Action, Collect, New, Phase, Place, Relocate
from engines.counterweight.piles import TEMPORARY, Pile
from engines.counterweight.state import CounterweightState
from opponents.policies.base import Policy, duel

OWNED = 1.0
"""What a card more to get rid of costs, in hand or on own piles: who has none is out and wins."""
PENALTY_EARLY, PENALTY_LATE = 0.1, 0.6
"""What a penalty point costs while the stock is full, and when it is empty and the game may end any time."""
COLLECTING = 0.3
"""What it is worth to have the cards of a pile back in hand, at the same penalty: piles cannot be left behind."""
FULL_STOCK = 38
SCALE = 5.0
"""A lead of so many points makes a win e times as likely as a loss."""
WIDEST = 12
"""So many couples are thought about; there can be two hundred."""


class _Side:
    """What one seat would score with."""

    __slots__ = ("hand", "lying", "piles")

    def __init__(self, state: CounterweightState, seat: int) -> None:
        own = [len(cards) for pile, cards in state.piles.items() if pile >= TEMPORARY and pile & 1 == seat]
        self.hand = len(state.hands[seat]) + len(state.limbo[seat])
        self.lying = sum(own)
        self.piles = len(own)

    def cost(self, weight: float, hand: int = 0, lying: int = 0, piles: int = 0) -> float:
        """How bad it is to have so many more cards in hand, on piles and so many more piles."""
        hand, lying, piles = self.hand + hand, self.lying + lying, self.piles + piles
        return OWNED * (hand + lying) + weight * (hand + lying * piles)


class CounterweightPolicy(Policy[Action]):
    """Weighs what both players still have to get rid of, and more and more the penalty points as the stock shrinks."""

    horizon = 24

    def prefer(self, state: CounterweightState, seat: int, rng: Random) -> Action:
        """The action after which one stands best."""
        return self._ranked(state, seat)[0]

    def candidates(self, state: CounterweightState, seat: int, rng: Random) -> list[Action]:
        """The best couples, or all else that can be done."""
        return self._ranked(state, seat)[:WIDEST]

    def chapter(self, state: CounterweightState) -> int:
        """The number of the game in a match."""
        return state.game_no

    def standing(self, state: CounterweightState) -> tuple[float, ...]:
        """By what both still have to get rid of, after the result of the match so far."""
        weight = _weight(state)
        lead = _Side(state, 1).cost(weight) - _Side(state, 0).cost(weight)
        if state.options.games is not None:
            lead += state.totals[1] - state.totals[0]
        return duel(lead + 2 * SCALE * (state.wins[0] - state.wins[1]), SCALE)

    def _ranked(self, state: CounterweightState, seat: int) -> list[Action]:
        actions = state.actions(seat)
        if len(actions) == 1:
            return actions
        if state.phase is Phase.RELOCATE:
            return sorted(actions, key=lambda action: -len(action.moved) if isinstance(action, Relocate) else 0)
        weight, mine, theirs = _weight(state), _Side(state, seat), _Side(state, 1 - seat)
        if state.phase is Phase.COLLECT:
            return sorted(actions, key=lambda action: _collecting(state, action, mine, weight))
        if isinstance(actions[0], New):
            return _openings(state, seat, actions)
        if len(actions) > WIDEST * 2:
            # Of many couples only what they do to the penalties is compared.
            actions = sorted(actions, key=lambda action: _owners(action, seat))[: WIDEST * 2]
        return sorted(actions, key=lambda action: _placing(state, seat, action, mine, theirs, weight))


def _weight(state: CounterweightState) -> float:
    """What a penalty point costs now."""
    return PENALTY_LATE + (PENALTY_EARLY - PENALTY_LATE) * min(len(state.stock) / FULL_STOCK, 1.0)


def _owners(action: Action, seat: int) -> tuple[int, int]:
    """Fewest cards on own piles first, then most on the opponent's."""
    if not isinstance(action, Place):
        return 2, 0
    owners = [pile & 1 for _, pile in action.placed if pile >= TEMPORARY]
    own = sum(owner == seat for owner in owners)
    return own, own - len(owners)


def _placing(state: CounterweightState, seat: int, action: Action, mine: _Side, theirs: _Side, weight: float) -> float:
    """The balance after a couple, with the best choice of what to collect."""
    if not isinstance(action, Place):
        return mine.cost(weight, lying=1, piles=1) - theirs.cost(weight)
    own: list[Pile] = []
    given = 0
    for _, pile in action.placed:
        if pile >= TEMPORARY:
            if pile & 1 == seat:
                own.append(pile)
            else:
                given += 1
    placed = len(action.placed)
    best = mine.cost(weight, hand=-placed, lying=len(own))
    for pile in own:
        size = len(state.piles[pile]) + 1
        cost = mine.cost(weight, hand=size - placed, lying=len(own) - size, piles=-1)
        best = min(best, cost - COLLECTING)
    return best - theirs.cost(weight, lying=given)


def _collecting(state: CounterweightState, action: Action, mine: _Side, weight: float) -> float:
    if not isinstance(action, Collect):
        return 0.0
    taken = sum(len(state.piles[pile]) for pile in action.piles)
    cost = mine.cost(weight, hand=taken, lying=-taken, piles=-len(action.piles))
    return cost - COLLECTING * len(action.piles)


def _openings(state: CounterweightState, seat: int, actions: list[Action]) -> list[Action]:
    """Ways to begin a pile: the card on which, and beside which, most couples can be placed next time comes first."""
    hand = state.hands[seat]

    def prospects(action: Action) -> int:
        if not isinstance(action, New):
            return 0
        rest = [card for card in hand if card != action.card]
        return -len(legal.placings(rest, {**state.piles, _NEW: [action.card]}))

    return sorted(actions, key=prospects)


_NEW: Pile = -1
"""Stands for the pile to be begun."""
