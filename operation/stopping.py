"""Stops the bot on SIGTERM, which containers and services send, and on Ctrl+C: cleanly if it can, and in any case."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_log = logging.getLogger(__name__)

LONGEST = 10.0
"""Seconds after which a process that is to stop ends, whatever it is doing. All that counts is stored by then."""
CANCEL_EVERY = 0.1
"""Seconds between two cancellations of what does not end: discord.py swallows one that meets it while it reconnects
(``Shard.reidentify`` and ``Shard.reconnect``)."""
KILLED = 1
"""The exit status of a process that had to be ended."""


def end_soon() -> None:
    """End this process in ten seconds at the latest, even if its event loop is stuck."""
    timer = threading.Timer(LONGEST, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    _log.error("The bot did not stop in %.0f seconds, so it is ended", LONGEST)
    os._exit(KILLED)


class Stop:
    """What asks the bot to stop, and has the process ended (``end``) if it does not."""

    def __init__(self, end: Callable[[], None] = end_soon) -> None:
        self._end = end
        self._loop = asyncio.get_running_loop()
        self._is_asked = asyncio.Event()
        self._is_ending = False

    def ask(self) -> None:
        """Stop the bot. This may be called from the handler of a signal, and more than once."""
        if not self._is_ending:
            self._is_ending = True
            self._end()
        self._loop.call_soon_threadsafe(self._is_asked.set)

    async def interrupts(self, work: Coroutine[Any, Any, None], drain: Callable[[], Awaitable[None]]) -> None:
        """Run ``work`` until it ends, or until the bot is asked to stop: then ``drain``, and cancel it."""
        running, waiting = asyncio.create_task(work), asyncio.create_task(self._is_asked.wait())
        try:
            await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            else:
                _log.info("The bot has been asked to stop")
                await drain()
        finally:
            await _cancelled(running, waiting)


@contextmanager
def stopped_by_signals() -> Iterator[Stop]:
    """During the block, SIGTERM and Ctrl+C ask the bot to stop. It ends ``LONGEST`` seconds later at the latest."""
    stop = Stop()

    # Not a handler of the event loop, which would not hear it while it is stuck.
    def handle(_number: int, _frame: FrameType | None) -> None:
        stop.ask()

    if threading.current_thread() is not threading.main_thread():  # where Python allows no handlers
        yield stop
        return
    former = {number: signal.signal(number, handle) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def wait_for_signal() -> None:
    """Wait for SIGTERM or Ctrl+C."""
    is_asked = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: is_asked.set())
    is_asked.wait()


async def _cancelled(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks, again and again, until they have ended."""
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=CANCEL_EVERY)
