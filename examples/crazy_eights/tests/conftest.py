"""The plugin's tests need it to be installed, and share the bot's own test fixtures."""

from importlib.util import find_spec

import pytest

pytest.register_assert_rewrite("tests.e2e")

from tests.e2e.conftest import (  # noqa: E402  (fixtures)
    bot_maker,
    expect_errors,
    life,
    log_watch,
    request_log,
    restart,
    room,
    seeds,
    simcord_env,
)

__all__ = [
    "bot_maker",
    "expect_errors",
    "life",
    "log_watch",
    "request_log",
    "restart",
    "room",
    "seeds",
    "simcord_env",
]

IS_INSTALLED = find_spec("crazy_eights") is not None

if not IS_INSTALLED:
    collect_ignore_glob = ["test_*.py"]


def pytest_report_header() -> str:
    """Say why there are no tests."""
    return "" if IS_INSTALLED else "no tests: first run python3 -m pip install examples/crazy_eights"
