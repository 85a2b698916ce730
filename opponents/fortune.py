"""How good a deal was: what equal players make of it when they play it again and again."""

from collections.abc import Sequence
from random import Random
from typing import Any

from engines.contract import Game, GameOptions, State
from engines.sides import win_shares
from opponents.policies import policy_of
from opponents.policies.base import Policy

VARIETY = 0.25
"""How often a player takes the second-best action at a glance. Without it, all games would be the same."""
LONGEST = 500
"""After so many moves a game, or a long match, is judged as it stands."""


def fortune(game: Game[Any], seats: int, seed: str, options: GameOptions, games: int, rng: Random) -> tuple[float, ...]:
    """Each seat's share of the wins, from 0 to 1, in so many games on this deal. Tied sides share a win."""
    policy, won = policy_of(game.key), [0.0] * seats
    dealt = game.deal(seats=seats, seed=seed, options=options)
    for _ in range(games):
        for seat, share in enumerate(_play(dealt.clone(), policy, rng)):
            won[seat] += share / games
    return tuple(won)


def _play(state: State[Any], policy: Policy[Any], rng: Random) -> Sequence[float]:
    for _ in range(LONGEST):
        if not state.to_act:
            break
        seat = state.to_act[0]
        if rng.random() < VARIETY:
            action = policy.candidates(state, seat, rng)[:2][-1]
        else:
            action = policy.prefer(state, seat, rng)
        state.apply(seat, action)
    if state.outcome is None:
        return policy.standing(state)
    return win_shares(state.outcome.winners, state.game.sides(state.seats))
