"""Samples positions of Knotweed that a viewer cannot tell from the real one (13)."""

from itertools import chain
from math import log
from random import Random

from engines.cards import Card, mask_of
from engines.contract import Game
from engines.kit.sampling import own_seed, unseen
from engines.knotweed.actions import CHALLENGE, Action
from engines.knotweed.rules import PlayMade
from engines.knotweed.sampling.inference import chances
from engines.knotweed.state import KnotweedState
from engines.knotweed.view import KnotweedView

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
