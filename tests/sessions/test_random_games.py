"""Random games in which members act at any time, the store fails and the bot restarts stay sound and end."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import Any

import pytest
from card_room import ANNA, BEN, CLARA, DAN, KNOTWEED, NOON, Room, compute_now

from db.records import Phase, TableRecord
from db.store import DatabaseError, Store
from db.tables.transactions import Change
from engines import GAMES, IllegalAction
from opponents import Level
from sessions.computers.players import RETRY
from sessions.shared.refusals import Refused

HOUSE_RULES = {KNOTWEED: {"cheating": True, "turn_cap": 20}, "counter": {"max_hands": 1}}
STEPS = 2000
"""Far more than a game takes."""


class RandomGame:
    """Plays a table from the deal to its end with random choices."""

    def __init__(self, store: Store, rng: Random) -> None:
        self.store = store
        self.rng = rng
        self.room = self._room()
        self.users: list[int] = []
        self.table: TableRecord

    async def play(self, key: str) -> TableRecord:
        """Play until the game is over, checking the table again and again."""
        seats = self.rng.choice(GAMES[key].seats)
        self.users = [ANNA, BEN, CLARA, DAN][: self.rng.randint(1, seats)]
        computers = self.rng.choices([Level.EASY, Level.NORMAL], k=seats - len(self.users))
        self.table = await self.room.started(key, self.users, HOUSE_RULES.get(key, {}), computers=computers)
        for step in range(STEPS):
            await asyncio.gather(*(self._random_step() for _ in range(self.rng.randint(1, 3))))
            if step % 5 == 0:
                await self._check()
            if (await self.room.snapshot(self.table, None)).table.phase is not Phase.PLAYING:
                break
            if self.rng.random() < 0.03:
                await self._restart()
        await self._check()
        await self.room.service.close()
        return await self.room.stored(self.table)

    def _room(self, time: datetime = NOON) -> Room:
        room = Room(self.store, time=time, compute=self._compute)
        room.instant_sleeps.add(RETRY)
        return room

    async def _compute(self, function: Any, *arguments: Any) -> Any:
        await self._short_wait()
        return await compute_now(function, *arguments)

    async def _short_wait(self) -> None:
        for _ in range(self.rng.randrange(10)):
            await asyncio.sleep(0)

    async def _random_step(self) -> None:
        """Let a member or the clock do something, which may be refused."""
        await self._short_wait()
        with suppress(Refused, IllegalAction, DatabaseError):
            await self._act(self.rng.choice(self.users))

    async def _act(self, user: int) -> None:
        service, table_id = self.room.service, self.table.id
        steps: list[tuple[float, Callable[[], Awaitable[Any]]]] = [
            (70, lambda: self._move(user)),
            (8, lambda: service.take_backs.take_back(table_id, user)),
            (8, lambda: service.seats.leave(table_id, user)),
            (10, lambda: service.seats.come_back(table_id, user)),
            (1, lambda: service.hints.hint(table_id, user)),
            (0.2, lambda: service.seats.resign(table_id, user)),
            (3, self._pass_time),
        ]
        ((_, step),) = self.rng.choices(steps, [weight for weight, _ in steps])
        await step()

    async def _move(self, user: int) -> None:
        snapshot = await self.room.snapshot(self.table, user)
        if snapshot.view is not None and not snapshot.is_away and (actions := snapshot.view.actions()):
            await self.room.play.act(self.table.id, user, [self.rng.choice(actions)], snapshot.table.rev)

    async def _pass_time(self) -> None:
        self.room.pass_time(seconds=self.rng.choice((10, 31, 90_000)))
        await self.room.deadlines.on_due(self.table.id)

    async def _restart(self) -> None:
        await self.room.service.close()
        self.room = self._room(self.room.time)
        await self.room.service.start()

    async def _check(self) -> None:
        """Check, after the computers have moved, that a member has to act and that the cache agrees with the store."""
        table = await self.room.computers_moved(self.table)
        viewers = (None, *self.users)
        assert await self.room.shown(table, viewers) == await self.room.restarted().shown(table, viewers)
        if table.phase is Phase.PLAYING:
            view = (await self.room.snapshot(table, None)).view
            assert view is not None
            assert any(seat.seat in view.to_act for seat in table.present)
            assert table.deadline is not None


@pytest.mark.thorough(samples=4)
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(2))
async def test_random_games_stay_sound_and_end(
    store: Store, key: str, seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.CRITICAL)  # the injected failures are logged
    rng = Random(f"{key} {seed}")
    set_deadline = Change.set_deadline

    def sometimes_fail(change: Change, when: Any) -> None:
        if rng.random() < 0.05:
            raise DatabaseError("the disk is full")
        set_deadline(change, when)

    game = RandomGame(store, rng)
    monkeypatch.setattr(Change, "set_deadline", sometimes_fail)
    table = await game.play(key)
    assert table.phase in (Phase.FINISHED, Phase.CLOSED)
    assert len(await store.games.results(table.id)) == (len(table.seats) if table.phase is Phase.FINISHED else 0)
