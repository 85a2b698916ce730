"""Stops the bot cleanly on SIGTERM, which containers and services send."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

_log = logging.getLogger(__name__)


async def run_until_terminated(work: Coroutine[Any, Any, None], drain: Callable[[], Awaitable[None]]) -> None:
    """Run ``work`` until it ends, or until SIGTERM: then ``drain``, and cancel it."""
    terminated = asyncio.Event()
    loop = asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows has no such signal
        loop.add_signal_handler(signal.SIGTERM, terminated.set)
    running, waiting = asyncio.create_task(work), asyncio.create_task(terminated.wait())
    try:
        await asyncio.wait((running, waiting), return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            running.result()
        else:
            _log.info("The bot has been asked to stop")
            await drain()
    finally:
        for task in (running, waiting):
            task.cancel()
        await asyncio.wait((running, waiting))
        with suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGTERM)
