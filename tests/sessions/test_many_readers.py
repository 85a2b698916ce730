"""However many members read leaderboards at the same moment, games go on and everybody gets their page."""

import asyncio
from typing import Any

import pytest
from card_room import ANNA, BEN, GUILD, PILES, TIMEOUT, Room
from sqlalchemy import Connection

from db.drivers.database import MOST_BROWSERS, MOST_READERS, browse
from db.leaderboards.leaderboard import Leaderboards, standings_page
from db.store import Store
from tests.databases import Gate

PAGES = 120
"""Far more than there are connections: a pool gives up after 30 s."""


class SlowPages:
    """Stands in for the query of a page: nobody gets theirs before ``go_on`` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go_on = Gate()
        self.reading = self.most_reading = 0
        self._loop, self._begun = asyncio.get_running_loop(), asyncio.Semaphore(0)
        monkeypatch.setattr(Leaderboards, "standings", browse(self.page))

    def page(self, *arguments: Any, **named: Any) -> Any:
        self.reading += 1
        self.most_reading = max(self.most_reading, self.reading)
        self._loop.call_soon_threadsafe(self._begun.release)
        self.go_on.wait()
        self.reading -= 1
        return standings_page(*arguments, **named)

    async def begin(self, count: int) -> None:
        """Wait until this many readers have begun."""
        async with asyncio.timeout(TIMEOUT):
            for _ in range(count):
                await self._begun.acquire()


def ask_for_pages(store: Store) -> list[asyncio.Task[Any]]:
    return [asyncio.create_task(store.leaderboards.standings(GUILD, None, offset=0, limit=10)) for _ in range(PAGES)]


async def test_moves_do_not_wait_for_leaderboards(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.finished(channel=1)
    table, unread = [await room.started(PILES, [ANNA, BEN], channel=channel) for channel in (2, 3)]
    slow = SlowPages(monkeypatch)
    pages = ask_for_pages(room.store)
    await slow.begin(MOST_BROWSERS)
    played = await room.moved(table, (ANNA, await room.an_action(table, ANNA)))
    assert (played.rev, slow.reading) == (table.rev + 1, MOST_BROWSERS)
    other = room.restarted()  # with nothing in memory: a move reads the table first
    await other.moved(unread, (ANNA, await other.an_action(unread, ANNA)))
    assert not any(page.done() for page in pages)
    slow.go_on.open()
    found = await asyncio.gather(*pages)
    assert [len(lines) for lines, _ in found] == [2] * PAGES
    assert slow.most_reading == MOST_BROWSERS


async def test_those_who_give_up_leave_their_places_to_others(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = SlowPages(monkeypatch)
    pages = ask_for_pages(room.store)
    await slow.begin(MOST_BROWSERS)
    for page in pages[:-1]:
        page.cancel()
    slow.go_on.open()
    await asyncio.gather(*pages, return_exceptions=True)
    assert pages[-1].result() == ([], 0)
    assert await room.store.leaderboards.standings(GUILD, None, offset=0, limit=10) == ([], 0)


async def test_there_is_a_connection_left_for_the_writer(store: Store) -> None:
    go_on, begun, loop = Gate(), asyncio.Semaphore(0), asyncio.get_running_loop()

    def read_slowly(connection: Connection) -> None:
        standings_page(connection, GUILD, None, offset=0, limit=10)
        loop.call_soon_threadsafe(begun.release)
        go_on.wait()

    readers = [asyncio.create_task(store.database.read(read_slowly)) for _ in range(PAGES)]
    async with asyncio.timeout(TIMEOUT):
        for _ in range(MOST_READERS):
            await begun.acquire()
        await store.notes.store_value("key", "stored meanwhile")
        assert begun.locked()
        go_on.open()
        await asyncio.gather(*readers)
    assert await store.notes.fetch_value("key") == "stored meanwhile"
