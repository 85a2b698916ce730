"""The process that is killed: plays games at one table after the other and acknowledges every change.

It runs what the bot runs, from the rules to the file, without Discord. A change is acknowledged when the
call that made it has returned, which is when the bot would show it to the players.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine, Generator
from datetime import UTC, datetime
from itertools import count
from multiprocessing.connection import Connection
from random import Random
from typing import Any, NamedTuple

from db.records import Phase, TableRecord
from db.store import Store
from engines import GAMES
from sessions.house import House

GUILD, CHANNEL = 1, 2
PLAYERS = (11, 12, 13)
TABLES = (("three_piles", {}, 2), ("knotweed", {"cheating": True}, 3))
"""What is played in turn: a game, its options, how many players."""


class Acknowledged(NamedTuple):
    """A change that has happened: the table's revision after it, and the move if it was one."""

    table: int
    rev: int
    seat: int | None = None
    text: str | None = None


def play(url: str, seed: str, acknowledge: Connection, dies_at: int | None, finish: bool) -> None:
    """Play on where the file at ``url`` stands, by the random choices of ``seed``, until killed.

    ``dies_at``: kill this process by itself when it waits for the database for that many times.
    ``finish``: leave when a game has ended.
    """
    asyncio.run(_run(_play(url, Random(seed), acknowledge, finish), dies_at))


async def _run(work: Coroutine[Any, Any, None], dies_at: int | None) -> None:
    await (work if dies_at is None else _Doomed(work, dies_at))


async def _play(url: str, chance: Random, acknowledge: Connection, finish: bool) -> None:
    store = await Store.open(url)
    house = House(store, GAMES, lambda: datetime.now(UTC))
    table = await house.table_in(CHANNEL)
    while True:
        table, seat, text = await _step(house, table, chance)
        acknowledge.send(Acknowledged(table.id, table.rev, seat, text))
        if finish and table.phase is Phase.FINISHED:
            break
    await store.close()


async def _step(house: House, table: TableRecord | None, chance: Random) -> tuple[TableRecord, int | None, str | None]:
    """Make one change; the table after it, and the seat and the text if it was a move."""
    if table is None or not table.phase.is_open:
        game, options, _ = TABLES[0 if table is None else table.id % len(TABLES)]
        chosen = GAMES[game].Options.model_validate(options)
        return await house.lobby.open(GUILD, CHANNEL, PLAYERS[0], game, chosen), None, None
    if table.phase is Phase.LOBBY:
        players = next(number for game, _, number in TABLES if game == table.game)
        if len(table.seats) < players:
            return await house.lobby.join(table.id, PLAYERS[len(table.seats)]), None, None
        return await house.lobby.start(table.id, PLAYERS[0]), None, None
    public = (await house.snapshot(table.id, None)).view
    assert public is not None
    seat = chance.choice(public.to_act)
    user = table.seats[seat].user_id
    snapshot = await house.snapshot(table.id, user)
    if snapshot.can_take_back and chance.random() < 0.2:
        return await house.play.take_back(table.id, user), None, None
    if chance.random() < 0.005:
        return await house.play.resign(table.id, user), None, None
    assert snapshot.view is not None
    action = chance.choice(snapshot.view.actions())
    return await house.play.act(table.id, user, [action]), seat, str(action)


class _Doomed:
    """Awaits ``work`` and kills this process when it waits for the ``at``-th time."""

    def __init__(self, work: Coroutine[Any, Any, None], at: int) -> None:
        self.work, self.at = work, at

    def __await__(self) -> Generator[Any, Any, None]:
        for number in count():
            try:
                waits_for = self.work.send(None)
            except StopIteration:
                return
            if number == self.at:
                os.kill(os.getpid(), signal.SIGKILL)
            yield waits_for
