"""The search for the knee ends after the runs that were planned, and finds it."""

import pytest

from benchmarks.knee import HALVINGS, HIGHEST, LIMITS, LOWEST, Step, find_knees, planned_seconds


class Machine:
    """Answers take ten milliseconds until it is saturated, and then longer and longer."""

    def __init__(self, saturated: float) -> None:
        self.saturated = saturated
        self.rates: list[float] = []

    async def run(self, rate: float) -> Step:
        self.rates.append(rate)
        late = 0.01 * max(1.0, rate / self.saturated) ** 4
        return Step(rate, late / 2, late)

    def knee(self, limit: float) -> float:
        """The true one."""
        return self.saturated * (limit / 0.01) ** 0.25


@pytest.mark.parametrize("saturated", [3, 7, 20, 45])
async def test_the_knee_is_found_in_a_few_runs(saturated: float) -> None:
    machine = Machine(saturated)
    steps, knees = await find_knees(machine.run)
    assert len(steps) == len(machine.rates) == sum(HALVINGS)
    assert [step.rate for step in steps] == sorted(machine.rates)
    for limit, knee in zip(LIMITS, knees, strict=True):
        assert knee is not None
        assert 0.8 < knee / machine.knee(limit) < 1.25


@pytest.mark.parametrize(("saturated", "expected"), [(1000, None), (0.1, LOWEST)])
async def test_a_machine_that_is_never_late_or_always(saturated: float, expected: float | None) -> None:
    _, knees = await find_knees(Machine(saturated).run)
    assert len(knees) == len(LIMITS)
    for knee in knees:
        assert knee == expected if expected is None else knee is not None and knee < 1.25 * expected


async def test_no_run_is_beyond_what_is_planned() -> None:
    machine = Machine(1000)
    await find_knees(machine.run)
    assert max(machine.rates) < HIGHEST
    assert planned_seconds() < 5 * 60
