"""Turns on the simulated server: what they publish, and how the clock advances."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from playground.sequencer import Sequencer


class FakeSimulation:
    """Stands in for both SimCord's environment and its Preview."""

    def __init__(self, clock_offset: float = 0.0, *, busy: bool = False) -> None:
        self.http_requests = ["POST"]
        self.backend = SimpleNamespace(transcript=["message"])
        self.refreshes = 0
        self.advanced: list[float] = []
        self._clock_offset = timedelta(seconds=clock_offset)
        self._busy = busy

    def now(self) -> datetime:
        return datetime.now(UTC) + self._clock_offset

    async def refresh(self) -> None:
        self._require_idle()
        self.refreshes += 1

    async def advance_time(self, seconds: float) -> None:
        self._require_idle()
        self.advanced.append(seconds)

    def _require_idle(self) -> None:
        if self._busy:
            raise TimeoutError("the bot has not settled")


def sequencer(simulation: Any) -> Sequencer:
    return Sequencer(simulation, simulation)


async def test_a_turn_refreshes_the_pages_and_clears_the_logs():
    simulation = FakeSimulation()
    async with sequencer(simulation).turn():
        assert simulation.refreshes == 0
    assert simulation.refreshes == 1
    assert simulation.http_requests == simulation.backend.transcript == []


async def test_a_turn_in_which_the_bot_did_nothing_makes_no_page_stale():
    simulation = FakeSimulation()
    simulation.http_requests.clear()
    async with sequencer(simulation).turn():
        pass
    assert simulation.refreshes == 0


async def test_a_failed_refresh_is_logged_and_repeated_in_the_next_turn(caplog: pytest.LogCaptureFixture):
    simulation = FakeSimulation(busy=True)
    async with sequencer(simulation).turn():
        pass
    assert "The pages could not be refreshed" in caplog.text
    assert simulation.http_requests == ["POST"]


async def test_a_tick_catches_up_with_real_time():
    simulation = FakeSimulation(clock_offset=-60)
    await sequencer(simulation).tick()
    assert [round(seconds) for seconds in simulation.advanced] == [60]


async def test_a_tick_never_turns_the_clock_back():
    simulation = FakeSimulation(clock_offset=60)
    await sequencer(simulation).tick()
    assert simulation.advanced == []


async def test_a_late_clock_is_logged(caplog: pytest.LogCaptureFixture):
    await sequencer(FakeSimulation(clock_offset=-60, busy=True)).tick()
    assert "The simulated clock is late" in caplog.text
