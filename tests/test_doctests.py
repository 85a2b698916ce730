"""The sessions at the prompt in docstrings show what really happens."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from tests.import_rules import sources

MODULES = [
    source.module for source in sources(Path(__file__).parents[1]) if re.search("^ *>>> ", source.text, re.MULTILINE)
]


def test_there_are_sessions() -> None:
    assert {"engines.cards", "engines.contract", "engines.shuffling", "sessions.tables.pace"} <= set(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_a_session_shows_what_happens(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed
