"""Values are read once, and again after they have been forgotten, even while they are being read."""

import asyncio

from db.drivers.database import Remembered


class Stored:
    """A store of values that notes what is read and, if it is asked to, waits in the middle."""

    def __init__(self) -> None:
        self.value = 1
        self.reads: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def read(self, key: str) -> int:
        self.reads.append(key)
        value = self.value
        await self.gate.wait()
        return value


async def test_a_value_is_read_once():
    stored = Stored()
    remembered = Remembered(stored.read)
    assert [await remembered.get("a"), await remembered.get("a"), await remembered.get("b")] == [1, 1, 1]
    assert stored.reads == ["a", "b"]


async def test_what_is_forgotten_is_read_again():
    stored = Stored()
    remembered = Remembered(stored.read)
    for key in ("a 1", "b 1", "a 2"):
        await remembered.get(key)
    stored.value = 2
    remembered.forget("b 1")
    assert [await remembered.get(key) for key in ("a 1", "b 1", "a 2")] == [1, 2, 1]
    remembered.forget_all(lambda key: key.startswith("a"))
    assert [await remembered.get(key) for key in ("a 1", "b 1", "a 2")] == [2, 2, 2]


async def test_what_changes_while_it_is_read_is_not_kept():
    stored = Stored()
    remembered = Remembered(stored.read)
    stored.gate.clear()
    reading = asyncio.create_task(remembered.get("a"))
    await asyncio.sleep(0)
    stored.value = 2
    remembered.forget("a")
    stored.gate.set()
    assert await reading == 1
    assert await remembered.get("a") == 2
