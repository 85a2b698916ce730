"""What pytest loads wherever Cardroom is installed, as the plugin ``cardroom``.

It costs nothing where it is not used: it imports nothing of the bot before a test asks for a fixture.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

try:
    import pytest_asyncio
except ImportError:  # without the extra there is no simulated Discord either
    pytest_asyncio = None

if TYPE_CHECKING:
    from playground.testing.life import Life, MakeBot, PatientEnv
    from playground.testing.log_watch import LogWatch
    from playground.testing.room import Room

_HELPERS = [
    f"playground.testing.{file.stem}" for file in Path(__file__).parent.glob("[a-z]*.py") if file.stem != "plugin"
]
"""They say what was compared where an assertion fails, and so do the tests that every game must pass."""

pytest.register_assert_rewrite("engines.testing", *_HELPERS)


@pytest.fixture
def bot_maker() -> MakeBot:
    """How the bot is made; a test that needs another one puts it here."""
    from playground.testing.life import make_bot

    return make_bot


@pytest.fixture
def log_watch() -> Iterator[LogWatch]:
    """Everything that is logged as an error."""
    from playground.testing.log_watch import LogWatch

    watch = LogWatch()
    logging.getLogger().addHandler(watch)
    yield watch
    logging.getLogger().removeHandler(watch)


@pytest.fixture
def expect_errors(log_watch: LogWatch) -> Callable[..., None]:
    """Say which errors this test provokes, by a part of their text each."""
    return log_watch.expect


if pytest_asyncio is not None:

    @pytest_asyncio.fixture
    async def life(bot_maker: MakeBot, tmp_path: Path, log_watch: LogWatch) -> AsyncIterator[Life]:
        """A started bot; at the end, what went wrong unseen."""
        from playground.testing.life import living

        async with living(bot_maker, tmp_path, log_watch) as life:
            yield life

    @pytest_asyncio.fixture
    async def room(simulation: PatientEnv, seeds: list[str], tmp_path: Path) -> Room:
        """A server with a channel for cards and people in it; the cards are the same in every run.

        Tables are in the channel, not in threads.
        """
        from playground.testing.life import DATABASE
        from playground.testing.room import room_on

        return await room_on(simulation, tmp_path / DATABASE)


@pytest.fixture
def simulation(life: Life) -> PatientEnv:
    """The simulated Discord with the bot in it."""
    return life.env


@pytest.fixture
def restart(life: Life) -> Callable[..., Awaitable[None]]:
    """Put a fresh bot in place of the present one: ``await restart()`` or ``await restart(killed=True)``."""
    return life.restart


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seeds of the games to come, in order; when they are used up, "1", "2" and so on."""
    from sessions.tables import fair_deal

    given: list[str] = []
    numbers = count(1)

    def token_hex(_bytes: int) -> str:
        return given.pop(0) if given else str(next(numbers))

    monkeypatch.setattr(fair_deal, "secrets", SimpleNamespace(token_hex=token_hex))
    return given
