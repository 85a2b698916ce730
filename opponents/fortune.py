"""How good a deal was: what equal players make of it when they play it again and again."""

from random import Random
from typing import Any

from engines.contract import Game, GameOptions
from engines.sides import win_shares
from opponents.policies import policy_of

VARIETY = 0.25
"""How often a player takes the second-best action at a glance. Without it, all games would be the same."""


def fortune(game: Game[Any], seats: int, seed: str, options: GameOptions, games: int, rng: Random) -> tuple[float, ...]:
    """Each seat's share of the wins, from 0 to 1, in so many games on this deal. Tied sides share a win."""
    policy, won, sides = policy_of(game.key), [0.0] * seats, game.sides(seats)
    dealt = game.deal(seats=seats, seed=seed, options=options)
    for _ in range(games):
        state = dealt.clone()
        while state.to_act:
            seat = state.to_act[0]
            if rng.random() < VARIETY:
                action = policy.candidates(state, seat, rng)[:2][-1]
            else:
                action = policy.prefer(state, seat, rng)
            state.apply(seat, action)
        assert state.outcome is not None
        for seat, share in enumerate(win_shares(state.outcome.winners, sides)):
            won[seat] += share / games
    return tuple(won)
