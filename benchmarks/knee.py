"""The knee: the rate of moves at which answers get late, and what happens at twice and four times that rate.

Members begin slowly and play faster from run to run, so that no run finds what a rush before it has left.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from statistics import median, quantiles
from typing import TypeAlias

from benchmarks.crowd import Crowd

LIMITS = (0.3, 0.1)
"""The 99th percentiles, in seconds, at whose rates answers are late."""
RATES = tuple(4 * 2 ** (step / 2) for step in range(11))
"""The moves a second that are tried, each half as fast again as the one before, about."""
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


async def find_knees(run: Run) -> tuple[list[Step], list[float | None]]:
    """What has been run, and for each limit the first rate whose 99th percentile passes it, twice in a row.

    A rate is ``None`` if none of ``RATES`` does.
    """
    steps: list[Step] = []
    knees: dict[float, float] = {}
    for rate in RATES:
        steps.append(await run(rate))
        late = steps[-1].late
        if any(late >= limit for limit in LIMITS if limit not in knees):
            steps.append(await run(rate))
            late = min(late, steps[-1].late)
        knees |= {limit: rate for limit in LIMITS if limit not in knees and late >= limit}
        if len(knees) == len(LIMITS):
            break
    return steps, [knees.get(limit) for limit in LIMITS]


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
    steps, knees = await find_knees(lambda rate: play(crowd, rate, settled))
    notes = [(f"{step.rate:.0f} moves a second: median, 99th percentile", _answers(step)) for step in steps]
    for limit, knee in zip(LIMITS, knees, strict=True):
        found = f"above {RATES[-1]:.0f}" if knee is None else f"{knee:.0f} moves a second"
        notes.append((f"knee: 99th percentile of {1000 * limit:.0f} ms", found))
    if knees[0] is not None:
        for times in BEYOND:
            beyond = await play(crowd, times * knees[0], settled, RECOVERY)
            notes.append((f"at {times} times the knee of {1000 * LIMITS[0]:.0f} ms", _answers(beyond)))
            notes.append((f"tables not shown {RECOVERY:.0f} s later", str(await behind())))
    return notes


def _answers(step: Step) -> str:
    return f"{1000 * step.typical:.0f} ms, {1000 * step.late:.0f} ms"
