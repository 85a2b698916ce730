"""The whole bot on a simulated Discord, with everything watched.

What ``playground/testing`` offers to every game that is a package of its own, these tests use as well. At its end a
test also fails if the bot sent a request that Discord would refuse (``request_log``), or a ping that is not understood
as a phone shows it (``pushes``). ``gateway`` makes people collide or
speak another language. ``simcord_env`` is SimCord's fixture, overridden.
"""

import io
import json
import logging
import sys
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
import simcord
from simcord.http import router

from db.cluster import EVERYTHING, Shards
from operation.logs import set_up_logging
from playground.guild import SimulatedSleep
from playground.testing.life import DATABASE, Life, MakeBot, PatientEnv, address_in, bot_on, living
from playground.testing.log_watch import LogWatch
from sessions.computers import players
from sessions.deals import Challenges
from tests.databases import laid_out
from tests.e2e.gateway import Gateway
from tests.e2e.known_commands import AcquaintedEnv
from tests.e2e.pushes import read_all
from tests.e2e.request_log import RequestLog
from tests.e2e.trials import Trials
from tests.e2e.true_posts import stale_posts


async def make_bot(
    directory: Path, sleep: SimulatedSleep, shards: Shards = EVERYTHING, **options: Any
) -> discord.Client:
    """The bot under test, with more ``options``; the only place where the tests of the whole bot make one."""
    return await bot_on(laid_out(address_in(directory)), sleep, shards, **options)


@pytest.fixture
def bot_maker(request: pytest.FixtureRequest) -> MakeBot:
    """How the bot is made: with the options of the nearest marker ``bot``."""
    marker = request.node.get_closest_marker("bot")
    return partial(make_bot, **(marker.kwargs if marker else {}))


@pytest.fixture
def request_log(monkeypatch: pytest.MonkeyPatch) -> RequestLog:
    """Every request of the bot."""
    log = RequestLog(router.dispatch)
    monkeypatch.setattr(router, "dispatch", log.dispatch)
    return log


@pytest.fixture
def read_log(monkeypatch: pytest.MonkeyPatch, restored_logging: None) -> Callable[[], list[dict[str, Any]]]:
    """Log as a bot does whose ``LOG_LEVEL`` is DEBUG and ``LOG_FORMAT`` json, and read what was logged."""
    terminal = io.StringIO()
    with monkeypatch.context() as here:
        here.setattr(sys, "stderr", terminal)
        set_up_logging(logging.DEBUG, "json")
    return lambda: [json.loads(line) for line in terminal.getvalue().splitlines()]


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all members get the same replies, computers think for a number of simulations; here it is a small one."""
    monkeypatch.setattr(players, "SIMULATIONS", 2)


@pytest.fixture
def env_type() -> type[PatientEnv]:
    """Which simulated Discord it is; tests of what the bot tells a new one put another here."""
    return AcquaintedEnv


@pytest.fixture
async def life(
    bot_maker: MakeBot, env_type: type[PatientEnv], tmp_path: Path, request_log: RequestLog, log_watch: LogWatch
) -> AsyncIterator[Life]:
    """A started bot. At the end, the test fails if something went wrong unseen."""
    async with living(bot_maker, tmp_path, log_watch, request_log.take_complaints, env_type) as life:
        yield life
        read_all(life.env.backend.pushes)
        assert not await stale_posts(life.env)


@pytest.fixture
async def simcord_env(life: Life) -> PatientEnv:
    """The simulated Discord with the bot in it."""
    return life.env


@pytest.fixture
def gateway(simcord_env: simcord.Env, monkeypatch: pytest.MonkeyPatch) -> Gateway:
    """Lets people act at the same moment, or in another language."""
    gateway = Gateway(simcord_env)
    monkeypatch.setattr(simcord_env.backend, "emit", gateway.emit)
    return gateway


@pytest.fixture
def nobody_is_asked_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever could still try the cards is asked first (``test_beat_my_hand.py``); here everybody just looks on."""
    monkeypatch.setattr(Challenges, "may_try", AsyncMock(return_value=False))
    monkeypatch.setattr(Challenges, "note_look", AsyncMock())


@pytest.fixture
def trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trials:
    """Has members try things in a stage."""
    return Trials(tmp_path / DATABASE, monkeypatch)
