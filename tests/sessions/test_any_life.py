"""Games in which members do anything at any time, the store fails and the bot restarts: they stay sound and end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any

import pytest
from card_room import ANNA, BEN, CLARA, DAN, KNOTWEED, NOON, Room, at_once

from db.changes import Change
from db.records import Phase, TableRecord
from db.store import DatabaseError, Store
from engines import GAMES, IllegalAction
from opponents import Level
from sessions.computers import RETRY
from sessions.refusals import Refused

HOUSE_RULES = {KNOTWEED: {"cheating": True, "turn_cap": 20}, "counter": {"max_hands": 1}}
STEPS = 2000
"""Far more than a game takes."""


class Life:
    """A table from the deal to its end, by the random choices of ``chance``."""

    def __init__(self, store: Store, chance: Random) -> None:
        self.store = store
        self.chance = chance
        self.room = self._room()
        self.users: list[int] = []
        self.table: TableRecord

    async def play(self, key: str) -> TableRecord:
        """Let everything happen until the game is over, and look at it again and again."""
        seats = self.chance.choice(GAMES[key].seats)
        self.users = [ANNA, BEN, CLARA, DAN][: self.chance.randint(1, seats)]
        computers = self.chance.choices([Level.EASY, Level.NORMAL], k=seats - len(self.users))
        self.table = await self.room.started(key, self.users, HOUSE_RULES.get(key, {}), computers=computers)
        for step in range(STEPS):
            await asyncio.gather(*(self._anything() for _ in range(self.chance.randint(1, 3))))
            if step % 5 == 0:
                await self._look()
            if (await self.room.service.snapshot(self.table.id, None)).table.phase is not Phase.PLAYING:
                break
            if self.chance.random() < 0.03:
                await self._restart()
        await self._look()
        await self.room.service.close()
        stored = await self.store.table(self.table.id)
        assert stored is not None
        return stored

    def _room(self, time: datetime = NOON) -> Room:
        room = Room(self.store, time=time, compute=self._compute)
        room.naps.add(RETRY)
        return room

    async def _compute(self, function: Any, *arguments: Any) -> Any:
        await self._a_moment()
        return await at_once(function, *arguments)

    async def _a_moment(self) -> None:
        for _ in range(self.chance.randrange(10)):
            await asyncio.sleep(0)

    async def _anything(self) -> None:
        """Something that a member does or the clock, perhaps in vain."""
        await self._a_moment()
        with suppress(Refused, IllegalAction, DatabaseError):
            await self._deed(self.chance.choice(self.users))

    async def _deed(self, user: int) -> None:
        service, table_id = self.room.service, self.table.id
        deeds: list[tuple[float, Callable[[], Awaitable[Any]]]] = [
            (70, lambda: self._move(user)),
            (8, lambda: service.play.take_back(table_id, user)),
            (8, lambda: service.seats.leave(table_id, user)),
            (10, lambda: service.seats.come_back(table_id, user)),
            (1, lambda: service.hints.hint(table_id, user)),
            (0.2, lambda: service.seats.resign(table_id, user)),
            (3, self._time_passes),
        ]
        ((_, deed),) = self.chance.choices(deeds, [weight for weight, _ in deeds])
        await deed()

    async def _move(self, user: int) -> None:
        snapshot = await self.room.service.snapshot(self.table.id, user)
        if snapshot.view is not None and not snapshot.is_away and (actions := snapshot.view.actions()):
            await self.room.play.act(self.table.id, user, [self.chance.choice(actions)], snapshot.table.rev)

    async def _time_passes(self) -> None:
        self.room.pass_time(seconds=self.chance.choice((10, 31, 90_000)))
        await self.room.deadlines.on_deadline(self.table.id)

    async def _restart(self) -> None:
        await self.room.service.close()
        self.room = self._room(self.room.time)
        await self.room.service.start()

    async def _look(self) -> None:
        """When the computers have done what is theirs: somebody is asked, and memory is what the store holds."""
        table = await self.room.computers_moved(self.table)
        eyes = (None, *self.users)
        assert await self.room.shown(table, eyes) == await self.room.restarted().shown(table, eyes)
        if table.phase is Phase.PLAYING:
            view = (await self.room.service.snapshot(table.id, None)).view
            assert view is not None
            assert any(seat.seat in view.to_act for seat in table.present)
            assert table.deadline is not None


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_happens(
    store: Store, key: str, seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.CRITICAL)  # failures of the store are logged
    chance = Random(f"{key} {seed}")
    set_deadline = Change.set_deadline

    async def sometimes_fail(change: Change, when: Any) -> None:
        if chance.random() < 0.05:
            raise DatabaseError("the disk is full")
        await set_deadline(change, when)

    life = Life(store, chance)
    monkeypatch.setattr(Change, "set_deadline", sometimes_fail)
    table = await life.play(key)
    assert table.phase in (Phase.FINISHED, Phase.CLOSED)
    assert len(await store.results(table.id)) == (len(table.seats) if table.phase is Phase.FINISHED else 0)
