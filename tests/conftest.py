"""Helpers in ``tests`` are no test modules, but their failed assertions too should say what was compared."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from operation.logs import OWN_PACKAGES
from tests.databases import SERVER, Raw, new_address, raw_database, server, skip_other_databases

_FOLDERS = [folder for folder in Path(__file__).parent.iterdir() if folder.is_dir()]
_TOP_LEVEL = [folder for folder in _FOLDERS if not (folder / "__init__.py").exists()]
"""Test modules in these folders import the helpers beside them by their bare names."""

_HELPERS = [
    file.stem
    for folder in _TOP_LEVEL
    for file in folder.glob("*.py")
    if not file.name.startswith(("test_", "conftest"))
]

pytest.register_assert_rewrite(*(f"tests.{folder.name}" for folder in _FOLDERS), *_HELPERS)


@pytest.fixture
def restored_logging() -> Iterator[None]:
    """The handlers and levels of the log are afterwards what they were before."""
    root = logging.getLogger()
    loggers = [root, *(logging.getLogger(name) for name in (*OWN_PACKAGES, "alembic", "discord"))]
    handlers, levels = list(root.handlers), [logger.level for logger in loggers]
    yield
    root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_other_databases(items)


@pytest.fixture(scope="session", autouse=SERVER is not None)
def database_on_server() -> Iterator[None]:
    """Delete the database of the tests at their end."""
    yield
    server().drop()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is, if it is a file."""
    return tmp_path / "data" / "cardroom.db"


@pytest.fixture
def url(path: Path) -> str:
    """The address of an empty database."""
    return new_address(path)


@pytest.fixture
def raw(url: str) -> Raw:
    """The same database as another program sees it."""
    return raw_database(url)
