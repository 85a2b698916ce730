"""The whole bot, as in ``tests/e2e``, where pictures are drawn only if the trouble is about them."""

from datetime import timedelta
from functools import partial

import pytest

from playground.testing.life import Life, MakeBot
from playground.testing.log_watch import LogWatch
from playground.testing.room import Room
from tests.e2e.conftest import env_type, gateway, life, make_bot, request_log, simcord_env
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.troubles.stage import Stage

__all__ = ["env_type", "gateway", "life", "request_log", "simcord_env"]


@pytest.fixture
def bot_maker(request: pytest.FixtureRequest) -> MakeBot:
    """A bot that compares its posts every hour."""
    return partial(make_bot, draw_tables="picture" in request.node.name, compare_every=timedelta(hours=1))


@pytest.fixture
def stage(room: Room, life: Life, gateway: Gateway, request_log: RequestLog, log_watch: LogWatch) -> Stage:
    """Where a post gets into trouble."""
    return Stage(room, life, gateway, request_log, log_watch)
