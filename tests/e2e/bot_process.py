"""A whole bot in a process of its own: it serves one of two shards on a simulated Discord, and does what it is told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from db.cluster.shards import Shards
from playground.testing.life import DATABASE, living
from playground.testing.log_watch import LogWatch
from playground.testing.room import NAMES, Room
from sessions.cluster import cross_process_tasks
from tests.e2e.conftest import make_bot

SERVERS = ("Alpha", "Beta")
"""What the servers of the shards are called."""
TIMEOUT = 120
"""Seconds after which a silent process is taken to hang."""
LOOK_EVERY = 60.0
"""How often a bot looks for what the other has done: not every second, because tests let days pass in a moment."""

P = ParamSpec("P")
Answer = TypeVar("Answer")
children = get_context("forkserver")


class BotProcess:
    """A bot that serves a shard, as another process sees it."""

    def __init__(self, directory: Path, shard: int) -> None:
        self._pipe, theirs = children.Pipe()
        self._process = children.Process(target=_live, args=(directory, shard, theirs))
        self._process.start()
        theirs.close()
        self._answer()  # it has started

    def do(self, deed: Callable[Concatenate[Room, P], Awaitable[Answer]], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Have somebody do something on its server, and return what that gives."""
        self._pipe.send((deed, args, kwargs))
        return self._answer()

    def end(self) -> None:
        """Stop it. Fails if something went wrong unseen."""
        self._pipe.send(None)
        self._answer()
        self._process.join(TIMEOUT)

    def kill(self) -> None:
        """Stop it at once, if it has not ended."""
        self._process.kill()
        self._process.join(TIMEOUT)

    def _answer(self) -> Any:
        assert self._pipe.poll(TIMEOUT), "the process says nothing"
        answer = self._pipe.recv()
        if isinstance(answer, BaseException):
            raise answer
        return answer


def _live(directory: Path, shard: int, pipe: Connection) -> None:
    asyncio.run(_obey(directory, shard, pipe))


async def _obey(directory: Path, shard: int, pipe: Connection) -> None:
    cross_process_tasks.LOOK_EVERY = LOOK_EVERY
    watch = LogWatch()
    logging.getLogger().addHandler(watch)
    try:
        async with living(partial(make_bot, shards=Shards(frozenset({shard}), len(SERVERS))), directory, watch) as life:
            # Both simulations count ids from the same number. These are the members of the other server here.
            for number in range(shard * 5 * len(NAMES)):
                life.env.create_user(f"guest{number}")
            room = Room(life.env, directory / DATABASE, SERVERS[shard])
            if shard:
                await room.bot.tree.sync()  # this Discord knows nothing of what shard 0 has registered
            pipe.send(None)
            while (told := pipe.recv()) is not None:
                deed, args, kwargs = told
                with life.env.time_context():
                    answer = await deed(room, *args, **kwargs)
                pipe.send(answer)
    except Exception as error:  # the other process has to know
        pipe.send(error)
        raise
    pipe.send(None)
