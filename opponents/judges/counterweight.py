"""Judges positions of Counterweight by the couples that each player can place, and all that they have to get rid of."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import NamedTuple

from typing_extensions import override

from engines.cards import WHOLE_PACK, Card, mask_of
from engines.counterweight.actions import NEW_PILE, TEMPORARY, Action, Collect, New, Pile, Place, Placement
from engines.counterweight.game import Counterweight
from engines.counterweight.state import CounterweightState
from opponents.judges.base import Judge
from opponents.judges.counterweight_sight import BOTH, FITS, MINE, MOST, NOBODY, THEIRS, UNKNOWN, active
from opponents.policies.counterweight import CLOSER_LOOK, CounterweightPolicy

_UNUSED = Random(0)
"""The quick policy does nothing at random."""


class Lying(NamedTuple):
    """A pile: its top card, whose it is and how many cards it has."""

    top: Card
    owner: int
    size: int


class _Sight:
    """What one seat sees of a position, and of those that its actions lead to."""

    __slots__ = ("_aside", "_cards", "_hand", "_known", "_piles", "_stock", "_theirs")

    def __init__(self, state: CounterweightState, seat: int) -> None:
        other = 1 - seat
        self._cards, self._stock = state.piles, len(state.stock)
        aside, their_aside = mask_of(state.limbo[seat]), mask_of(state.limbo[other])
        known, lying = mask_of(state.collected[other]) | their_aside, 0
        self._hand, self._aside = mask_of(state.hands[seat]) | aside, aside.bit_count()
        self._piles = piles = dict[Pile, Lying]()
        for pile, cards in state.piles.items():
            lying |= mask_of(cards)
            owner = NOBODY if pile < TEMPORARY else MINE if pile & 1 == seat else THEIRS
            piles[pile] = Lying(cards[-1], owner, len(cards))
        held, proof = len(state.hands[other]) + their_aside.bit_count(), state.barren[other]
        self._theirs = (
            known,
            WHOLE_PACK & ~(self._hand | known | lying),
            held - known.bit_count(),
            mask_of(proof.tops) if proof else 0,
            their_aside.bit_count(),
        )
        self._known = [UNKNOWN] * FITS, [UNKNOWN] * BOTH

    def after(self, action: Action) -> list[list[int]]:
        """What is on after an action, for each way to collect that may follow; nothing if the seat is out."""
        match action:
            case Place(placed):
                return self._placed(placed)
            case New(card):
                piles = {**self._piles, NEW_PILE: Lying(card, MINE, 1)}
                return [self._left(self._hand & ~(1 << card), piles, draws=1)]
            case Collect(collected):
                return [self._left(self._hand, self._piles, collected=collected)]
            case _:
                piles = dict(self._piles)
                for card, pile in action.moved:
                    piles[pile] = Lying(card, NOBODY, piles[pile].size + 1)
                    source = next(pile for pile, cards in self._cards.items() if cards[-1] == card)
                    piles[source] = Lying(self._cards[source][-2], MINE, piles[source].size - 1)
                return [self._left(self._hand, piles)]

    def _placed(self, placed: Sequence[Placement]) -> list[list[int]]:
        hand, piles, own, draws = self._hand, dict(self._piles), list[Pile](), 0
        for card, pile in placed:
            hand &= ~(1 << card)
            top, owner, size = piles[pile]
            piles[pile] = Lying(card, owner, size + 1)
            if owner == MINE:
                own.append(pile)
            if len(placed) == 1 and self._stock:
                draws = int(top >> 2 != card >> 2)  # 4.6
        if not hand and not draws:
            every = [pile for pile, lying in piles.items() if lying.owner == MINE]  # 6.2
            return [self._left(hand, piles, 0, placed, every)] if every else []
        choices: list[list[Pile]] = [[], *([pile] for pile in own)]
        if len(own) > 1:
            choices.append(own)
        return [self._left(hand, piles, draws, placed, collected) for collected in choices]

    def _left(
        self,
        hand: int,
        piles: Mapping[Pile, Lying],
        draws: int = 0,
        placed: Collection[Placement] = (),
        collected: Collection[Pile] = (),
    ) -> list[int]:
        """What is on with this hand and these piles, once some of them are collected."""
        aside, lying = self._aside, [*piles.values()]
        if collected:
            lying = [lying for pile, lying in piles.items() if pile not in collected]
            taken = mask_of(card for card, pile in placed if pile in collected)
            for pile in collected:
                taken |= mask_of(self._cards[pile])
            hand |= taken
            aside += taken.bit_count()
        piles_left = [one.top for one in lying], [one.owner for one in lying], [one.size for one in lying]
        on = [0] * MOST
        return on[: active(hand, draws, aside, self._theirs, piles_left, self._stock - draws, self._known, on)]


class CounterweightJudge(Judge[Action]):
    """Has learned with the usual rules, where fewer penalty points win the game, however many fewer.

    Other house rules allow more actions, but what it looks at after them stays the same.
    """

    key = Counterweight.key
    rounds = 2
    doubt = 0.7

    def __init__(self) -> None:
        self._policy = CounterweightPolicy()

    @override
    def options(self, state: CounterweightState, seat: int) -> list[Action]:
        actions = state.actions(seat)
        return actions if len(actions) <= CLOSER_LOOK else self._policy.candidates(state, seat, _UNUSED)

    @override
    def knows(self, state: CounterweightState) -> bool:
        return state.options.games is None

    @override
    def match(self, state: CounterweightState, seat: int) -> tuple[float, int]:
        """10.1: most wins of so many games."""
        return state.wins[seat] - state.wins[1 - seat], state.options.best_of - state.game_no

    @override
    def after(self, state: CounterweightState, seat: int, action: Action) -> list[list[int]] | float:
        return _Sight(state, seat).after(action) or self.stakes(state, seat)[1]

    @override
    def values(self, state: CounterweightState, seat: int, options: list[Action]) -> list[float]:
        sight, seen, ends = _Sight(state, seat), list[list[int]](), list[int]()
        for action in options:
            seen += sight.after(action)
            ends.append(len(seen))
        values, starts = self.net.values_on(seen), [0, *ends[:-1]]
        lost, won = self.stakes(state, seat)
        chances = [max(values[start:end], default=1.0) for start, end in zip(starts, ends, strict=True)]
        return [lost + chance * (won - lost) for chance in chances]
