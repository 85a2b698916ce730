from collections.abc import AsyncIterator

import pytest

from db.store import Store


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    yield store
    await store.close()
