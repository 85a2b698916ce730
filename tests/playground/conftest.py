"""A browser, and a separate playground for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import QuickPlayground, chromium, free_ports
from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def playground(tmp_path: Path) -> QuickPlayground:
    return QuickPlayground(free_ports(), tmp_path)
