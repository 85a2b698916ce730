"""Logistic regression, and the file with the weights of computer players that it gives."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from opponents.policies import weights as written

PULL = 3.0
"""How strongly weights are pulled towards 0, in observations."""
HELD_OUT = 10
"""One of so many observations is left out of the fit and tells how good it is."""
DIGITS = 4


def fit(values: Any, outcomes: Any) -> Any:
    """The weights of the columns of ``values`` that best predict the ``outcomes``, 0 to 1, by Newton's method."""
    scale = values.std(0) + 1e-9
    scaled, weights = values / scale, np.zeros(values.shape[1])
    for _ in range(12):
        chance = 1 / (1 + np.exp(-scaled @ weights))
        curve = (scaled.T * (chance * (1 - chance))) @ scaled + PULL * np.eye(len(weights))
        weights += np.linalg.solve(curve, scaled.T @ (outcomes - chance) - PULL * weights)
    return weights / scale


def loss(values: Any, outcomes: Any, weights: Any) -> float:
    """The mean log-loss; 0.693 knows nothing of an even chance."""
    chance = np.clip(1 / (1 + np.exp(-values @ weights)), 1e-4, 1 - 1e-4)
    return float(-(outcomes * np.log(chance) + (1 - outcomes) * np.log(1 - chance)).mean())


def fitted(title: str, names: Sequence[str], rows: Sequence[Sequence[float]], outcomes: Sequence[float]) -> Any:
    """Fit, print how good the fit is, and give the weights by name."""
    values, results = np.array(rows), np.array(outcomes)
    left_out = np.arange(len(results)) % HELD_OUT == 0
    weights = fit(values[~left_out], results[~left_out])
    print(f"{title}: {len(results)} observations, log-loss {loss(values[left_out], results[left_out], weights):.4f}")
    return {name: round(float(weight), DIGITS) for name, weight in zip(names, weights, strict=True)}


def write(found: Mapping[str, Mapping[str, float]]) -> None:
    """Put these weights, by game or purpose, in place of the earlier ones."""
    path = Path(written.__file__)
    before, mark, _ = path.read_text(encoding="utf-8").partition(" = ")
    path.write_text(f"{before}{mark}{json.dumps({**written.WEIGHTS, **found}, indent=4)}\n", encoding="utf-8")
