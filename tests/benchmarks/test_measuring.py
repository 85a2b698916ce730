"""What benchmarks work out: the first rate at which answers are late, and which modules something passes."""

import pytest

from benchmarks.knee import LIMITS, RATES, Step, find_knees
from benchmarks.passages import Watcher, measure, sizes
from db.purpose_records import IN_CHANNEL
from engines.texts import say


class Machine:
    """Answers take ten milliseconds until it is saturated, then longer and longer; its first run may be disturbed."""

    def __init__(self, saturated: float, disturbed: bool = False) -> None:
        self.saturated = saturated
        self.disturbed = disturbed
        self.rates: list[float] = []

    async def run(self, rate: float) -> Step:
        late = 9.0 if self.disturbed and not self.rates else 0.01 * max(1.0, rate / self.saturated) ** 4
        self.rates.append(rate)
        return Step(rate, late / 2, late)

    def knee(self, limit: float) -> float:
        """The true one."""
        return self.saturated * (limit / 0.01) ** 0.25


@pytest.mark.parametrize("disturbed", [False, True])
@pytest.mark.parametrize("saturated", [3, 7, 20, 45])
async def test_the_first_rate_at_which_answers_are_late(saturated: float, disturbed: bool) -> None:
    machine = Machine(saturated, disturbed)
    steps, knees = await find_knees(machine.run)
    assert [step.rate for step in steps] == machine.rates == sorted(machine.rates)
    for limit, knee in zip(LIMITS, knees, strict=True):
        assert knee is not None
        assert 1 <= knee / machine.knee(limit) < 1.5
    assert machine.rates[-1] == max(knee for knee in knees if knee)


@pytest.mark.parametrize(("saturated", "expected"), [(1000, None), (0.1, RATES[0])])
async def test_a_machine_that_is_never_late_or_always(saturated: float, expected: float | None) -> None:
    _, knees = await find_knees(Machine(saturated).run)
    assert knees == [expected] * len(LIMITS)


def test_modules_are_noted_while_somebody_looks():
    watcher = Watcher()
    with watcher.installed():
        assert IN_CHANNEL.is_rated
        with watcher.passing() as passage:
            say("{count}", count=1)
            assert not IN_CHANNEL.is_played_on
        assert IN_CHANNEL.is_rated
    assert list(passage.modules) == ["engines.texts", "db.purpose_records"]
    assert list(passage.modules["db.purpose_records"]) == ["is_played_on"]
    assert passage.stored is None


@pytest.mark.parametrize(
    ("way", "more"), [("tap", ()), ("daily", ("db.posts", "cogs.tables", "sessions.leaderboards"))]
)
async def test_nothing_is_passed_that_is_there_for_others(way: str, more: tuple[str, ...]) -> None:
    """Several processes, and at a private table also posts and ratings."""
    passage, others = await measure(way), ("db.cluster", "db.postgres", "sessions.cluster", *more)
    assert passage.stored is not None
    assert not [name for name in passage.modules if name.startswith(others)]


def test_every_part_of_the_project_is_counted():
    assert {part for part, files, lines in sizes() if 0 < files < lines} == {"product", "tests", "examples"}
