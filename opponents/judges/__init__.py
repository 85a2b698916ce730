"""Small neural networks that judge positions, trained by ``tools.selfplay``."""

from collections.abc import Mapping
from typing import Any

from opponents.judges.base import Judge
from opponents.judges.counter import CounterJudge
from opponents.judges.counterweight import CounterweightJudge
from opponents.judges.knotweed import KnotweedJudge
from opponents.judges.three_piles import ThreePilesJudge

JUDGES: Mapping[str, Judge[Any]] = {
    judge.key: judge for judge in (CounterJudge(), CounterweightJudge(), KnotweedJudge(), ThreePilesJudge())
}
"""By game key."""

__all__ = ["JUDGES", "Judge"]
