"""Discord fails at one request of a game, whichever it is: the game is intact, goes on, and is shown in the end.

A whole life of a table is played again and again: opened, joined, started, some moves, given up. Each time another
request fails in another way. ``CARDROOM_FAULTS`` is the number of lives; with all of them, each request of the life
fails in every way. People try again if what they did had no effect.
"""

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import aiohttp
import pytest
from simcord.http import router

from db.records import Phase
from playground.testing.log_watch import LogWatch
from playground.testing.people import press, tap
from playground.testing.room import Room
from playground.testing.screens import read, texts
from tests.e2e.request_log import RequestLog

LIVES = int(os.environ.get("CARDROOM_FAULTS", "4"))
REQUESTS = 22
"""How many requests the life of the table takes when nothing fails."""
ATTEMPTS = 4
"""How often people try before they give up."""
A_WHILE = 70.0
"""Seconds until people try again."""
LONG = 3_700.0
"""Seconds within which everything is shown, whatever has failed."""


@dataclass(frozen=True)
class Fault:
    """What Discord does: it refuses a request, fails before or after carrying it out, or does not answer (``lost``)."""

    status: int = 0
    code: int = 0
    is_done: bool = False
    lost: type[Exception] | None = None

    def __str__(self) -> str:
        return self.lost.__name__ if self.lost else f"{self.status} {self.code}{' done' if self.is_done else ''}"


FAULTS = (
    Fault(429),
    Fault(500),
    Fault(500, is_done=True),
    Fault(503),
    Fault(403, 50001),
    Fault(403, 50013),
    Fault(404, 10008),
    Fault(404, 10062),
    Fault(404, 10015),
    Fault(429, 30046),
    Fault(400, 40060),
    Fault(lost=aiohttp.ServerDisconnectedError),
    Fault(lost=TimeoutError),
)


class FaultyDiscord:
    """Stands in front of the simulated Discord and fails at the request with this number."""

    def __init__(self, dispatch: Callable[..., Any], number: int, fault: Fault) -> None:
        self._dispatch = dispatch
        self._left = number
        self._fault = fault

    @property
    def has_failed(self) -> bool:
        """Whether there were as many requests."""
        return self._left < 0

    def dispatch(self, backend: Any, method: str, path: str, **request: Any) -> Any:
        """Carry out a request, or fail."""
        self._left -= 1
        if self._left != -1:
            return self._dispatch(backend, method, path, **request)
        fault = self._fault
        if fault.lost is not None:
            raise fault.lost
        if fault.is_done:
            self._dispatch(backend, method, path, **request)
        failing = {"method": method, "path": path, "status": fault.status, "code": fault.code, "times": 1}
        backend.faults.insert(0, failing | {"message": f"injected: {fault}"})
        return self._dispatch(backend, method, path, **request)


async def insist(room: Room, act: Callable[[], Awaitable[Any]], is_done: Callable[[], Awaitable[bool]]) -> None:
    """Try something until it succeeds. Only the fault makes it fail."""
    for _ in range(ATTEMPTS):
        await act()
        if await is_done():
            return
        await room.env.advance_time(A_WHILE)
        if await is_done():
            return
    raise AssertionError("nothing has come of it")


async def live(room: Room) -> None:
    """Two members open a table, play some moves and end the game."""
    ann, bob = room.people(2)

    async def is_shown() -> bool:
        table = await room.bot.store.tables.last_table_in(room.channel.id)
        return table is not None and table.message_id in [message.id for message in room.channel.history()]

    async def is_joined() -> bool:
        return len((await room.table()).users) == 2

    async def is_started() -> bool:
        return (await room.table()).phase is Phase.PLAYING

    await insist(room, lambda: ann.slash(room.channel, "play three-piles", first=0), is_shown)
    await insist(room, lambda: tap(bob, room.shown, "Join"), is_joined)
    await insist(room, lambda: tap(ann, room.shown, "Start"), is_started)
    await tap(ann, room.shown, "My hand")
    for number in range(1, 5):
        (person,) = await room.to_act()
        move = "draw" if number % 2 else f"stack {(await room.cards(person))[0]} 0"

        async def is_played(number: int = number) -> bool:
            return len(await room.moves()) == number

        await insist(room, lambda person=person, move=move: person.slash(room.channel, "move", action=move), is_played)

    async def give_up() -> None:
        more = await tap(bob, room.shown, "More")
        if more.response is None or not read(more).buttons:  # the fault met this answer: the member tries again
            return
        asked = await tap(bob, more, "Resign")
        if asked.response is not None and "Give up" in texts(asked):
            await tap(bob, asked, "Give up")

    async def is_over() -> bool:
        return (await room.table()).phase is Phase.FINISHED

    await insist(room, give_up, is_over)


def lives() -> list[tuple[int, Fault]]:
    """Which request fails, and how: a different choice for every life."""
    every = list(product(range(REQUESTS), FAULTS))
    Random(3).shuffle(every)
    return every[:LIVES]


@pytest.mark.parametrize(("number", "fault"), lives(), ids=lambda value: str(value))
async def test_one_request_fails(
    room: Room, log_watch: LogWatch, request_log: RequestLog, monkeypatch: pytest.MonkeyPatch, number: int, fault: Fault
) -> None:
    faulty = FaultyDiscord(router.dispatch, number, fault)
    monkeypatch.setattr(router, "dispatch", faulty.dispatch)
    await live(room)
    await room.env.advance_time(LONG)
    assert faulty.has_failed
    assert "🏁" in texts(room.shown)
    assert (await room.table()).message_id == room.shown.id
    assert log_watch.entries == ()
    if fault.is_done:  # the bot cannot know that its answer has arrived, so it may answer again
        assert all("40060" in complaint for complaint in request_log.take_complaints())
    replay = await press(room.people(1)[0], room.shown, "Replay")
    assert "Move" in texts(replay) or "move" in texts(replay)
