"""Samples positions of Knotweed that a viewer cannot tell from the real one (13)."""

from itertools import chain
from random import Random

from engines.contract import Game
from engines.kit.sampling import own_seed, split, unseen
from engines.knotweed.actions import CHALLENGE, Action
from engines.knotweed.rules import PlayMade
from engines.knotweed.state import KnotweedState
from engines.knotweed.view import KnotweedView

LAPSES = 0.1
"""How often a player is taken for one who did not play whatever could be played."""


def sample(game: Game[Action], view: KnotweedView, rng: Random) -> KnotweedState:
    """Deal the cards that the viewer cannot see to the other hands and the draw pile.

    In a challenge window, it only matters who has responded, not how: a justified challenge would have closed it (11.2,
    11.3).
    """
    seats = len(view.counts)
    state = KnotweedState(game, view.options, seats, own_seed(rng), view.starter)
    state.piles = {number: pile.cards for number, pile in view.piles.items()}
    hidden = unseen(chain(view.hand, view.discarded, *state.piles.values()), view.options.decks_for(seats))
    rng.shuffle(hidden)
    counts = [0 if seat == view.seat else count for seat, count in enumerate(view.counts)]
    *hands, state.draw = split(hidden, [*counts, view.draw])
    state.hands = hands
    _deal_likely_hands(state, view, rng)
    state.hands = [sorted(hand) for hand in hands]
    if view.seat is not None:
        state.hands[view.seat] = list(view.hand)
    state.discard = list(view.discarded)
    state.phase, state.turn, state.turns, state.passes = view.phase, view.turn, view.turns, view.passes
    state.plays = [PlayMade(play.pile, play.on, play.cards, play.opened) for play in view.plays]
    state.out, state.taken, state.to_prune = list(view.out), list(view.taken), view.to_prune
    state.declined = list(view.declined)
    state.round, state.points, state.wins = view.round, list(view.points), list(view.wins)
    state.ending = None if view.outcome is None else view.outcome.reason
    if view.phase == CHALLENGE:
        state.answers = {seat: "accept" for seat in state.other_active if seat not in view.to_act}
    return state


def _deal_likely_hands(state: KnotweedState, view: KnotweedView, rng: Random) -> None:
    """Swap cards with the draw pile that their players would nearly always have played in their latest turn.

    This does not apply to the cards that they have drawn since, which are the first ones dealt here.
    """
    for seat, declined in enumerate(view.declined):
        if declined is None or seat == view.seat or rng.random() < LAPSES:
            continue
        hand, draw = state.hands[seat], state.draw
        likely = [place for place, card in enumerate(draw) if not declined.includes(card)]
        for place in range(view.taken[seat], len(hand)):
            if likely and declined.includes(hand[place]):
                other = likely.pop()
                hand[place], draw[other] = draw[other], hand[place]
