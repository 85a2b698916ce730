"""Fit the weights with which computer players judge positions (``opponents/policies/weights.py``).

    python -m benchmarks.fit_values knotweed --games 5000

The quick policies play against each other, now and then a random move. Positions on the way and who won the deal give a
logistic regression. It needs numpy, and prints the mean log-loss of every tenth position, which is left out of the fit
(0.693: knows nothing). Games have two players; the weights serve any number.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from benchmarks.regression import fitted, write
from engines import GAMES
from opponents.policies import POLICIES
from opponents.policies.valued import ValuedPolicy

LOOKS = 0.3
"""The share of positions that are looked at; neighbours tell little that is new."""
SLIPS = (0.0, 0.05, 0.2)
"""How often players do not play what looks best, so that unusual positions are judged too."""


def positions(policy: ValuedPolicy[Any], games: int, rng: Random) -> Iterator[tuple[list[float], float]]:
    """By how much the features of the first seat exceed those of the second, and the first one's share of the win."""
    game = GAMES[policy.key]
    for number in range(games):
        state = game.deal(seats=2, seed=f"fit {number}", options=game.Options())
        slips, looks = rng.choice(SLIPS), list[list[float]]()
        while to_act := state.to_act:
            seat = to_act[0]
            if policy.is_quiet(state, seat) and rng.random() < LOOKS:
                pairs = zip(policy.features(state, 0), policy.features(state, 1), strict=True)
                looks.append([first - second for first, second in pairs])
            slip = rng.random() < slips
            state.apply(
                seat, rng.choice(policy.candidates(state, seat, rng)[:4]) if slip else policy.prefer(state, seat, rng)
            )
        outcome = state.outcome
        assert outcome is not None
        for look in looks:
            yield look, (0 in outcome.winners) / len(outcome.winners)


def main() -> None:
    """Fit and write."""
    policies = {key: policy for key, policy in POLICIES.items() if isinstance(policy, ValuedPolicy)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="game", help=f"which games: {', '.join(policies)}")
    parser.add_argument("--games", type=int, default=5000, help="how many games of each to play (5000)")
    arguments = parser.parse_args()
    found = dict[str, dict[str, float]]()
    for key in arguments.games_named or policies:
        policy = policies[key]
        leads, won = zip(*positions(policy, arguments.games, Random(key)), strict=True)
        found[key] = fitted(key, policy.names, leads, won)
    write(found)


if __name__ == "__main__":
    main()
