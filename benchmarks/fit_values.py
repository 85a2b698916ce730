"""Fit the weights with which computer players judge positions (``opponents/policies/weights.py``).

    python -m benchmarks.fit_values knotweed --games 5000

The quick policies play against each other, now and then a random move. Positions on the way and who won the deal give a
logistic regression. It needs numpy, and prints the mean log-loss of every tenth position, which is left out of the fit
(0.693: knows nothing). Games have two players; the weights serve any number.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from engines import GAMES
from opponents.policies import POLICIES
from opponents.policies import weights as written
from opponents.policies.valued import ValuedPolicy

LOOKS = 0.3
"""The share of positions that are looked at; neighbours tell little that is new."""
SLIPS = (0.0, 0.05, 0.2)
"""How often players do not play what looks best, so that unusual positions are judged too."""
PULL = 3.0
"""How strongly weights are pulled towards 0, in positions."""
DIGITS = 4


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


def fit(leads: Any, won: Any) -> Any:
    """Logistic regression by Newton's method."""
    scale = leads.std(0) + 1e-9
    scaled, weights = leads / scale, np.zeros(leads.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        curve = (scaled.T * (chance * (1 - chance))) @ scaled + PULL * np.eye(len(weights))
        weights += np.linalg.solve(curve, scaled.T @ (won - chance) - PULL * weights)
    return weights / scale


def loss(leads: Any, won: Any, weights: Any) -> float:
    """The mean log-loss."""
    chance = np.clip(1 / (1 + np.exp(-leads @ weights)), 1e-4, 1 - 1e-4)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def main() -> None:
    """Fit and write."""
    policies = {key: policy for key, policy in POLICIES.items() if isinstance(policy, ValuedPolicy)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_named", nargs="*", metavar="game", help=f"which games: {', '.join(policies)}")
    parser.add_argument("--games", type=int, default=5000, help="how many games of each to play (5000)")
    arguments = parser.parse_args()
    fitted = dict(written.WEIGHTS)
    for key in arguments.games_named or policies:
        policy = policies[key]
        found = list(positions(policy, arguments.games, Random(key)))
        leads, won = np.array([lead for lead, _ in found]), np.array([share for _, share in found])
        left_out = np.arange(len(won)) % 10 == 0
        weights = fit(leads[~left_out], won[~left_out])
        print(f"{key}: {len(won)} positions, log-loss {loss(leads[left_out], won[left_out], weights):.4f}")
        fitted[key] = {name: round(float(weight), DIGITS) for name, weight in zip(policy.names, weights, strict=True)}
    path = Path(written.__file__)
    before, mark, _ = path.read_text(encoding="utf-8").partition(" = ")
    path.write_text(f"{before}{mark}{json.dumps(fitted, indent=4)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
