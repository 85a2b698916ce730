import pytest
from store_steps import playing

from db.records import TableRecord
from db.store import Store


@pytest.fixture
async def table(store: Store) -> TableRecord:
    """A game that has just been dealt."""
    return await playing(store)
