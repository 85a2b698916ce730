"""Positions of Knotweed: read from documents (Annex B), or sampled so that a viewer cannot tell them apart (13).

Sets of cards are the bits of integers. Training runs ``recall`` as machine code (``tools/selfplay/knotweed``), so
it is written with numbers and loops alone.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from math import log
from random import Random
from typing import Any

from engines.cards import Card, mask_of
from engines.contract import Game
from engines.documents import fill, per_seat
from engines.kit.sampling import own_seed, unseen
from engines.knotweed.actions import CHALLENGE, Action
from engines.knotweed.document import Document
from engines.knotweed.rules import FULL_PENALTY, PlayMade, TurnEnded, cost, fits
from engines.knotweed.state import KnotweedState
from engines.knotweed.view import KnotweedView


def read(game: Game[Action], document: Mapping[str, Any]) -> KnotweedState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid."""
    given = Document.model_validate(dict(document))
    seats = len(given.hands)
    given.taken = per_seat("taken", given.taken, [0] * seats)
    given.ended = per_seat("ended", given.ended, [()] * seats)
    given.returned = per_seat("returned", given.returned, [()] * seats)
    given.points = per_seat("points", given.points, [0.0] * seats)
    given.wins = per_seat("wins", given.wins, [0] * seats)
    state = KnotweedState(game, given.options, seats, given.seed, given.starter)
    fill(state, given, without=("closed", "due"))
    if given.due is not None and given.due != state.due:
        raise ValueError(f"due must be what the plays cost, {state.due}")
    return state


LAPSES = 0.1
"""How often a player is taken for one who keeps a card that it could have played for nothing."""
_DECK = range(52)
_COSTS = FULL_PENALTY + 1


def _fitting(top: int, ceiling: int) -> int:
    """The set of the cards that fit on ``top`` for at most so much (4.2, 4.3)."""
    return sum([1 << card for card in _DECK if fits(top, (card,)) and cost(top, (card,)) <= ceiling])


FITTING = tuple([_fitting(top, ceiling) for top in _DECK for ceiling in range(_COSTS)])
"""The cards that fit by top card and by the most that they may cost: 4 * top + cost."""


def recall(turns: Any, count: int, hidden: int, kept: Any) -> None:
    """Fill in how likely it is that each card was in a player's hand before it took the latest cards.

    The player has ended ``count`` turns that are remembered. Of each we know the cards that it declined to play, and
    how many it kept and then took of how many in the draw pile. ``hidden`` are the cards that we cannot see.
    """
    for card in range(52):
        kept[card] = 1.0 if hidden >> card & 1 else 0.0
    for number in range(count):
        declined, held, taken, draw = turns[number][0], turns[number][1], turns[number][2], turns[number][3]
        total = 0.0
        for card in range(52):
            if declined >> card & 1:
                kept[card] *= LAPSES
            total += kept[card]
        for card in range(52):
            if hidden >> card & 1:
                chance = min(kept[card] * held / total, 1.0)
                if number < count - 1:
                    chance += (1.0 - chance) * taken / max(draw, 1)
                kept[card] = chance


@lru_cache(512)
def chances(turns: tuple[TurnEnded, ...], hidden: int) -> Sequence[float]:
    """How likely it is that each of the ``hidden`` cards was in a hand before its player took the latest cards."""
    kept = [0.0] * len(_DECK)
    recall([(declined(turn), turn.held, turn.taken, turn.draw) for turn in turns], len(turns), hidden, kept)
    return tuple(kept)


@lru_cache(4096)
def declined(turn: TurnEnded) -> int:
    """The cards that would have added nothing to the penalty, so that the player hardly held one of them.

    They fit on an open pile at no further cost, or could have gone along with a card of their rank (4.4).
    """
    cards = 0
    for top in turn.tops:
        cards |= FITTING[_COSTS * top + turn.cost]
    for rank in turn.ranks:
        cards |= 15 << 4 * rank
    return cards


SURE = 1.001
"""A little more than the chance of what is certain."""


def sample(game: Game[Action], view: KnotweedView, rng: Random) -> KnotweedState:
    """Deal the cards that the viewer cannot see to the other hands and the draw pile.

    In a challenge window, it only matters who has responded, not how: a justified challenge would have closed it (11.2,
    11.3).
    """
    seats = len(view.counts)
    state = KnotweedState(game, view.options, seats, own_seed(rng), view.starter)
    state.piles = {number: pile.cards for number, pile in view.piles.items()}
    known = [() if seat == view.seat else view.returned[seat] for seat in range(seats)]
    hidden = unseen(chain(view.hand, view.discarded, *known, *state.piles.values()), view.options.decks_for(seats))
    rng.shuffle(hidden)
    unknown = mask_of(hidden)
    state.hands = [
        list(view.hand) if seat == view.seat else sorted([*known[seat], *_dealt(view, seat, unknown, hidden, rng)])
        for seat in range(seats)
    ]
    state.draw = hidden
    state.discard = list(view.discarded)
    state.phase, state.turn, state.turns, state.passes = view.phase, view.turn, view.turns, view.passes
    state.plays = [PlayMade(play.pile, play.on, play.cards, play.opened) for play in view.plays]
    state.out, state.taken, state.to_prune = list(view.out), list(view.taken), view.to_prune
    state.ended, state.returned = list(view.ended), list(view.returned)
    state.round, state.points, state.wins = view.round, list(view.points), list(view.wins)
    state.ending = None if view.outcome is None else view.outcome.reason
    if view.phase == CHALLENGE:
        state.answers = {seat: "accept" for seat in state.other_active if seat not in view.to_act}
    return state


def _dealt(view: KnotweedView, seat: int, unknown: int, left: list[Card], rng: Random) -> list[Card]:
    """Deal a hand from those of the ``unknown`` cards that are ``left``, in random order; it takes them away.

    Cards that the player has declined to play are less likely, except among those that it took afterwards.
    """
    count, turns, hand = view.counts[seat] - len(view.returned[seat]), view.ended[seat], list[Card]()
    kept = count - view.taken[seat]
    if turns and kept > 0:
        weights = chances(turns, unknown)
        # A draw by weights without replacement: Efraimidis and Spirakis, Information Processing Letters 97(5), 2006.
        left.sort(key=lambda card: log(1 - rng.random()) * (SURE - weights[card]) / weights[card])
        hand += left[-kept:]
        del left[-kept:]
        rng.shuffle(left)
    return hand + [left.pop() for _ in range(count - len(hand))]
