"""The knee: the rate of moves at which answers get late, and what happens at twice and four times that rate."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median, quantiles

from benchmarks.crowd import Crowd

LIMITS = (0.1, 0.3)
"""The 99th percentiles, in seconds, at whose rates answers are late."""
STEP = 1.3
"""How much faster members play in each step."""
BEGIN = 5.0
HIGHEST = 1000.0
"""Moves a second with which the search begins and gives up."""
REST = 5.0
"""Seconds between two steps, in which what has piled up is worked off."""
BEYOND = (2, 4)
RECOVERY = 60.0
"""Seconds after a rush until everything must be true again."""


@dataclass(frozen=True, slots=True)
class Step:
    """How answers were, in seconds, at a rate of moves a second."""

    rate: float
    typical: float
    late: float


async def find_steps(crowd: Crowd, seconds: float) -> list[Step]:
    """Let members play faster and faster, each time for so many seconds, until answers are too late."""
    steps: list[Step] = []
    rate = BEGIN
    while rate < HIGHEST and (not steps or steps[-1].late < LIMITS[-1]):
        steps.append(await play(crowd, rate, seconds))
        rate *= STEP
        await asyncio.sleep(REST)
    return steps


async def play(crowd: Crowd, rate: float, seconds: float) -> Step:
    """Let members play at one rate."""
    crowd.waits.clear()
    await crowd.tap(rate, seconds)
    waits = [*crowd.waits, 0.0, 0.0] if len(crowd.waits) < 2 else crowd.waits
    return Step(rate, median(waits), quantiles(waits, n=100)[98])


def rate_at(steps: Sequence[Step], limit: float) -> float | None:
    """The rate at which the 99th percentile passes a limit, between two steps; ``None`` if it never does.

    >>> round(rate_at([Step(10, 0.01, 0.05), Step(20, 0.02, 0.2)], 0.1), 1)
    14.1
    >>> rate_at([Step(10, 0.01, 0.05)], 0.1)
    """
    for slower, faster in pairwise(steps):
        if slower.late < limit <= faster.late:
            share = math.log(limit / slower.late) / math.log(faster.late / slower.late)
            return slower.rate * (faster.rate / slower.rate) ** share
    return None


async def find_knee(crowd: Crowd, seconds: float, behind: Callable[[], Awaitable[int]]) -> list[tuple[str, str]]:
    """The knee for each limit, the answers beyond the last one, and how many tables are ``behind`` a minute later."""
    steps = await find_steps(crowd, seconds)
    notes = [(f"{step.rate:.0f} moves a second: median, 99th percentile", _answers(step)) for step in steps]
    knees = [rate_at(steps, limit) for limit in LIMITS]
    for limit, knee in zip(LIMITS, knees, strict=True):
        found = "not reached" if knee is None else f"{knee:.0f} moves a second"
        notes.append((f"knee: 99th percentile of {1000 * limit:.0f} ms", found))
    if (knee := knees[-1]) is not None:
        for times in BEYOND:
            notes.append((f"at {times} times the last knee", _answers(await play(crowd, times * knee, seconds))))
            await asyncio.sleep(RECOVERY)
            notes.append((f"tables not shown {RECOVERY:.0f} s later", str(await behind())))
    return notes


def _answers(step: Step) -> str:
    return f"{1000 * step.typical:.0f} ms, {1000 * step.late:.0f} ms"
