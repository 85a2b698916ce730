"""The knee: the rate of moves at which answers get late, and what happens at twice and four times that rate.

It is found by halving, on a logarithmic scale, in as many short runs as are planned: about four minutes in all.
"""

import asyncio
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeAlias

from benchmarks.crowd import Crowd

LIMITS = (0.3, 0.1)
"""The 99th percentiles, in seconds, at whose rates answers are late."""
LOWEST, HIGHEST = 4.0, 128.0
"""Moves a second between which the knees are looked for."""
HALVINGS = (5, 3)
"""How many runs look for the knee of each limit. Those for an earlier limit tell about a later one as well."""
RUN = 10.0
"""Seconds of a run."""
REST = 5.0
"""Seconds after a run, once nobody waits for an answer any more: what else has piled up is worked off."""
LONGEST_REST = 60.0
"""Seconds after which nobody waits for those answers any more."""
BEYOND = (2, 4)
RECOVERY = 60.0
"""Seconds after a rush until everything must be true again."""


@dataclass(frozen=True, slots=True)
class Step:
    """How answers were, in seconds, at a rate of moves a second."""

    rate: float
    typical: float
    late: float


Run: TypeAlias = Callable[[float], Awaitable[Step]]
"""Lets members play at a rate of moves a second."""


def planned_seconds() -> float:
    """How long the search takes, with what happens beyond the knee."""
    return sum(HALVINGS) * (RUN + REST) + len(BEYOND) * (RUN + RECOVERY)


async def find_knees(run: Run) -> tuple[list[Step], list[float | None]]:
    """What has been run, slowest first, and for each limit the rate at which the 99th percentile passes it.

    A rate is ``None`` if it is above ``HIGHEST``; one below ``LOWEST`` counts as that.
    """
    steps: list[Step] = []
    knees: list[float | None] = []
    for limit, halvings in zip(LIMITS, HALVINGS, strict=True):
        for _ in range(halvings):
            slower, faster = _around(steps, limit)
            steps.append(await run(math.sqrt(slower * faster)))
        slower, faster = _around(steps, limit)
        knees.append(math.sqrt(slower * faster) if any(step.late >= limit for step in steps) else None)
    return sorted(steps, key=lambda step: step.rate), knees


def _around(steps: list[Step], limit: float) -> tuple[float, float]:
    """The slowest rate at which answers were late, and the fastest below it at which they were not."""
    faster = min((step.rate for step in steps if step.late >= limit), default=HIGHEST)
    return max((step.rate for step in steps if step.late < limit and step.rate < faster), default=LOWEST), faster


async def play(crowd: Crowd, rate: float, settled: Callable[[], Awaitable[None]], rest: float = REST) -> Step:
    """Let members play at one rate, then abandon what they have begun and rest."""
    crowd.waits.clear()
    crowd.unanswered.clear()
    await crowd.tap(rate, RUN)
    late = [*crowd.waits, *crowd.overdue()]
    await crowd.stop()
    with suppress(TimeoutError):
        await asyncio.wait_for(settled(), LONGEST_REST)
    await asyncio.sleep(rest)
    waits = late if len(late) > 1 else [0.0, 0.0]
    return Step(rate, median(waits), quantiles(waits, n=100)[98])


async def find_knee(
    crowd: Crowd, settled: Callable[[], Awaitable[None]], behind: Callable[[], Awaitable[int]]
) -> list[tuple[str, str]]:
    """The knee for each limit, the answers beyond the first one, and how many tables are ``behind`` a minute later.

    ``settled`` waits until all members have their answers, so that no run finds what an earlier one has left.
    """
    print(f"Looking for the knee takes {planned_seconds() / 60:.0f} minutes.", flush=True)
    await settled()
    steps, knees = await find_knees(lambda rate: play(crowd, rate, settled))
    notes = [(f"{step.rate:.0f} moves a second: median, 99th percentile", _answers(step)) for step in steps]
    for limit, knee in zip(LIMITS, knees, strict=True):
        found = f"above {HIGHEST:.0f}" if knee is None else f"{knee:.0f} moves a second"
        notes.append((f"knee: 99th percentile of {1000 * limit:.0f} ms", found))
    if knees[0] is not None:
        for times in BEYOND:
            beyond = await play(crowd, times * knees[0], settled, RECOVERY)
            notes.append((f"at {times} times the knee of {1000 * LIMITS[0]:.0f} ms", _answers(beyond)))
            notes.append((f"tables not shown {RECOVERY:.0f} s later", str(await behind())))
    return notes


def _answers(step: Step) -> str:
    return f"{1000 * step.typical:.0f} ms, {1000 * step.late:.0f} ms"
