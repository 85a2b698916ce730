"""Helpers in ``tests`` are no test modules, but their failed assertions too should say what was compared."""

import gc
import logging
import sys
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine
from sqlalchemy.dialects.sqlite.base import SQLiteCompiler
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.elements import BooleanClauseList, ClauseElement
from sqlalchemy.sql.operators import and_, or_

from db.drivers import migrate, sqlite
from db.postgres import driver
from db.postgres.driver import create_postgres_engine
from db.schema.columns import Flag
from db.store import Store
from operation.logs import OWN_PACKAGES
from tests.databases import (
    SERVER,
    Raw,
    laid_out,
    new_address,
    raw_database,
    server,
    skip_other_databases,
    without_waiting,
)
from tests.selection import RUNS_ALL, skip_slow

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
    hook = sys.excepthook
    yield
    sys.excepthook = hook
    logging.captureWarnings(False)
    root.handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    skip_other_databases(items)
    if not RUNS_ALL:
        skip_slow(items)


def pytest_collection_finish() -> None:
    """No search for garbage goes again through what is imported: that was 3 to 10 % of the time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


@pytest.fixture(scope="session", autouse=SERVER is not None)
def database_on_server() -> Iterator[None]:
    """Delete the database of the tests at their end."""
    yield
    server().drop()


@pytest.fixture(scope="session", autouse=True)
def quick_commits() -> Iterator[Sequence[str]]:
    """Commits do not wait for the disk: tests kill processes, but no test cuts the power. Gives the usual settings."""
    usual = sqlite.PRAGMAS
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "PRAGMAS", without_waiting(usual))
        patch.setattr(migrate, "PRAGMAS_FOR_MIGRATIONS", without_waiting(migrate.PRAGMAS_FOR_MIGRATIONS))
        yield usual


@pytest.fixture(scope="session", autouse=True)
def statements_compiled_once() -> Iterator[None]:
    """All databases share one cache of compiled statements. A bot has one for months, but each test has a new one."""
    first: list[Engine] = []

    def share_with_the_first(engine: Engine) -> None:
        first.append(engine)
        # What is compiled is kept for a dialect, so the engines share this as well.
        engine.dialect, engine._compiled_cache = first[0].dialect, first[0]._compiled_cache
        del first[1:]

    def engine_of_a_file(*arguments: Any, **options: Any) -> Engine:
        engine = create_engine(*arguments, **options)
        share_with_the_first(engine)
        return engine

    def engine_of_a_server(*arguments: Any, **options: Any) -> AsyncEngine:
        engine = create_postgres_engine(*arguments, **options)
        share_with_the_first(engine.sync_engine)
        return engine

    with pytest.MonkeyPatch.context() as patch:
        if SERVER is None:
            patch.setattr(sqlite, "create_engine", engine_of_a_file)
        else:
            patch.setattr(driver, "create_postgres_engine", engine_of_a_server)
        yield


@pytest.fixture(scope="session", autouse=True)
def flags_are_compared() -> Iterator[None]:
    """A flag alone is no condition: PostgreSQL takes no number for a bool, but SQLite does, so nobody would notice."""
    join, join_list = SQLiteCompiler._generate_delimited_and_list, SQLiteCompiler.visit_expression_clauselist

    def check(clauses: Iterable[ClauseElement]) -> None:
        bare = [str(clause) for clause in clauses if isinstance(getattr(clause, "type", None), Flag)]
        assert not bare, f"use is_(True): {bare}"

    def checked(self: SQLiteCompiler, clauses: Sequence[ClauseElement], **named: Any) -> str:
        check(clauses)
        return join(self, clauses, **named)

    def checked_list(self: SQLiteCompiler, listed: BooleanClauseList, **named: Any) -> str:
        if listed.operator in (and_, or_):
            check(listed.clauses)
        return join_list(self, listed, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLiteCompiler, "_generate_delimited_and_list", checked)
        patch.setattr(SQLiteCompiler, "visit_expression_clauselist", checked_list)
        yield


@pytest.fixture
def durable_commits(quick_commits: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Commits wait for the disk, as they do outside of tests."""
    monkeypatch.setattr(sqlite, "PRAGMAS", quick_commits)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is, if it is a file."""
    return tmp_path / "data" / "cardroom.db"


@pytest.fixture
def url(path: Path) -> str:
    """The address of an empty database."""
    return new_address(path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """A store with this new database."""
    store = await Store.open(laid_out(url))
    yield store
    await store.close()


@pytest.fixture
def raw(url: str) -> Raw:
    """The same database as another program sees it."""
    return raw_database(url)
