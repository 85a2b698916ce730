"""A house whose time and luck the test controls."""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest

from db.records import MoveRecord, Phase, TableRecord
from db.store import Store
from engines import GAMES, Game, IllegalAction
from sessions.house import House
from sessions.notices import Happening, Notice
from sessions.refusals import Refused

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 100, 200
ANNA, BEN, CLARA, DAN = 11, 12, 13, 14
STRANGER = 99

PILES, KNOTWEED = "three_piles", "knotweed"
ANNA_FIRST = {"first": 0}
CHEATING = {"first": 0, "cheating": True}


class Room:
    """A house with steps that many tests take. ``notices`` are all that its bell rang."""

    def __init__(self, store: Store, games: Mapping[str, Game[Any]] = GAMES, time: datetime = NOON) -> None:
        self.store = store
        self.time = time
        self.seed = "oak"
        self.house = House(store, games, lambda: self.time, lambda: self.seed)
        self.lobby, self.play, self.clock = self.house.lobby, self.house.play, self.house.clock
        self.notices: list[Notice] = []
        self.house.bell.listen(self.notices.append)

    @property
    def happenings(self) -> list[Happening]:
        return [notice.happening for notice in self.notices]

    def pass_time(self, **duration: float) -> None:
        """Let time go by, in the units of ``timedelta``; nobody is told."""
        self.time += timedelta(**duration)

    def restarted(self, games: Mapping[str, Game[Any]] = GAMES) -> Room:
        """A new house on the same store at the same time, with nothing in memory."""
        return Room(self.store, games, self.time)

    async def opened(
        self,
        game: str = PILES,
        players: Sequence[int] = (ANNA, BEN),
        options: Mapping[str, Any] = ANNA_FIRST,
        channel: int = CHANNEL,
        guild: int = GUILD,
    ) -> TableRecord:
        """A lobby in which the players sit; the first is the host."""
        table = await self.lobby.open(guild, channel, players[0], game, GAMES[game].Options.model_validate(options))
        for player in players[1:]:
            table = await self.lobby.join(table.id, player)
        return table

    async def started(
        self,
        game: str = PILES,
        players: Sequence[int] = (ANNA, BEN),
        options: Mapping[str, Any] = ANNA_FIRST,
        channel: int = CHANNEL,
        guild: int = GUILD,
    ) -> TableRecord:
        """A game that has just been dealt."""
        table = await self.opened(game, players, options, channel, guild)
        return await self.lobby.start(table.id, players[0])

    async def moved(self, table: TableRecord, *moves: tuple[int, str]) -> TableRecord:
        """The table after these moves (member and text)."""
        for user, text in moves:
            table = await self.play.act(table.id, user, [text])
        return table

    async def actions(self, table: TableRecord, user: int) -> list[str]:
        """The texts of all that this member may do now."""
        view = (await self.house.snapshot(table.id, user)).view
        return [str(action) for action in view.actions()] if view else []

    async def an_action(self, table: TableRecord, user: int, start: str = "") -> str:
        """The first of this member's actions whose text begins with ``start``."""
        return next(text for text in await self.actions(table, user) if text.startswith(start))

    async def some_moves(self, table: TableRecord, number: int, seed: str = "moves") -> TableRecord:
        """The table after up to ``number`` random legal moves."""
        chance = Random(seed)
        users = {seat.seat: seat.user_id for seat in table.seats}
        for _ in range(number):
            view = (await self.house.snapshot(table.id, None)).view
            if view is None or not view.to_act:
                break
            user = users[view.to_act[0]]
            table = await self.play.act(table.id, user, [chance.choice(await self.actions(table, user))])
        return table

    async def finished(
        self, game: str = PILES, players: Sequence[int] = (ANNA, BEN), channel: int = CHANNEL, seed: str = "moves"
    ) -> TableRecord:
        """A game that was played to its end by random moves."""
        table = await self.some_moves(await self.started(game, players, channel=channel), 10_000, seed)
        assert table.phase is Phase.FINISHED
        return table

    async def shown(self, table: TableRecord, users: Sequence[int | None] = (None, ANNA, BEN)) -> list[dict[str, Any]]:
        """What these viewers see, as plain data."""
        return [plain(await self.house.snapshot(table.id, user)) for user in users]

    async def rows(self, table: TableRecord) -> tuple[TableRecord | None, list[MoveRecord]]:
        """What the store holds of a table."""
        return await self.store.table(table.id), await self.store.moves(table.id)


def plain(snapshot: Any) -> dict[str, Any]:
    """A snapshot as data that can be compared: a view by its dump, texts by their English."""
    fields = {name: getattr(snapshot, name) for name in snapshot.__dataclass_fields__}
    view = snapshot.view
    return fields | {
        "view": view and view.dump(),
        "scene": view and view.scene(),
        "news": [str(text) for text in snapshot.news],
        "trouble": snapshot.trouble and str(snapshot.trouble),
    }


@contextmanager
def refused(part: str) -> Generator[None]:
    """The block is refused with a sentence that holds ``part``."""
    with pytest.raises((Refused, IllegalAction), match=part):
        yield


class CutShort:
    """Awaits ``work`` and cancels the task when ``work`` waits for the ``at``-th time (from 0)."""

    def __init__(self, work: Coroutine[Any, Any, Any], task_cancel: Any, at: int) -> None:
        self.work, self.cancel, self.at = work, task_cancel, at
        self.was_cut = False

    def __await__(self) -> Generator[Any, Any, Any]:
        error: BaseException | None = None
        for number in count():
            try:
                waits_for = self.work.send(None) if error is None else self.work.throw(error)
            except StopIteration as end:
                return end.value
            if number == self.at:
                self.was_cut = True
                self.cancel()
            error = None
            try:
                yield waits_for
            except BaseException as thrown:
                error = thrown
