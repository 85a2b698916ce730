from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cardroom.db"


@pytest.fixture
def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()
