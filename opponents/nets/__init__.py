"""Small neural networks that judge positions, trained by ``benchmarks.train_nets``."""

from collections.abc import Mapping
from typing import Any

from opponents.nets.judge import Judge
from opponents.nets.net import Net
from opponents.nets.three_piles import ThreePilesJudge

JUDGES: Mapping[str, Judge[Any]] = {judge.key: judge for judge in (ThreePilesJudge(),)}
"""By game key."""

__all__ = ["JUDGES", "Judge", "Net"]
