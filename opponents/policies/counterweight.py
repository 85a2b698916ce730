"""Quick judgement for Counterweight: keep couples available, shed cards, hold an even number of them."""

from collections.abc import Iterable
from math import exp, log1p
from random import Random

from typing_extensions import override

from engines.cards import CARD_TEXTS, WHOLE_PACK, Card, mask_of
from engines.counterweight.actions import (
    COLLECT,
    MOVE,
    NEW_PILE,
    RELOCATE,
    TEMPORARY,
    Action,
    Collect,
    New,
    Place,
    Relocate,
)
from engines.counterweight.game import Counterweight
from engines.counterweight.rules import DOWN, FITS, SAME_RANK, UP
from engines.counterweight.state import CounterweightState
from opponents.policies.weights import ValuedPolicy

_DECK = range(len(CARD_TEXTS))


def _fitting(kind: int) -> tuple[int, ...]:
    """The cards that fit in this way, by top card."""
    return tuple(mask_of(card for card in _DECK if FITS[top][card] == kind) for top in _DECK)


ALIKE, UPS, DOWNS = _fitting(SAME_RANK), _fitting(UP), _fitting(DOWN)
FITTING = tuple(alike | ups | downs for alike, ups, downs in zip(ALIKE, UPS, DOWNS, strict=True))
"""The cards that fit in any way, by top card."""


def count_couples(hand: int, tops: Iterable[Card]) -> int:
    """How many couples ``hand`` can place on these top cards: as many as ``couples`` of the game's rules lists.

    All pairs of ways to place one card each, but for those that place a card twice. (A pile is compared with earlier
    ones only, so no pair uses a pile twice.)
    """
    found = singles = ranks = ups = downs = 0
    of_rank: dict[int, list[int]] = {}
    of_suit: dict[int, list[tuple[int, int]]] = {}
    for top in tops:
        if not hand & FITTING[top]:
            continue
        if same := hand & ALIKE[top]:
            count = same.bit_count()
            found += ranks * count
            ranks += count
            singles += count
            earlier = of_rank.setdefault(top >> 2, [])
            for other in earlier:
                found -= (same & other).bit_count()
            earlier.append(same)
        up, down = hand & UPS[top], hand & DOWNS[top]
        if up or down:
            upward, downward = up.bit_count(), down.bit_count()
            found += upward * downs + downward * ups
            ups += upward
            downs += downward
            singles += upward + downward
            pairs = of_suit.setdefault(top & 3, [])
            for other_up, other_down in pairs:
                found -= (up & other_down).bit_count() + (down & other_up).bit_count()
            pairs.append((up, down))
    return found if hand & (hand - 1) else singles


CARD = 1.0
"""The cost of a card in hand or on an own pile, the unit for the rest: a player with none is out and wins."""
PILE = 3.0
"""The cost of an own pile in addition to its cards: it must be collected before its owner can go out."""
ODD = 1.5
"""The cost of an odd number of cards in hand: couples use two."""
PENALTY_EARLY, PENALTY_LATE = 0.05, 0.4
"""The cost of a penalty point while the stock is full, and when it is empty and the game may end at any time."""
OWN_COUPLES, THEIR_COUPLES = 1.6, 4.0
"""The value of having e times as many couples next turn, and of leaving the opponent fewer."""
SMALL_HAND = 8
"""With fewer cards than this, the end is near, and being able to place them matters more."""
STUCK = 10.0
"""The cost of having no couple: a new pile, and one card more instead of two fewer."""
OUT = 100.0
"""More than anything else: going out wins."""
FULL_STOCK = 38
SCALE = 7.0
"""In a match for penalty points, a lead of this many makes a win e times as likely as a loss."""
CLOSER_LOOK = 8
"""How many of the actions, up to two hundred, to compare by the couples that they leave for both players."""


class _Side:
    """What one seat still has to get rid of."""

    __slots__ = ("hand", "lying", "piles", "weight")

    def __init__(self, state: CounterweightState, seat: int, weight: float) -> None:
        own = [len(cards) for pile, cards in state.piles.items() if pile >= TEMPORARY and pile & 1 == seat]
        self.hand = len(state.hands[seat]) + len(state.limbo[seat])
        self.lying = sum(own)
        self.piles = len(own)
        self.weight = weight

    def cost(self, hand: int = 0, lying: int = 0, piles: int = 0) -> float:
        """The cost with this many additional cards in hand, cards on piles, and piles."""
        hand, lying, piles = self.hand + hand, self.lying + lying, self.piles + piles
        if not hand and not piles:
            return -OUT
        return CARD * (hand + lying) + PILE * piles + ODD * (hand & 1) + self.weight * (hand + lying * piles)


class _Outlook:
    """How many couples the opponent can place on average, as far as one seat can tell.

    Of the cards that it cannot see, those that the opponent has collected are held for sure.
    """

    def __init__(self, state: CounterweightState, seat: int) -> None:
        self.own = mask_of(state.hands[seat])
        self.known = mask_of(state.collected[1 - seat])
        unseen = WHOLE_PACK & ~self.own & ~self.known
        for cards in state.piles.values():
            unseen &= ~mask_of(cards)
        self.unseen = unseen
        unknown = len(state.hands[1 - seat]) - self.known.bit_count()
        self.chance = max(unknown, 0) / max(unseen.bit_count(), 1)
        """How likely the opponent holds one of the other unseen cards."""

    def couples(self, tops: Iterable[Card]) -> float:
        """The expected number of couples on these top cards."""
        unseen, known = self.unseen, self.known
        ranks = ups = downs = sure = sure_ups = sure_downs = 0
        for top in tops:
            ranks += (unseen & ALIKE[top]).bit_count()
            ups += (unseen & UPS[top]).bit_count()
            downs += (unseen & DOWNS[top]).bit_count()
            if known & FITTING[top]:
                sure += (known & ALIKE[top]).bit_count()
                sure_ups += (known & UPS[top]).bit_count()
                sure_downs += (known & DOWNS[top]).bit_count()
        chance = self.chance
        held = chance * ranks + sure
        by_rank = (held * held - chance * chance * ranks - sure) / 2
        return by_rank + (chance * ups + sure_ups) * (chance * downs + sure_downs)


class CounterweightPolicy(ValuedPolicy[Action]):
    """Compares what the players still have to get rid of, and how easily they can."""

    horizon = 6
    glances = 24
    oversights = 0.8
    key = Counterweight.key

    def prefer(self, state: CounterweightState, seat: int, rng: Random) -> Action:
        """The action that leaves the seat in the best position."""
        return self._ranked(state, seat)[0]

    @override
    def overlook(self, state: CounterweightState, seat: int, rng: Random) -> Action:
        """A move from the worse half: a beginner does not see what is left to the other, and takes up no pile."""
        if state.phase == COLLECT:
            return Collect()
        ranked = self._ranked(state, seat)
        return rng.choice(ranked[len(ranked) // 2 :])

    def candidates(self, state: CounterweightState, seat: int, rng: Random) -> list[Action]:
        """The best few actions."""
        return self._ranked(state, seat)[:CLOSER_LOOK]

    def chapter(self, state: CounterweightState) -> int:
        """The number of the game in a match."""
        return state.game_no

    def is_quiet(self, state: CounterweightState, seat: int) -> bool:
        """At the beginning of a turn of this seat."""
        return state.phase == MOVE and state.turn == seat

    def features(self, state: CounterweightState, seat: int) -> tuple[float, ...]:
        """What the seat still has to get rid of, how easily it can, and whether it is about to go out."""
        hand = mask_of(state.hands[seat]) | mask_of(state.limbo[seat])
        side, late = _Side(state, seat, 0.0), 1 - len(state.stock) / FULL_STOCK
        count, lying, piles = side.hand, side.lying, side.piles
        tops, playable = [cards[-1] for cards in state.piles.values()], 0
        for top in tops:
            playable |= FITTING[top]
        unplayable = (hand & ~playable).bit_count()
        ways = log1p(count_couples(hand, tops))
        near, stuck, clear = 1 / (count + 2 * piles + 1), float(not ways), float(not piles)
        last, two = clear * (count == 1), clear * (count == 2)
        turn = float(state.turn == seat)
        soon = (near, near * ways, near * stuck)
        burden = (count, lying, piles, late * count, late * lying * piles, late * piles, count & 1, unplayable)
        moving = (1, stuck, ways, *soon, two * (1 - stuck))
        return *burden, stuck, late * stuck, ways, *soon, clear, last, two, *(turn * value for value in moving)

    def ahead(self, state: CounterweightState, seat: int) -> float:
        """Judged by the match score: penalty points, or wins (10.1)."""
        return -state.totals[seat] / SCALE if state.options.games is not None else 2 * state.wins[seat]

    def _ranked(self, state: CounterweightState, seat: int) -> list[Action]:
        actions = state.actions(seat)
        if len(actions) == 1:
            return actions
        if state.phase == RELOCATE:
            return sorted(actions, key=lambda action: -len(action.moved) if isinstance(action, Relocate) else 0)
        full = min(len(state.stock) / FULL_STOCK, 1.0)
        weight = PENALTY_LATE + (PENALTY_EARLY - PENALTY_LATE) * full
        mine = _Side(state, seat, weight)
        if state.phase == COLLECT:
            return sorted(actions, key=lambda action: _collecting(state, action, mine))
        theirs = _Side(state, 1 - seat, weight)
        costs = [(_placing(state, seat, action, mine, theirs), number) for number, action in enumerate(actions)]
        costs.sort()
        outlook = _Outlook(state, seat)
        best = sorted(
            (cost + _prospects(state, seat, actions[number], outlook), number) for cost, number in costs[:CLOSER_LOOK]
        )
        return [actions[number] for _, number in (*best, *costs[CLOSER_LOOK:])]


def _placing(state: CounterweightState, seat: int, action: Action, mine: _Side, theirs: _Side) -> float:
    """The balance of costs after a couple and the best collection, or after a new pile."""
    if not isinstance(action, Place):
        return mine.cost(lying=1, piles=1) - theirs.cost()
    own: list[int] = []
    given = 0
    for _, pile in action.placed:
        if pile >= TEMPORARY:
            if pile & 1 == seat:
                own.append(pile)
            else:
                given += 1
    placed = len(action.placed)
    best = mine.cost(hand=-placed, lying=len(own))
    for pile in own:
        size = len(state.piles[pile]) + 1
        best = min(best, mine.cost(hand=size - placed, lying=len(own) - size, piles=-1))
    return best - theirs.cost(lying=given)


def _collecting(state: CounterweightState, action: Action, mine: _Side) -> float:
    if not isinstance(action, Collect):
        return 0.0
    taken = sum(len(state.piles[pile]) for pile in action.piles)
    return mine.cost(hand=taken, lying=-taken, piles=-len(action.piles)) - OWN_COUPLES * len(action.piles)


def _prospects(state: CounterweightState, seat: int, action: Action, outlook: _Outlook) -> float:
    """The cost of the couples that the opponent can place after this action, minus the value of the seat's own."""
    tops: dict[int, Card] = {pile: cards[-1] for pile, cards in state.piles.items()}
    rest, count = outlook.own, len(state.hands[seat])
    if isinstance(action, Place):
        for card, pile in action.placed:
            tops[pile] = card
            rest ^= 1 << card
            count -= 1
    elif isinstance(action, New):
        tops[NEW_PILE] = action.card
        rest ^= 1 << action.card
        count -= 1
    else:
        return 0.0
    theirs = outlook.couples(tops.values())
    urgent = max(SMALL_HAND / max(count, 2), 1.0)
    own = count_couples(rest, tops.values())
    stuck = STUCK * ((own == 0) - exp(-theirs))
    return stuck + THEIR_COUPLES * log1p(theirs) - OWN_COUPLES * urgent * log1p(own)
